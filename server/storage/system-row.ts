// Declares the rows of the system's own tables: accounts, sessions, tokens and the like.

/**
 * `account`: key email (lower case); `session`, `token` and `calendar`: key SHA-256 of the token; `link`: one-time links; `sign_up`: key of the
 * address; `known_place`: hash of an account and a network; `new_account`: key person; `used_challenge`: key challenge; `second_factor`: key person; `idempotency`: caller + key; `view`, `shared_view`: key id;
 * `mail_off`: person + kind of notification; `watch`: record + person; `import` and `undo`: key id; `draft` and `draft_text`: key person; `publication`: the one that is scheduled; `verification` and `verification_item`: key id, with and without the lines of a report; `stored`: key person.
 */
export type SystemTable =
  | 'account'
  | 'sign_up'
  | 'known_place'
  | 'new_account'
  | 'used_challenge'
  | 'session'
  | 'token'
  | 'calendar'
  | 'link'
  | 'second_factor'
  | 'passkey'
  | 'identity'
  | 'idempotency'
  | 'view'
  | 'shared_view'
  | 'setting'
  | 'mail_off'
  | 'watch'
  | 'import'
  | 'undo'
  | 'publication'
  | 'verification'
  | 'verification_item'
  | 'draft'
  | 'draft_text'
  | 'stored'

export interface SystemRow {
  readonly key: string
  /** Person it belongs to, for "all sessions of". */
  readonly person: string | null
  /** RFC 3339; null: never. Expired rows are not given back. */
  readonly expiresAt: string | null
  readonly value: { readonly [name: string]: unknown }
}

export interface TokenHolder {
  readonly person: string
  readonly expiresAt: string | null
  /** Version of the person's record. */
  readonly version: number
  /** The number of the document's revision in force, from the same look. */
  readonly revisionInForce: number
}
