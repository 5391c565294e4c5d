// Declares the events of the audit and their details: never a secret, never a field's value.

/** Add an event where something new is to be noted; a person who reads the audit finds the list here. */
export interface AuditDetails {
  /** `way`: how; `second`: which second factor came with it. */
  sign_in: { readonly way: AuditedSignInMethod; readonly second?: 'code' | 'recovery code' | 'passkey' }
  /** What was typed names nobody: `subject` is the person, where the address belongs to one. */
  sign_in_failed: { readonly way: AuditedSignInMethod; readonly times?: number }
  sign_out: NoDetail
  sign_up: { readonly invited: boolean; readonly roles: readonly string[] }
  /** The address is not proven yet; `subject` is the person who has an account with it, where there is one. */
  sign_up_requested: NoDetail
  sign_up_let_in: NoDetail
  sign_up_turned_away: NoDetail
  /** An administrator made it by hand. */
  sign_up_link_made: NoDetail
  letter_sent_again: { readonly letter: string }
  letter_dismissed: { readonly letter: string }
  /** Before its moment, or again after it was refused; `subject` is the record. */
  timer_run: { readonly timer: string; readonly entity: string }
  webhook_sent_again: { readonly webhook: string; readonly entity: string }
  webhook_dismissed: { readonly webhook: string; readonly entity: string }
  session_ended: { readonly session: string }
  sessions_ended: { readonly count: number }
  password_changed: NoDetail
  password_reset_requested: NoDetail
  sign_in_link_requested: NoDetail
  /** An administrator made the link by hand. */
  password_reset_link_made: NoDetail
  password_reset: NoDetail
  second_factor_added: { readonly kind: 'code' | 'passkey' }
  second_factor_failed: { readonly times?: number }
  /** A person who holds the session gave something wrong that could be guessed. */
  proof_failed: { readonly way: 'password' | 'code' }
  second_factor_removed: { readonly kind: 'code' | 'passkey' | 'all' }
  recovery_codes_made: NoDetail
  passkey_added: { readonly name: string }
  passkey_removed: { readonly name: string }
  identity_linked: { readonly provider: string }
  identity_unlinked: { readonly provider: string }
  token_created: {
    readonly token: string
    readonly name: string
    readonly roles: readonly string[]
    readonly administrator: boolean
  }
  token_ended: { readonly token: string; readonly name: string }
  invited: { readonly roles: readonly string[] }
  person_created: { readonly roles: readonly string[] }
  roles_changed: { readonly before: readonly string[]; readonly after: readonly string[] }
  person_activated: NoDetail
  person_deactivated: NoDetail
  person_removed: NoDetail
  person_restored: NoDetail
  email_changed: NoDetail
  /** `times`: how many refusals this entry stands for, where there were too many for one each. */
  write_refused: {
    readonly method: string
    readonly path: string
    readonly status: number
    readonly code: string
    readonly line?: number
    readonly times?: number
  }
  exported: { readonly path: string; readonly format: string; readonly rows?: number }
  /** `until`: when the session ends, and with it the view at the latest. */
  view_as_started: { readonly roles?: readonly string[]; readonly until: string | null }
  view_as_ended: NoDetail
  /** Revisions; `from` is null for the first. `widened`: what people may do under it that they could not before. */
  document_published: { readonly from: string | null; readonly to: string; readonly widened?: readonly string[] }
}

export type AuditEvent = keyof AuditDetails

type AuditedSignInMethod = 'password' | 'passkey' | 'provider' | 'link'

type NoDetail = { readonly [name: string]: never }

/** Each in words that follow a person who did it: "Ann signed in". */
export const AUDIT_EVENTS: { readonly [event in AuditEvent]: string } = {
  sign_in: 'signed in',
  sign_in_failed: 'could not sign in',
  sign_out: 'signed out',
  sign_up: 'signed up',
  sign_up_requested: 'asked to sign up',
  sign_up_let_in: 'let somebody in who asked to sign up',
  sign_up_turned_away: 'turned somebody away who asked to sign up',
  sign_up_link_made: 'made a link for who asked to sign up',
  letter_sent_again: 'sent a message again',
  letter_dismissed: 'dismissed an unsent message',
  timer_run: 'had a timer run now',
  webhook_sent_again: 'sent a webhook again',
  webhook_dismissed: 'dismissed a webhook',
  session_ended: 'ended a session',
  sessions_ended: 'ended sessions',
  password_changed: 'changed the password',
  password_reset_requested: 'asked for a new password',
  sign_in_link_requested: 'asked for a link to sign in',
  password_reset_link_made: 'made a link for a new password',
  password_reset: 'set a new password',
  second_factor_added: 'added a second factor',
  second_factor_failed: 'gave a wrong second factor',
  proof_failed: 'could not prove to be it',
  second_factor_removed: 'removed a second factor',
  recovery_codes_made: 'made recovery codes',
  passkey_added: 'added a passkey',
  passkey_removed: 'removed a passkey',
  identity_linked: 'linked an account elsewhere',
  identity_unlinked: 'unlinked an account elsewhere',
  token_created: 'made a token',
  token_ended: 'ended a token',
  invited: 'invited somebody',
  person_created: 'added a person',
  roles_changed: 'changed roles',
  person_activated: 'let a person in again',
  person_deactivated: 'shut a person out',
  person_removed: 'removed a person',
  person_restored: 'brought a person back',
  email_changed: 'changed an address',
  write_refused: 'was refused',
  exported: 'exported records',
  view_as_started: 'began to view as somebody else',
  view_as_ended: 'stopped viewing as somebody else',
  document_published: 'published the document',
}
