// Declares the response of `GET /api/system/people`.

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
}

export interface PeopleBody {
  readonly items: readonly PersonItem[]
  readonly next: string | null
  readonly count: number
  /** Roles that this administrator can give, as the document calls them. */
  readonly roles: readonly { readonly role: string; readonly label: string }[]
}
