// Holds what messages about accounts say, in each language; a link stands as a paragraph of its own.
import type { InLanguages } from '#shared/text/language.ts'

export interface AccountText {
  readonly subject: string
  readonly paragraphs: readonly string[]
}

export const ACCOUNT_TEXTS = {
  reset: {
    en: {
      subject: '{application}: a new password',
      paragraphs: [
        'Somebody asked for a new password for your {application} account. Choose it here within an hour:',
        '{link}',
        'It can be used once. All sessions end when the password is changed. If you did not ask for it, do nothing: your password stays as it is.',
      ],
    },
    de: {
      subject: '{application}: neues Passwort',
      paragraphs: [
        'Für dieses Konto bei {application} wurde ein neues Passwort angefordert. Es lässt sich hier eine Stunde lang wählen:',
        '{link}',
        'Der Link gilt einmal. Mit dem neuen Passwort enden alle Sitzungen. Wer es nicht angefordert hat, muss nichts tun: Das Passwort bleibt, wie es ist.',
      ],
    },
  },
  password_changed: {
    en: {
      subject: '{application}: your password was changed',
      paragraphs: [
        'The password of your {application} account was changed just now, and all other sessions and tokens were ended.',
        'If it was not you, ask for a new password at once, and tell the administrators.',
      ],
    },
    de: {
      subject: '{application}: Passwort geändert',
      paragraphs: [
        'Das Passwort dieses Kontos bei {application} wurde gerade geändert. Alle anderen Sitzungen und Tokens sind beendet.',
        'War das jemand anders? Dann sofort ein neues Passwort anfordern und den Administratoren Bescheid geben.',
      ],
    },
  },
  second_factor_reset: {
    en: {
      subject: '{application}: your second factor was reset',
      paragraphs: [
        'An administrator of {application} has just removed the authenticator app and passkeys from your account. All your sessions and tokens have ended.',
        'If you asked for this, sign in and set up new ones. If not, tell the administrators at once.',
      ],
    },
    de: {
      subject: '{application}: zweiter Faktor zurückgesetzt',
      paragraphs: [
        'Ein Administrator von {application} hat gerade die Authenticator-App und die Passkeys von diesem Konto entfernt. Alle Sitzungen und Tokens sind beendet.',
        'War das so gewünscht, bitte anmelden und neue einrichten. Wenn nicht, bitte sofort den Administratoren Bescheid geben.',
      ],
    },
  },
  sign_in: {
    en: {
      subject: '{application}: your link to sign in',
      paragraphs: [
        'Sign in to {application} with this link within 15 minutes:',
        '{link}',
        'It can be used once. If you didn’t ask for it, ignore this message: no one can sign in without the link.',
      ],
    },
    de: {
      subject: '{application}: Link zum Anmelden',
      paragraphs: [
        'Mit diesem Link geht die Anmeldung bei {application}, 15 Minuten lang:',
        '{link}',
        'Der Link gilt einmal. Wer ihn nicht angefordert hat, muss nichts tun: Ohne ihn kommt niemand hinein.',
      ],
    },
  },
  proof: {
    en: {
      subject: '{application}: confirm it’s you',
      paragraphs: [
        'Somebody who is signed in as you wants to change how you sign in to {application}. If it is you, go on with this link, in the same browser, within 15 minutes:',
        '{link}',
        'It can be used once. If it isn’t you, don’t open the link: change your password, or tell the administrators.',
      ],
    },
    de: {
      subject: '{application}: Bitte bestätigen',
      paragraphs: [
        'Unter diesem Konto soll geändert werden, wie die Anmeldung bei {application} geht. Wer das selbst war, macht mit diesem Link weiter, im selben Browser, innerhalb von 15 Minuten:',
        '{link}',
        'Der Link gilt einmal. War es jemand anders, den Link nicht öffnen: Passwort ändern oder den Administratoren Bescheid geben.',
      ],
    },
  },
  invitation: {
    en: {
      subject: 'You are invited to {application}',
      paragraphs: [
        'You are invited to {application}. Create your account within a week:',
        '{link}',
        'The invitation is good for one account.',
      ],
    },
    de: {
      subject: 'Einladung zu {application}',
      paragraphs: [
        'Das ist eine Einladung zu {application}. Das Konto lässt sich hier eine Woche lang anlegen:',
        '{link}',
        'Die Einladung gilt für ein Konto.',
      ],
    },
  },
  finish_sign_up: {
    en: {
      subject: '{application}: finish signing up',
      paragraphs: [
        'Somebody signed up for {application} with this address. If it was you, finish it here within a day:',
        '{link}',
        'It can be used once. If it was not you, do nothing: no account is created without the link.',
      ],
    },
    de: {
      subject: '{application}: Registrierung abschließen',
      paragraphs: [
        'Mit dieser Adresse wurde eine Registrierung bei {application} begonnen. Wer das selbst war, schließt sie hier innerhalb eines Tages ab:',
        '{link}',
        'Der Link gilt einmal. Alle anderen müssen nichts tun: Ohne ihn entsteht kein Konto.',
      ],
    },
  },
  account_exists: {
    en: {
      subject: '{application}: you already have an account',
      paragraphs: [
        'Somebody signed up for {application} with this address, which has an account already. If it was you, sign in here:',
        '{link}',
        'If it was not you, do nothing: your account stays as it is.',
      ],
    },
    de: {
      subject: '{application}: Das Konto gibt es schon',
      paragraphs: [
        'Mit dieser Adresse wurde eine Registrierung bei {application} begonnen, aber sie hat schon ein Konto. Wer das selbst war, meldet sich hier an:',
        '{link}',
        'Alle anderen müssen nichts tun: Das Konto bleibt, wie es ist.',
      ],
    },
  },
  account_exists_with_password: {
    en: {
      subject: '{application}: you already have an account',
      paragraphs: [
        'Somebody signed up for {application} with this address, which has an account already. If it was you, sign in here:',
        '{link}',
        'If you forgot your password, choose a new one here:',
        '{forgot}',
        'If it was not you, do nothing: your account stays as it is.',
      ],
    },
    de: {
      subject: '{application}: Das Konto gibt es schon',
      paragraphs: [
        'Mit dieser Adresse wurde eine Registrierung bei {application} begonnen, aber sie hat schon ein Konto. Wer das selbst war, meldet sich hier an:',
        '{link}',
        'Passwort vergessen? Hier lässt sich ein neues wählen:',
        '{forgot}',
        'Alle anderen müssen nichts tun: Das Konto bleibt, wie es ist.',
      ],
    },
  },
  approved: {
    en: {
      subject: 'Welcome to {application}',
      paragraphs: [
        'You asked to sign up for {application}, and an administrator has approved your account. Sign in here:',
        '{link}',
      ],
    },
    de: {
      subject: 'Willkommen bei {application}',
      paragraphs: [
        'Ein Administrator hat das Konto bei {application} freigegeben. Hier geht es zur Anmeldung:',
        '{link}',
      ],
    },
  },
  approved_with_link: {
    en: {
      subject: 'Welcome to {application}',
      paragraphs: [
        'You asked to sign up for {application}, and an administrator has approved your account. Create it here, until {day}:',
        '{link}',
        'It can be used once. If it was not you who asked, do nothing: no account is created without the link.',
      ],
    },
    de: {
      subject: 'Willkommen bei {application}',
      paragraphs: [
        'Ein Administrator hat der Registrierung bei {application} zugestimmt. Das Konto lässt sich hier anlegen, bis {day}:',
        '{link}',
        'Der Link gilt einmal. Wer sich nicht registriert hat, muss nichts tun: Ohne ihn entsteht kein Konto.',
      ],
    },
  },
  address_changed: {
    en: {
      subject: '{application}: your address was changed',
      paragraphs: [
        'The email address of your {application} account was just changed. This address no longer receives messages and can’t be used to sign in.',
        'If you did not want that, tell the administrators at once.',
      ],
    },
    de: {
      subject: '{application}: Adresse geändert',
      paragraphs: [
        'Das Konto bei {application} hat seit gerade eben eine andere E-Mail-Adresse. An diese hier wird nichts mehr geschickt, und die Anmeldung mit ihr geht nicht mehr.',
        'War das nicht so gewünscht, bitte sofort den Administratoren Bescheid geben.',
      ],
    },
  },
} as const satisfies { readonly [name: string]: InLanguages<AccountText> }
