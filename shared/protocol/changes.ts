// Declares the list of change sets: what was changed together, its actor and its time.

/** How many changes of records are undone together at most. */
export const MOST_UNDONE = 5_000

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
