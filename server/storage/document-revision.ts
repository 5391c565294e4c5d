// Declares the revisions of the document that a database keeps.

/** Where a text came from. */
export interface DocumentSource {
  readonly text: string
  /** As people call it in messages: the file's name. */
  readonly file: string
  /** It was read from that file of the server; otherwise a person sent it. */
  readonly isFromFile: boolean
  /** Id of the person who published it; null: nobody who is known. */
  readonly by: string | null
}

/** Without its text. */
export interface RevisionEntry extends Omit<DocumentSource, 'text'> {
  /** They follow one another; the greatest is in force. */
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

/** What the database keeps when it is opened. */
export interface StoredRevisions {
  readonly inForce: DocumentRevision | undefined
  /** The last that was published from a file of this name. */
  fromFile(file: string): DocumentRevision | undefined
}
