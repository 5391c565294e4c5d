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

/** Pixels of the last region: the next list is mostly as high, and drawn once only then. */
let lastHeight: number | undefined

export function useVisibleRows(region: RefObject<HTMLElement | null>, count: number, rowHeight: number): VisibleRows {
  const [seen, setSeen] = useState<SeenRows>(() => seenRows(0, lastHeight ?? globalThis.innerHeight, rowHeight))
  // A key that is pressed while one scrolls need not wait for rows that are out of sight, nor does a list that opens.
  const rested = useDeferredValue(seen, NO_ROWS)
  useEffect(() => {
    const element = region.current
    if (!element) return undefined
    const measure = () => {
      lastHeight = element.clientHeight
      const now = seenRows(element.scrollTop, element.clientHeight, rowHeight)
      setSeen((before) => (before.top === now.top && before.rows === now.rows ? before : now))
    }
    // It measures for the first time when the page is laid out anyway.
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

function seenRows(scrolled: number, height: number, rowHeight: number): SeenRows {
  return { top: Math.floor(scrolled / rowHeight / STEP) * STEP, rows: Math.ceil(height / rowHeight) + STEP }
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
