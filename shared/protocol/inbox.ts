// Declares what a person reads in their inbox.

export interface InboxMessage {
  readonly id: string
  readonly at: string
  /** Null: the text is all of it. */
  readonly subject: string | null
  readonly text: string
  /** Absent where the message is about no record. */
  readonly entity?: string
  /** Absent, with all that leads there, where the person may not read the record, or it is gone. */
  readonly record?: string
  /** Path of the entity: "tickets". */
  readonly path?: string
  /** Address of the record's page, where a screen of the document shows it to the person. */
  readonly page?: string
  readonly read_at: string | null
}

export interface InboxBody {
  readonly items: readonly InboxMessage[]
  readonly unread: number
}
