// Declares the response to signing up and the list of pending sign-ups.

/** The response to a sign-up that does not sign in at once: the same whether or not there is an account with the address. */
export interface SignUpResponse {
  /** Mail is sent to the address, or an administrator decides. */
  readonly next: 'mail' | 'administrator'
  readonly message: string
}

/** The response to `POST /api/auth/sign-up/invitation`. */
export interface InvitationBody {
  /** Whether it came with the start of an application that has no administrator yet. */
  readonly first: boolean
  readonly roles: readonly { readonly role: string; readonly label: string }[]
}

export interface SignUpApplicationItem {
  readonly id: string
  readonly name: string
  readonly email: string
  /** RFC 3339. */
  readonly askedAt: string
  readonly expiresAt: string
  /** Was a link sent, or handed over? */
  readonly hasLink: boolean
  /** Two browsers asked with the same address: a link helps, letting in is refused. */
  readonly isContested: boolean
  /** Somebody has this address already: with an account, or only recorded. */
  readonly known: 'account' | 'record' | null
  /** The name of a person with another address whose name or address reads the same. */
  readonly looksLike: string | null
}

export interface SignUpApplicationsBody {
  /** Newest first, at most 200. */
  readonly items: readonly SignUpApplicationItem[]
}
