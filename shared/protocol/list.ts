// Declares a page of a list, its parameters and limits.
import type { RecordBody } from './record.ts'

export const DEFAULT_LIMIT = 50
export const MOST_LIMIT = 1_000
/** A page ends with the record that fills it, however many more were asked for. */
export const MOST_PAGE_BYTES = 2 * 1024 ** 2
/** Longer texts are left out of lists and named in `_omitted`, unless `fields` names them. */
export const LONGEST_LISTED_TEXT = 2_000

export interface ListBody {
  readonly items: readonly RecordBody[]
  /** The cursor of the following page; null at the end. */
  readonly next: string | null
  /** Number of records, where `count=exact` was requested. */
  readonly count?: number
  /**
   * True where `near=yes` was requested, nothing has the words searched for, and these records have words one letter
   * away.
   */
  readonly near?: true
}

export interface SummaryBody {
  readonly groups: readonly {
    readonly key: string | number | boolean | null
    /** Key of the second grouping, where there is one. */
    readonly subkey?: string | number | boolean | null
    readonly measures: { readonly [measure: string]: string | number | null }
  }[]
  /** There are more groups than these 1,000, the first by their keys. */
  readonly truncated?: true
}

/** Characters in the name of a saved view of a list at most. */
export const LONGEST_VIEW_NAME = 60
