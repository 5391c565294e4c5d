// Says the refusals of accounts in German.
import type { ACCOUNT_REFUSALS } from '../accounts.ts'
import type { TranslatedEntries } from './translated-entries.ts'

export const GERMAN_ACCOUNT_REFUSALS: TranslatedEntries<typeof ACCOUNT_REFUSALS> = {
  not_signed_in: { message: 'Bitte zuerst anmelden.' },
  wrong_credentials: { message: 'E-Mail-Adresse oder Passwort ist falsch.' },
  sign_in_impossible: { message: 'So hat die Anmeldung nicht geklappt. Noch einmal versuchen oder anders anmelden.' },
  sample_elsewhere: {
    message:
      'Die Personen der Beispieldaten können sich nur auf diesem Rechner anmelden: Ihr Passwort kann jeder lesen.',
    remedy:
      'Wer diese Anwendung betreibt, kann sie mit PUBLIC_URL und --sample starten: Dann bekommen sie ein eigenes Passwort.',
  },
  sign_in_method_not_offered: {
    message: 'Die Anmeldung mit {way} gibt es hier nicht.',
    remedy: 'Einen der Wege auf der Anmeldeseite benutzen.',
  },
  last_sign_in_method: {
    message: 'Das ist der einzige Weg zur Anmeldung. Vor dem Entfernen einen anderen einrichten.',
  },
  not_by_token: { message: 'Mit einem API-Token lassen sich keine Konten verwalten.', remedy: 'Dafür anmelden.' },
  token_without_roles: {
    message: 'Dieses API-Token hat keine Rolle. Nachrichten richten sich an die Rollen der Person.',
    remedy: 'Ein Token mit einer Rolle erstellen.',
  },
  proof_needed: {
    message: 'Die Anmeldung liegt länger zurück. Bitte noch einmal bestätigen.',
    remedy: 'Unter /api/auth/reauthentication bestätigen, wo die Wege stehen, oder neu anmelden.',
  },
  second_proof_needed: {
    message: 'Das ändert den zweiten Faktor. Bitte mit beiden Faktoren bestätigen.',
    remedy: 'Innerhalb von zwei Minuten mit beiden unter /api/auth/reauthentication bestätigen, wo die Wege stehen.',
  },
  second_factor_needed: {
    message: 'Diese Rolle braucht einen zweiten Faktor. Bitte zuerst einrichten.',
    remedy: 'Im Konto eine Authenticator-App einrichten oder mit einem Passkey anmelden.',
  },
  second_step_needed: {
    message: 'Dieses Konto hat einen zweiten Faktor. Bitte auf der Seite der Anwendung anmelden.',
  },
  wrong_code: { message: 'Dieser Code ist falsch oder wurde schon benutzt.' },
  challenge_gone: { message: 'Das dauerte zu lange, oder es waren zu viele Versuche. Bitte neu anmelden.' },
  set_up_gone: { message: 'Das dauerte zu lange. Bitte von vorn beginnen.' },
  code_set_up: {
    message: 'Eine Authenticator-App ist schon eingerichtet. Für eine andere zuerst diese ausschalten.',
  },
  code_not_set_up: { message: 'Es ist keine Authenticator-App eingerichtet.' },
  passkey_refused: { message: 'Dieser Passkey ließ sich nicht hinzufügen. Bitte noch einmal versuchen.' },
  wrong_origin: {
    message: 'Passkeys gehen nur unter {address}.',
    remedy: 'Die Anwendung dort öffnen, oder PUBLIC_URL auf die Adresse setzen lassen, die alle benutzen.',
  },
  link_gone: {
    message: 'Dieser Link wurde schon benutzt oder ist abgelaufen.',
    remedy: 'Einen neuen anfordern.',
  },
  no_mail: {
    message: 'Diese Anwendung verschickt keine E-Mails.',
    remedy: 'Ein Administrator kann einen Link geben.',
  },
  invitation_gone: { message: 'Diese Einladung wurde schon benutzt, zurückgezogen oder ist abgelaufen.' },
  sign_up_contested: {
    message: 'Zwei Browser haben sich mit dieser Adresse registriert.',
    remedy: 'Einen Link erstellen und der Person geben, die bekannt ist.',
  },
  password_needed: {
    message: 'Die Registrierung begann in einem anderen Browser. Bitte jetzt ein Passwort wählen.',
  },
  other_browser: {
    message: 'Diesen Link in dem Browser öffnen, in dem die Registrierung begann: Dort ist der Passkey.',
    remedy: 'Oder in diesem Browser neu registrieren.',
  },

  provider_unavailable: {
    message: '{provider} ist gerade nicht erreichbar. In ein paar Minuten noch einmal versuchen oder anders anmelden.',
  },
  provider_denied: {
    message:
      'Die Anmeldung mit {provider} wurde abgebrochen oder abgelehnt. Noch einmal versuchen oder anders anmelden.',
  },
  provider_failed: {
    message:
      'Die Antwort von {provider} ist nicht vertrauenswürdig. Die Anmeldung ist nicht erfolgt; bitte noch einmal versuchen.',
  },
  flow_gone: {
    message: 'Das dauerte zu lange, begann in einem anderen Browser oder ist schon erledigt. Bitte von vorn beginnen.',
  },
  email_unverified: {
    message: '{provider} hat die E-Mail-Adresse nicht bestätigt. Dort bestätigen oder anders anmelden.',
  },
  account_exists: {
    message:
      'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Wie bisher anmelden; danach lässt sich {provider} auf der Kontoseite verknüpfen.',
  },
  no_account: { message: 'Hier gibt es noch kein Konto dafür. Um eine Einladung bitten.' },
  sign_up_waits: {
    message: 'Die Anfrage ist angekommen. Sobald ein Administrator zugestimmt hat, geht die Anmeldung mit {provider}.',
  },
  identity_taken: { message: 'Dieses Konto bei {provider} ist hier mit einem anderen Konto verknüpft.' },
  identity_other: { message: 'Das Konto hier ist nicht mit diesem Konto bei {provider} verknüpft.' },
  provider_incomplete: {
    message:
      '{provider} gibt für ein Konto hier nicht genug an. Auf einem anderen Weg registrieren, dann {provider} auf der Kontoseite verknüpfen.',
  },
}
