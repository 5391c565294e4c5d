// Moves the keyboard between cards that stand beside and below each other, by the arrow keys.
import type { KeyboardEvent, RefObject } from 'react'

export function useCardKeys(list: RefObject<HTMLElement | null>) {
  return (event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey, key, target } = event
    if (altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
    const at = links.findIndex((link) => link === target)
    if (at < 0) return
    const next = links[neighbourOf(links.map(placeOf), at, key)]
    if (next === undefined) return
    event.preventDefault()
    next.focus({ preventScroll: true })
    next.closest('li')?.scrollIntoView({ block: 'nearest' })
  }
}

/** Position of the upper left corner of a card, in pixels. */
export interface CardPlace {
  readonly x: number
  readonly y: number
}

function placeOf(link: Element): CardPlace {
  const { x, y } = link.closest('li')?.getBoundingClientRect() ?? { x: 0, y: 0 }
  return { x: Math.round(x), y: Math.round(y) }
}

/** Up and down stay in their column, as far as the next line has one; -1: the key leads nowhere. */
export function neighbourOf(places: readonly CardPlace[], at: number, key: string): number {
  const here = places[at]
  if (here === undefined) return -1
  if (key === 'ArrowLeft') return at - 1
  if (key === 'ArrowRight') return at + 1 < places.length ? at + 1 : -1
  if (key === 'Home') return 0
  if (key === 'End') return places.length - 1
  const isAhead =
    key === 'ArrowDown'
      ? ({ y }: CardPlace) => y > here.y
      : key === 'ArrowUp'
        ? ({ y }: CardPlace) => y < here.y
        : undefined
  if (isAhead === undefined) return -1
  const ahead = places.map((place, index) => ({ ...place, index })).filter(isAhead)
  const lines = ahead.map(({ y }) => y)
  const line = key === 'ArrowDown' ? Math.min(...lines) : Math.max(...lines)
  const inLine = ahead.filter(({ y }) => y === line)
  return (inLine.findLast(({ x }) => x <= here.x) ?? inLine[0])?.index ?? -1
}
