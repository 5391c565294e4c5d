// Declares the events of the audit and their details: never a secret, never a field's value.
import type { TrialEnd } from '#shared/protocol/trial.ts'
import type { InLanguages } from '#shared/text/language.ts'

/** Add an event where something new is to be noted; a person who reads the audit finds the list here. */
export interface AuditDetails {
  /** `way`: how; `second`: which second factor came with it. */
  sign_in: { readonly way: AuditedSignInMethod; readonly second?: 'code' | 'recovery code' | 'passkey' }
  /**
   * A failed sign-in. The entry does not keep the address that was typed; `subject` is the person that the address
   * belongs to, if there is one.
   */
  sign_in_failed: { readonly way: AuditedSignInMethod; readonly times?: number }
  sign_out: NoDetail
  sign_up: { readonly invited: boolean; readonly roles: readonly string[] }
  /** The address is not proven yet; `subject` is the person who has an account with it, where there is one. */
  sign_up_requested: NoDetail
  sign_up_let_in: NoDetail
  sign_up_turned_away: NoDetail
  /** An administrator made it by hand. */
  sign_up_link_made: NoDetail
  mail_sent_again: { readonly mail: string }
  mail_dismissed: { readonly mail: string }
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
  calendar_address_created: { readonly calendar: string; readonly path: string }
  calendar_address_ended: { readonly calendar: string; readonly path: string }
  invited: { readonly roles: readonly string[] }
  person_created: { readonly roles: readonly string[] }
  roles_changed: { readonly before: readonly string[]; readonly after: readonly string[] }
  person_activated: NoDetail
  person_deactivated: NoDetail
  /**
   * A transfer of the records that were open under the subject's name. `heir` is the id of the person who has them
   * now.
   */
  handed_over: { readonly heir: string; readonly count: number; readonly refused: number }
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
  /** `kept` is false where it was only tried or a row was refused; `stopped`: the line at which it ended before its end. */
  imported: {
    readonly path: string
    readonly kept: boolean
    readonly rows: number
    readonly created: number
    readonly updated: number
    readonly unchanged?: number
    readonly refused: number
    readonly stopped?: number
  }
  /** `until`: when the session ends, and with it the view at the latest. */
  view_as_started: { readonly roles?: readonly string[]; readonly until: string | null }
  view_as_ended: NoDetail
  trial_started: { readonly data: string; readonly until: string }
  /** Only on a copy of the data. `roles`: of somebody who was made up. */
  trial_viewed: { readonly roles?: readonly string[] }
  trial_ended: { readonly why: TrialEnd }
  verification_started: NoDetail
  /** Revisions; `from` is null for the first. `widened`: what people may do under it that they could not before. */
  document_published: {
    readonly from: string | null
    readonly to: string
    readonly widened?: readonly string[]
    /** Names of deleted entities and fields, each with the number of its records. */
    readonly deleted?: readonly string[]
    readonly reason?: string
  }
  /** `revision`: of the text; `due`: its moment. */
  publication_scheduled: { readonly revision: string; readonly due: string }
  publication_cancelled: { readonly revision: string; readonly due: string }
}

export type AuditEvent = keyof AuditDetails

type AuditedSignInMethod = 'password' | 'passkey' | 'provider' | 'link'

type NoDetail = { readonly [name: string]: never }

/** Each in words that follow a person who did it: "Ann signed in". */
export const AUDIT_EVENTS: { readonly [event in AuditEvent]: InLanguages } = {
  sign_in: { en: 'signed in', de: 'hat sich angemeldet' },
  sign_in_failed: { en: 'could not sign in', de: 'konnte sich nicht anmelden' },
  sign_out: { en: 'signed out', de: 'hat sich abgemeldet' },
  sign_up: { en: 'signed up', de: 'hat sich registriert' },
  sign_up_requested: { en: 'asked to sign up', de: 'hat eine Registrierung begonnen' },
  sign_up_let_in: { en: 'approved a sign-up', de: 'hat eine Registrierung freigegeben' },
  sign_up_turned_away: { en: 'declined a sign-up', de: 'hat eine Registrierung abgelehnt' },
  sign_up_link_made: {
    en: 'made a link for a sign-up',
    de: 'hat einen Link für eine Registrierung erstellt',
  },
  mail_sent_again: { en: 'sent a message again', de: 'hat eine Nachricht noch einmal geschickt' },
  mail_dismissed: { en: 'dismissed an unsent message', de: 'hat eine nicht gesendete Nachricht verworfen' },
  timer_run: { en: 'ran a timer now', de: 'hat einen Timer jetzt ausgeführt' },
  webhook_sent_again: { en: 'sent a webhook again', de: 'hat einen Webhook noch einmal geschickt' },
  webhook_dismissed: { en: 'dismissed a webhook', de: 'hat einen Webhook verworfen' },
  session_ended: { en: 'ended a session', de: 'hat eine Sitzung beendet' },
  sessions_ended: { en: 'ended sessions', de: 'hat Sitzungen beendet' },
  password_changed: { en: 'changed the password', de: 'hat das Passwort geändert' },
  password_reset_requested: { en: 'asked for a new password', de: 'hat ein neues Passwort angefordert' },
  sign_in_link_requested: { en: 'asked for a link to sign in', de: 'hat einen Link zum Anmelden angefordert' },
  password_reset_link_made: {
    en: 'made a link for a new password',
    de: 'hat einen Link für ein neues Passwort erstellt',
  },
  password_reset: { en: 'set a new password', de: 'hat ein neues Passwort gesetzt' },
  second_factor_added: { en: 'added a second factor', de: 'hat einen zweiten Faktor eingerichtet' },
  second_factor_failed: { en: 'gave a wrong second factor', de: 'hat einen falschen zweiten Faktor angegeben' },
  proof_failed: { en: 'could not confirm their identity', de: 'konnte die eigene Identität nicht bestätigen' },
  second_factor_removed: { en: 'removed a second factor', de: 'hat einen zweiten Faktor entfernt' },
  recovery_codes_made: { en: 'made recovery codes', de: 'hat Wiederherstellungscodes erstellt' },
  passkey_added: { en: 'added a passkey', de: 'hat einen Passkey hinzugefügt' },
  passkey_removed: { en: 'removed a passkey', de: 'hat einen Passkey entfernt' },
  identity_linked: { en: 'linked an account elsewhere', de: 'hat ein anderes Konto verknüpft' },
  identity_unlinked: { en: 'unlinked an account elsewhere', de: 'hat die Verknüpfung mit einem Konto gelöst' },
  token_created: { en: 'made a token', de: 'hat ein Token erstellt' },
  token_ended: { en: 'ended a token', de: 'hat ein Token beendet' },
  calendar_address_created: { en: 'subscribed to a calendar', de: 'hat einen Kalender abonniert' },
  calendar_address_ended: { en: 'ended the address of a calendar', de: 'hat die Adresse eines Kalenders beendet' },
  invited: { en: 'invited somebody', de: 'hat jemanden eingeladen' },
  person_created: { en: 'added a person', de: 'hat eine Person angelegt' },
  roles_changed: { en: 'changed roles', de: 'hat Rollen geändert' },
  person_activated: { en: 'activated a person again', de: 'hat eine Person wieder aktiviert' },
  person_deactivated: { en: 'deactivated a person', de: 'hat eine Person deaktiviert' },
  handed_over: { en: 'reassigned open records', de: 'hat offene Einträge übergeben' },
  person_removed: { en: 'removed a person', de: 'hat eine Person entfernt' },
  person_restored: { en: 'restored a person', de: 'hat eine Person wiederhergestellt' },
  email_changed: { en: 'changed an address', de: 'hat eine Adresse geändert' },
  write_refused: { en: 'was refused', de: 'wurde abgewiesen' },
  exported: { en: 'exported records', de: 'hat Einträge exportiert' },
  imported: { en: 'imported a table, or tried to', de: 'hat eine Tabelle importiert oder es versucht' },
  view_as_started: { en: 'began to view as somebody else', de: 'hat die Ansicht als jemand anders begonnen' },
  view_as_ended: { en: 'stopped viewing as somebody else', de: 'hat die Ansicht als jemand anders beendet' },
  trial_started: { en: 'began to try a document', de: 'hat begonnen, ein Dokument auszuprobieren' },
  trial_viewed: {
    en: 'tried a document as somebody else on a copy of the data',
    de: 'hat ein Dokument auf einer Kopie der Daten als jemand anders ausprobiert',
  },
  trial_ended: { en: 'ended the trial of a document', de: 'hat den Probelauf eines Dokuments beendet' },
  verification_started: { en: 'had the document verified', de: 'hat das Dokument prüfen lassen' },
  publication_scheduled: { en: 'scheduled a publication', de: 'hat eine Veröffentlichung geplant' },
  publication_cancelled: {
    en: 'cancelled a scheduled publication',
    de: 'hat eine geplante Veröffentlichung zurückgenommen',
  },
  document_published: { en: 'published the document', de: 'hat das Dokument veröffentlicht' },
}

/** Older entries keep the name that they were stored with: their hash is of it. */
const FORMER_NAMES: ReadonlyMap<string, AuditEvent> = new Map([
  ['letter_sent_again', 'mail_sent_again'],
  ['letter_dismissed', 'mail_dismissed'],
])

export function isAuditEvent(event: string): event is AuditEvent {
  return Object.hasOwn(AUDIT_EVENTS, event)
}

/** The name of an event now, and those that it had. */
export function storedNamesOf(event: AuditEvent): readonly string[] {
  return [event, ...[...FORMER_NAMES].flatMap(([former, present]) => (present === event ? [former] : []))]
}

export function presentNameOf(stored: string): string {
  return FORMER_NAMES.get(stored) ?? stored
}
