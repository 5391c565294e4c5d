// Declares the records that a person watches.

export interface WatchedRecord {
  readonly entity: string
  /** Path of the entity: "tickets". */
  readonly path: string
  readonly id: string
  readonly title: string
}

export interface WatchesBody {
  readonly items: readonly WatchedRecord[]
}
