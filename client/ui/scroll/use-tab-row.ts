// Moves a row of tabs sideways until the one that is open is in sight, and marks where more of them are.
import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { edgesOf } from './use-scroll-edges.ts'

/**
 * `current`: when it changes, or the row is narrower, the row is moved again. The page stays where it is. Where tabs lie beyond
 * an edge, the row has `data-more="before"`, `"after"` or `"both"`, and fades there (`global.css`).
 */
export function useTabRow<T extends HTMLElement>(current: unknown): RefObject<T | null> {
  const row = useRef<T>(null)
  useLayoutEffect(() => {
    const { current: element } = row
    if (!element) return undefined
    const mark = () => {
      const { before, after } = edgesOf(element)
      if (before || after) element.dataset['more'] = before && after ? 'both' : before ? 'before' : 'after'
      else delete element.dataset['more']
    }
    const observer = new ResizeObserver(() => {
      const tab = element.querySelector('[aria-current="page"]')
      if (tab) {
        const [around, place] = [element.getBoundingClientRect(), tab.getBoundingClientRect()]
        element.scrollLeft += (place.left + place.right - around.left - around.right) / 2
      }
      mark()
    })
    observer.observe(element)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [current])
  return row
}
