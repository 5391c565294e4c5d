// Works out which rows of equal height lie in the visible part of a region that scrolls.
import type { RefObject } from 'react'
import { useEffect, useState } from 'react'

/** Rows beyond the edges that are there already: for the keyboard, and for fast scrolling. */
const BEYOND = 12

export interface VisibleRows {
  readonly first: number
  /** Behind the last. */
  readonly end: number
}

export function useVisibleRows(region: RefObject<HTMLElement | null>, count: number, rowHeight: number): VisibleRows {
  const [seen, setSeen] = useState({ top: 0, rows: 40 })
  useEffect(() => {
    const element = region.current
    if (!element) return undefined
    const measure = () => {
      const top = Math.floor(element.scrollTop / rowHeight)
      const rows = Math.ceil(element.clientHeight / rowHeight) + 1
      setSeen((before) => (before.top === top && before.rows === rows ? before : { top, rows }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [region, rowHeight])
  return visibleRows(seen, count)
}

export function visibleRows(
  { top, rows }: { readonly top: number; readonly rows: number },
  count: number,
): VisibleRows {
  const first = Math.max(0, Math.min(top, count - rows) - BEYOND)
  return { first, end: Math.min(count, top + rows + BEYOND) }
}
