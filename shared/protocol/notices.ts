// Declares the records that a person watches, and the people that can be mentioned beside a record.

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

export interface MentionablePerson {
  readonly id: string
  readonly name: string
  /** The address of their picture, where they have one that the caller may see. */
  readonly picture?: string
}

export interface MentionablePeople {
  readonly items: readonly MentionablePerson[]
}
