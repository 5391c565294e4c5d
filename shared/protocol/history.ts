// Declares the response of `GET /api/tickets/:id/history`.
import type { Citation } from '../model/model.ts'

export interface HistoryItem {
  readonly id: string
  /** What was changed together has one; absent in entries of versions that kept none. */
  readonly changeSet?: string
  /** Of the record, afterwards; absent like `changeSet`. */
  readonly version?: number
  readonly at: string
  /** Absent for readers who may not know it (`updated_by`); null: the system. */
  readonly by?: { readonly id: string; readonly name?: string } | null
  readonly event: 'created' | 'changed' | 'deleted' | 'restored' | 'transition'
  readonly transition?: string
  /** Only fields that the reader may read now, and might have read before and after the change; in JSON form. */
  readonly changes: { readonly [field: string]: readonly [before: unknown, after: unknown] }
  readonly source?: Citation
  readonly confirmed?: readonly string[]
}

export interface HistoryBody {
  readonly items: readonly HistoryItem[]
  readonly next: string | null
}
