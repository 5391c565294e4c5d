// Keeps the order of open dialogs: Esc closes only the one opened last, and the page below stays still.
import { useEffect, useId, useSyncExternalStore } from 'react'

let layers: readonly string[] = []
const followers = new Set<() => void>()

/** Is no other dialog open above this one? For `closeOnEscape`: each dialog listens to the whole window. */
export function useTopLayer(opened: boolean): boolean {
  const id = useId()
  const shown = useSyncExternalStore(follow, () => layers)
  useEffect(() => {
    if (!opened) return undefined
    setLayers([...layers, id])
    return () => setLayers(layers.filter((each) => each !== id))
  }, [opened, id])
  return shown.at(-1) === id || !shown.includes(id)
}

function follow(follower: () => void): () => void {
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
  const page = document.documentElement
  const hasBar = globalThis.innerWidth > page.clientWidth
  if (isStill === (page.style.overflow === 'hidden')) return
  page.style.scrollbarGutter = isStill && hasBar ? 'stable' : ''
  page.style.overflow = isStill ? 'hidden' : ''
}
