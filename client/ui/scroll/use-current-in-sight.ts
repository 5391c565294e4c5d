// Moves a row of tabs sideways until the one that is open is in sight.
import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

/** `current`: when it changes, the row is moved again. The page stays where it is. */
export function useCurrentInSight<T extends HTMLElement>(current: unknown): RefObject<T | null> {
  const row = useRef<T>(null)
  useLayoutEffect(() => {
    const tab = row.current?.querySelector('[aria-current="page"]')
    if (!row.current || !tab) return
    const [around, place] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    row.current.scrollLeft += (place.left + place.right - around.left - around.right) / 2
  }, [current])
  return row
}
