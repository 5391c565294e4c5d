// Keeps the order of open dialogs: Esc closes only the one opened last, and the page below stays still.
import { useEffect, useId, useSyncExternalStore } from 'react'

let layers: readonly string[] = []
const followers = new Set<() => void>()

/** Is no other dialog open above this one? For `closeOnEscape`: each dialog listens to the whole window. */
export function useTopLayer(opened: boolean): boolean {
  const id = useId()
  const isTop = useSyncExternalStore(follow, () => layers.at(-1) === id || !layers.includes(id))
  useEffect(() => (opened ? openLayer(id) : undefined), [opened, id])
  return isTop
}

/** Puts a layer above the others, for what React does not draw; the result takes it away. */
export function openLayer(id: string): () => void {
  setLayers([...layers, id])
  return () => setLayers(layers.filter((each) => each !== id))
}

/** Says whether a dialog is open; one that is closing still stands in the page for a moment, and is not. */
export function isLayerOpen(): boolean {
  return layers.length > 0
}

function follow(follower: () => void): () => void {
  watchScrollBar()
  followers.add(follower)
  return () => followers.delete(follower)
}

function setLayers(next: readonly string[]): void {
  layers = next
  keepPageStill(next.length > 0)
  for (const follower of followers) follower()
}

/** Keys scroll it neither. It keeps the room of its scroll bar, so that nothing of it moves. */
function keepPageStill(isStill: boolean): void {
  const { style } = document.documentElement
  if (isStill === (style.overflow === 'hidden')) return
  style.scrollbarGutter = isStill && hasScrollBar ? 'stable' : ''
  style.overflow = isStill ? 'hidden' : ''
}

/** Noted when the page's width changes: to ask for it while a dialog opens would lay out the page once more. */
let hasScrollBar: boolean | undefined

function watchScrollBar(): void {
  if (hasScrollBar !== undefined) return
  hasScrollBar = false
  const page = document.documentElement
  new ResizeObserver(() => {
    if (layers.length === 0) hasScrollBar = globalThis.innerWidth > page.clientWidth
  }).observe(page)
}
