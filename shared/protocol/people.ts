// Declares people as administrators see them, and what handing over their work did.

export interface PersonItem {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly active: boolean
  /** Is there a way for this person to sign in? Without one, an invitation makes it. */
  readonly hasAccount: boolean
  readonly hasPassword: boolean
  readonly hasSecondFactor: boolean
  readonly passkeys: number
  /** Accounts elsewhere (OpenID Connect) that are linked. */
  readonly identities: number
  readonly sessions: number
  readonly tokens: number
  /** RFC 3339; null: not since there is an audit. */
  readonly lastSignIn: string | null
  /** The name of a person who was there before and whose name or address reads the same. */
  readonly looksLike: string | null
}

export interface PeopleBody {
  readonly items: readonly PersonItem[]
  readonly next: string | null
  readonly count: number
  /** Roles that this administrator can give, as the document calls them. */
  readonly roles: readonly { readonly role: string; readonly label: string }[]
}

/** Records of one entity that name the person in one relation. */
export interface OpenRecords {
  readonly entity: string
  readonly plural: string
  readonly field: string
  /** Label of the field: "Assignee". */
  readonly label: string
  readonly count: number
  /** The relation says who wrote a record, rather than who is responsible for it. */
  readonly isAuthor: boolean
}

export interface ReassignBody {
  /** Id of the change set, all of which is undone together. */
  readonly changeSet: string
  readonly changed: number
  readonly refused: readonly RefusedRecord[]
  /** There are more than are reassigned at once. */
  readonly more: boolean
}

export interface RefusedRecord {
  readonly entity: string
  readonly id: string
  readonly title: string
  readonly message: string
}
