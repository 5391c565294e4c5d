// Declares the response of `GET /api/system/audit`.

export interface AuditPerson {
  readonly id: string
  /** Absent where the person is gone, or may not be read. */
  readonly name?: string
}

export interface AuditItem {
  /** Sequence number from 1, without gaps. */
  readonly number: number
  readonly at: string
  readonly event: string
  /** Null: nobody who is known, or the system. */
  readonly by: AuditPerson | null
  /** The person that it was done to. */
  readonly subject: AuditPerson | null
  readonly detail: { readonly [name: string]: unknown }
  readonly address: string | null
  /** Revision of the document in force. */
  readonly revision: string
  readonly hash: string
}

export interface AuditBody {
  /** Newest first. */
  readonly items: readonly AuditItem[]
  readonly next: string | null
  /** The end of the chain: a copy kept elsewhere proves later that nothing before it was touched. */
  readonly head: { readonly number: number; readonly hash: string }
  /** All events that there are, in words that follow the name of the actor: "signed in". */
  readonly events: { readonly [event: string]: string }
}
