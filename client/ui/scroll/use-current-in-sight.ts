// Moves a row of tabs sideways until the one that is open is in sight.
import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

/** `current`: when it changes, or the row is narrower, the row is moved again. The page stays where it is. */
export function useCurrentInSight<T extends HTMLElement>(current: unknown): RefObject<T | null> {
  const row = useRef<T>(null)
  useLayoutEffect(() => {
    const { current: element } = row
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const tab = element.querySelector('[aria-current="page"]')
      if (!tab) return
      const [around, place] = [element.getBoundingClientRect(), tab.getBoundingClientRect()]
      element.scrollLeft += (place.left + place.right - around.left - around.right) / 2
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [current])
  return row
}
