// Declares the response of `GET /api/tickets/:id/history`.
import type { Citation } from '../model/model.ts'

export interface HistoryItem {
  readonly id: string
  /** Id shared by all changes that were made together. Absent in entries of versions that kept none. */
  readonly changeSet?: string
  /** Version of the record after the change. Absent where `changeSet` is. */
  readonly version?: number
  readonly at: string
  /** Absent for readers who may not know it (`updated_by`); null: the system. */
  readonly by?: { readonly id: string; readonly name?: string } | null
  readonly event: 'created' | 'changed' | 'deleted' | 'restored' | 'transition'
  readonly transition?: string
  /** Only fields that the reader may read now, and might have read before and after the change; in JSON form. */
  readonly changes: { readonly [field: string]: readonly [before: unknown, after: unknown] }
  readonly source?: Citation
  /** Codes of warnings that the person confirmed. */
  readonly confirmed?: readonly string[]
  /** Inputs of the transition or the call, in JSON form: those that go into no field that the reader may not read. */
  readonly input?: { readonly [name: string]: unknown }
  /** The document's own call on the record: "POST /api/loans/:id/remind". */
  readonly call?: string
}

export interface HistoryBody {
  readonly items: readonly HistoryItem[]
  readonly next: string | null
}
