// Declares what a person reads of their own account: sessions, API tokens, passkeys, linked providers.

export interface SessionItem {
  readonly id: string
  readonly created_at: string
  readonly expires_at: string | null
  /** Name that the browser or program gave itself. */
  readonly client: string
  readonly current: boolean
}

export interface ApiTokenItem {
  readonly id: string
  readonly name: string
  /** Identifiers of roles; what they include goes with them. */
  readonly roles: readonly string[]
  readonly administrator: boolean
  /** How it begins, to tell it from others. */
  readonly begins: string
  readonly created_at: string
  readonly expires_at: string
  /** To the hour. */
  readonly last_used_at: string | null
}

/** A secret address at which a calendar is read as its person sees it. */
export interface CalendarAddressItem {
  readonly id: string
  /** The path of the calendar's screen, or of a call that answers a calendar. */
  readonly path: string
  readonly created_at: string
  /** To the hour. */
  readonly last_used_at: string | null
}

export interface PasskeyItem {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly used_at: string | null
}

export interface ProviderItem {
  readonly name: string
  readonly path: string
  /** Null: not linked. */
  readonly linked_at: string | null
}
