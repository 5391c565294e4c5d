// Says the remedies that name roles, states or conditions in German.
import type { REMEDIES } from '../remedies.ts'

export const GERMAN_REMEDIES: { readonly [name in keyof typeof REMEDIES]: string } = {
  who_can: 'Das dürfen: {who}.',
  create_by: 'Anlegen geht mit {steps}.',
  by_itself: 'Das geschieht von selbst.',
  when: 'Das geht, wenn gilt: {condition}.',
  from_states: '{step} setzt den Zustand {states} voraus.',
  is_now: 'Jetzt ist der Zustand {state}.',
  is_now_since: 'Jetzt ist der Zustand {state}, seit {when}.',
  is_now_by: 'Jetzt ist der Zustand {state}: {who}, {when}.',
  is_now_after: 'Jetzt ist der Zustand {state}: {step} von {who}, {when}.',
  changed_by: 'Geändert von {who}, {when}.',
  clears: 'Das Löschen leert {fields} bei {record}. Bitte dort zuerst ändern, oder auch das löschen.',
  from_new: 'Das geht nur beim Anlegen.',
  confirm: 'Die Anfrage mit „Confirm: {code}“ wiederholen, um trotzdem fortzufahren.',
  own_address: 'Die eigene Adresse ändert die Person selbst. {givers}',
  givers: 'Die Rolle {role} können vergeben: {givers}.',
  other_roles: 'Die eigenen Rollen kann jemand anders ändern.',
  invited: 'Dafür braucht es eine Einladung.',
  approved: 'Ein Administrator muss das Konto zuerst freigeben.',
  hand_on: 'Den Link ohne Adresse erstellen und selbst weitergeben.',
  mail_server: 'Wer diese Anwendung betreibt, richtet einen Mailserver ein (SMTP_URL und MAIL_FROM).',
  administrator: 'Ein Administrator kann das tun.',
  other_administrator: 'Ein anderer Administrator kann das tun.',
  last_administrator: 'Ein anderer Administrator kann das tun, damit immer einer bleibt.',
  administrators_changed: 'Nur Administratoren können Administratoren ändern.',
  administrators_removed: 'Nur Administratoren können Administratoren entfernen.',
  administrators_viewed: 'Die Ansicht als Administrator ist nicht möglich.',
  https:
    'Wer diese Anwendung betreibt, stellt https davor und setzt PUBLIC_URL auf ihre Adresse. Auf dem eigenen Rechner geht http://localhost ohne Weiteres.',
  https_at: 'Stattdessen {address} öffnen.',
}
