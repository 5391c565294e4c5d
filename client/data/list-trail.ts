// Remembers, in this tab, the records of the list that a record was opened from: one goes on to the next.
import { BASE_PATH } from './base-path.ts'

export interface ListTrail {
  /** Path and query of the list. */
  readonly list: string
  /** Paths of its records, in its order, as far as they are loaded. */
  readonly records: readonly string[]
  /** How many stand before the first of them. */
  readonly before?: number
  /** Number of all records that the list finds, where it is known. */
  readonly count?: number | undefined
  /** The request for those that follow. */
  readonly next?: string | undefined
}

/** Around the record that was opened. */
const MOST_RECORDS = 1_000
/** Key in the session storage. Its prefix is one that sign-out deletes (`recent.ts`). */
const KEY = `${BASE_PATH}verbatim-recent-trail`

export function keepTrail(trail: ListTrail, opened: string): void {
  const at = Math.max(0, trail.records.indexOf(opened) - MOST_RECORDS / 2)
  const records = trail.records.slice(at, at + MOST_RECORDS)
  const isCut = at + records.length < trail.records.length
  storeTrail({ ...trail, records, before: at, ...(isCut ? { next: undefined } : {}) })
}

/** Returns the trail with the records that follow, and the request for those behind them. */
export function extendTrail(trail: ListTrail, records: readonly string[], next: string | undefined): void {
  storeTrail({ ...trail, records: [...trail.records, ...records], next })
}

function storeTrail(trail: ListTrail): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(trail))
  } catch {
    // A browser that keeps nothing has no neighbours to offer.
  }
}

/** Undefined where the record was not opened from a list. */
export function readTrail(path: string): ListTrail | undefined {
  try {
    const read = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ListTrail | null
    return read?.records.includes(path) === true ? read : undefined
  } catch {
    return undefined
  }
}
