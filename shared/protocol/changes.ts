// Declares the list of change sets, which were changed together, and the undo of one.
//
//   POST /api/system/changes/{id}/undo           200 `UndoneBody`, or 202 `UndoStatus` and `Location`
//   GET  /api/system/undos/{id}                  `UndoStatus`
//   POST /api/system/undos/{id}/stop             `UndoStatus`
//
// 202 is the answer where the request says `Prefer: respond-async`, and for more than 5,000 changes.

/** A change set with more changes of records is undone in the background. */
export const UNDONE_AT_ONCE = 5_000
/** How many changes of records are undone together at most: those of the largest import, with what its rows set off. */
export const MOST_UNDONE = 200_000

export interface ChangedRecord {
  readonly entity: string
  readonly id: string
  /** Absent where it can't be read. */
  readonly title?: string
  /** True where the record is in the trash and has no page until it is restored. */
  readonly inTrash?: true
  /** Events in the order in which they happened. */
  readonly events: readonly ('created' | 'changed' | 'deleted' | 'restored' | 'transition')[]
  /** Identifiers of the transitions among them. */
  readonly transitions: readonly string[]
}

export interface ChangeSetItem {
  readonly id: string
  readonly at: string
  /** Null: the system. */
  readonly by: { readonly id: string; readonly name?: string } | null
  /** The first 20 of the records that the reader may read now. */
  readonly records: readonly ChangedRecord[]
  /** There are more. */
  readonly isCut: boolean
}

export interface ChangesBody {
  /** Newest first; one's own, or for administrators who may read all data those of all. */
  readonly items: readonly ChangeSetItem[]
  readonly next: string | null
}

export interface UndoneBody {
  /** Id of the change set that the undo is. */
  readonly id: string
  /** How many records are as they were. */
  readonly records: number
}

/** An undo in the background, for the person who began it, for a day. */
export interface UndoStatus {
  readonly id: string
  /** Id of the change set that is undone. */
  readonly changeSet: string
  /** `stopped` and `failed` have undone nothing. */
  readonly state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  /** How many changes of records it has. */
  readonly changes: number
  /** How many of them were gone through so far. */
  readonly tried: number
  /** RFC 3339. */
  readonly createdAt: string
  readonly endedAt?: string
  readonly result?: UndoneBody
  /** Error of an undo that failed, as the response would have given it, with the record that stands against it. */
  readonly problem?: {
    readonly code: string
    readonly message: string
    readonly about?: { readonly entity: string; readonly id: string; readonly title?: string }
  }
}
