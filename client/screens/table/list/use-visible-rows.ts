// Works out which rows of equal height lie in the visible part of a region that scrolls.
import type { RefObject } from 'react'
import { useDeferredValue, useEffect, useState } from 'react'

/** Rows beyond the edges that are there with those in sight: for the keyboard. */
const NEAR = 4
/** Rows beyond the edges that are there as soon as nothing else is to be done: for fast scrolling. */
const BEYOND = 12
/** So many rows are scrolled over before others are drawn. */
const STEP = 4

interface SeenRows {
  readonly top: number
  readonly rows: number
}

const NO_ROWS: SeenRows = { top: 0, rows: 0 }

export interface VisibleRows {
  readonly first: number
  /** Behind the last. */
  readonly end: number
}

export function useVisibleRows(region: RefObject<HTMLElement | null>, count: number, rowHeight: number): VisibleRows {
  // As many as a window holds, until the region is measured.
  const [seen, setSeen] = useState<SeenRows>({ top: 0, rows: Math.ceil(globalThis.innerHeight / rowHeight) })
  // A key that is pressed while one scrolls need not wait for rows that are out of sight, nor does a list that opens.
  const rested = useDeferredValue(seen, NO_ROWS)
  useEffect(() => {
    const element = region.current
    if (!element) return undefined
    const measure = () => {
      const top = Math.floor(element.scrollTop / rowHeight / STEP) * STEP
      const rows = Math.ceil(element.clientHeight / rowHeight) + STEP
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
  return joinRows(visibleRows(seen, count, NEAR), visibleRows(rested, count, BEYOND))
}

export function visibleRows({ top, rows }: SeenRows, count: number, beyond: number = BEYOND): VisibleRows {
  const first = Math.max(0, Math.min(top, count - rows) - beyond)
  return { first, end: Math.min(count, top + rows + beyond) }
}

/** Both, where nothing lies between them. */
export function joinRows(near: VisibleRows, others: VisibleRows): VisibleRows {
  if (others.first > near.end || others.end < near.first) return near
  return { first: Math.min(near.first, others.first), end: Math.max(near.end, others.end) }
}
