// Declares the revisions of the document that a database keeps.

/** Text of a document, and where it came from. */
export interface DocumentSource {
  readonly text: string
  /** Name of the file, which messages use for the document. */
  readonly file: string
  /** Whether the text was read from that file of the server; otherwise a person sent it. */
  readonly isFromFile: boolean
  /** Id of the person who published it; null: nobody who is known. */
  readonly by: string | null
  /** Why it was published, in that person's words. */
  readonly reason?: string | undefined
}

/** Without its text. */
export interface RevisionEntry extends Omit<DocumentSource, 'text'> {
  /** Sequence number of the revision; the greatest one is in force. */
  readonly number: number
  /** Short hash of the text. */
  readonly revision: string
  /** When it was published, RFC 3339. */
  readonly at: string
  /** Characters of the text. */
  readonly length: number
}

export interface DocumentRevision extends RevisionEntry {
  readonly text: string
}

/** Revisions that the database holds when it is opened. */
export interface StoredRevisions {
  readonly inForce: DocumentRevision | undefined
  /** The last that was published from a file of this name. */
  fromFile(file: string): Promise<DocumentRevision | undefined>
}
