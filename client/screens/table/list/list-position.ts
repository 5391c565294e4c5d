// Remembers where a list was left, in this tab, and goes back there when one returns.
import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { BASE_PATH } from '../../../data/base-path.ts'

interface ListPosition {
  readonly top: number
  /** The record that was opened from there. */
  readonly opened?: string
  /** Its place in the list, from 0. */
  readonly index?: number
}

/** Lists that were left; the oldest is forgotten. */
const MOST_POSITIONS = 20
/** Storage key, with the prefix of the keys that are removed at sign-out (`data/recent.ts`). */
const KEY = `${BASE_PATH}verbatim-recent-lists`

interface LoadedExtent {
  /** Height of what is loaded. */
  readonly height: number
  readonly hasMore: boolean
  readonly loadMore: () => void
}

/** `region`: what scrolls; absent: the window. Gives the record that was opened when the list was left. */
export function useListPosition(
  region: RefObject<HTMLElement | null> | undefined,
  { height, hasMore, loadMore }: LoadedExtent,
): { readonly returnedFrom: string | undefined; readonly keep: (opened?: string) => void } {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const isReturn = useNavigationType() === NavigationType.Pop
  const [left] = useState(() => (isReturn ? readPositions()[address] : undefined))
  const wanted = useRef(left?.top)
  useEffect(() => {
    const top = wanted.current
    if (top === undefined) return
    const view = region?.current?.clientHeight ?? globalThis.innerHeight
    if (height < top + view && hasMore) {
      loadMore()
      return
    }
    wanted.current = undefined
    // After the frame has gone to the top of the new page.
    requestAnimationFrame(() => (region?.current ?? globalThis).scrollTo({ top, behavior: 'instant' }))
  }, [region, height, hasMore, loadMore])
  const keep = (opened?: string) => {
    const top = region?.current?.scrollTop ?? globalThis.scrollY
    keepPosition(address, { top, ...(opened === undefined ? {} : { opened }) })
  }
  return { returnedFrom: left?.opened, keep }
}

interface LoadedCards {
  readonly records: readonly { readonly id: string }[]
  /** How many of them are drawn by now. */
  readonly shown: number
  readonly hasMore: boolean
  /** Undefined: a small list on a page that is about something else. */
  readonly loadMore: (() => void) | undefined
}

/**
 * Brings the opened card back into sight, since cards have different heights. `list` is the element that holds the
 * cards, each with its `data-record`.
 */
export function useCardPosition(
  list: RefObject<HTMLElement | null>,
  { records, shown, hasMore, loadMore }: LoadedCards,
): (opened: string) => void {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const isReturn = useNavigationType() === NavigationType.Pop
  const [left] = useState(() => (isReturn ? readPositions()[address] : undefined))
  const wanted = useRef(left)
  useEffect(() => {
    const { opened, index = 0 } = wanted.current ?? {}
    if (opened === undefined || loadMore === undefined) return
    const card = list.current?.querySelector(`[data-record="${CSS.escape(opened)}"]`)
    if (!card) {
      if (records.length <= index && hasMore) loadMore()
      else if (shown >= records.length) wanted.current = undefined
      return
    }
    wanted.current = undefined
    // After the frame has gone to the top of the new page.
    requestAnimationFrame(() => {
      card.scrollIntoView({ block: 'center', behavior: 'instant' })
      card.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
    })
  }, [list, records, shown, hasMore, loadMore])
  return (opened) =>
    keepPosition(address, { top: globalThis.scrollY, opened, index: records.findIndex(({ id }) => id === opened) })
}

function readPositions(): { readonly [address: string]: ListPosition } {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof read === 'object' && read !== null ? (read as { [address: string]: ListPosition }) : {}
  } catch {
    return {}
  }
}

function keepPosition(address: string, position: ListPosition): void {
  const others = Object.entries(readPositions()).filter(([each]) => each !== address)
  try {
    const kept = Object.fromEntries([...others, [address, position] as const].slice(-MOST_POSITIONS))
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // A browser that keeps nothing begins at the top.
  }
}
