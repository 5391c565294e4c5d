// Declares the files that fields of records hold, as the database keeps them.

/** A file as it lies in the database; its content lies in parts. */
export interface StoredFile {
  /** 128 random bits: nobody finds it by guessing. */
  readonly id: string
  /** Whose parts its content is: copies share them. */
  readonly content: string
  readonly name: string
  /** Media type (RFC 6838), by content. */
  readonly type: string
  /** "pdf": by content too; "" where none is known. */
  readonly extension: string
  /** Bytes. */
  readonly size: number
  /** Id of the person who uploaded it; null: nobody who is known. */
  readonly person: string | null
  /** RFC 3339. */
  readonly createdAt: string
  /** The field that holds it; null: none does yet. */
  readonly owner: FileOwner | null
}

export interface FileOwner {
  readonly entity: string
  readonly record: string
  readonly field: string
}

/** Bytes of a part; only the last one of a content may be shorter. */
export const PART_BYTES = 256 * 1024
