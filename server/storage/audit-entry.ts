// Declares the entries of the audit, and the request for a page of them.

export interface NewAuditEntry {
  readonly at: string
  readonly event: string
  /** Id of a person; null: nobody who is known, or the system. */
  readonly by: string | null
  /** Id of the person or record that it was done to. */
  readonly subject?: string | null
  /** Neither secrets nor values of fields. */
  readonly detail?: { readonly [name: string]: unknown }
  /** Network address from which the action was done, in the form that `addressKey` gives. */
  readonly address?: string | null
  /** Revision of the document in force. */
  readonly revision: string
}

export interface AuditEntry extends Required<NewAuditEntry> {
  /** Sequence number, from 1, without gaps. */
  readonly number: number
  /** Hash of the entry before. */
  readonly previous: string
  readonly hash: string
}

export interface AuditRequest {
  readonly limit: number
  /** Number of the last entry of the page before. */
  readonly before?: number
  /** Number of the entry after which the page begins; with it the oldest entries come first. */
  readonly after?: number
  /** Names of events: only entries of one of these. */
  readonly events?: readonly string[]
  /** Done by this person, or to them. */
  readonly person?: string
}
