// Declares the entries of histories and inboxes.

/** A field whose value an input has from elsewhere. `record`: of this one; without it, of every record of the entity. */
export interface FieldBehind {
  readonly entity: string
  readonly field: string
  readonly record?: string
}

export interface HistoryEntry {
  readonly id: string
  /**
   * Id that all changes made together share: those of a request, a batch or a timer's run. Null for entries written
   * before change sets were kept.
   */
  readonly changeSet: string | null
  /**
   * Version of the record after the change, by which entries are sorted. 0 for entries written before versions were
   * kept.
   */
  readonly version: number
  readonly entity: string
  readonly record: string
  readonly at: string
  /** Id of a person; null: the system. */
  readonly by: string | null
  readonly event: 'created' | 'changed' | 'deleted' | 'restored' | 'transition'
  readonly transition?: string
  /**
   * Values before and after, in JSON form, of every field that changed, by field identifier. Deleting and restoring
   * change none, as the record stays the same.
   */
  readonly changes: { readonly [field: string]: readonly [before: unknown, after: unknown] }
  /** Revision of the document that decided it. */
  readonly revision: string
  /** The document's line under which it happened (a transition's row). */
  readonly line?: number
  /** Codes of warnings that the person confirmed. */
  readonly confirmed?: readonly string[]
  /** Inputs of the transition or the call, in JSON form, by their names. */
  readonly input?: { readonly [name: string]: unknown }
  /** Fields that a reader of an input must be able to read, too, where an effect handed it on: by the names of inputs. */
  readonly behind?: { readonly [name: string]: readonly FieldBehind[] }
  /** The document's own call on this record: "POST /api/loans/:id/remind". */
  readonly call?: string
}

/** Changes that were made together. */
export interface ChangeSet {
  /** Ids follow one another in time. */
  readonly id: string
  /** Moment of the first entry, RFC 3339. */
  readonly at: string
  /** Id of a person; null: the system. */
  readonly by: string | null
}

export interface ChangeSetRequest {
  readonly limit: number
  /** Id of the last one of the page before. */
  readonly before?: string | undefined
  /** Those of this person. */
  readonly person?: string | undefined
}

export interface ChangeSetPage {
  readonly limit: number
  /** The entry that comes first; the oldest where nothing is said. */
  readonly first?: 'oldest' | 'newest'
  /** Id of the last entry of the page before. */
  readonly beyond?: string | undefined
}

export interface InboxEntry {
  readonly id: string
  readonly person: string
  readonly at: string
  /** Null: the text is all of it. */
  readonly subject: string | null
  readonly text: string
  /** Null, with the record, where it is about none. */
  readonly entity: string | null
  readonly record: string | null
  readonly readAt: string | null
}
