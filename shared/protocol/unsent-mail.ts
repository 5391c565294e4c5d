// Declares the list of unsent mail for administrators, without the contents.

export interface UnsentMessageItem {
  readonly id: string
  /** An address. */
  readonly to: string
  /** Null: administrators may not read data, or the key that sealed it is not here. */
  readonly subject: string | null
  /** RFC 3339. */
  readonly madeAt: string
  readonly tries: number
  /** Codes of the last failure. */
  readonly problem: string | null
  /** RFC 3339; null: it was given up. */
  readonly nextTryAt: string | null
  /** False: the link in it is too old. */
  readonly isSendable: boolean
}

export interface UnsentMailBody {
  /** Newest first, at most 200. */
  readonly items: readonly UnsentMessageItem[]
}
