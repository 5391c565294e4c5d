// What the application writes to people: plain text, the link on a line of its own, and what to do when nobody asked for it.
import type { Letter } from '../../records/letters/mail.ts'

interface Told {
  /** Null: to nobody, where nobody has the address that was given. */
  readonly to: string | null
  readonly application: string
  readonly link: string
  /** Of the link. RFC 3339. */
  readonly goodUntil: string
}

export function resetLetter({ to, application, link, goodUntil }: Told): Letter {
  return withLink(goodUntil, to, `${application}: a new password`, [
    `Somebody asked for a new password for your account of ${application}. Choose it here within an hour:`,
    link,
    'It can be used once. All sessions end when the password is changed. If you did not ask for it, do nothing: your password stays as it is.',
  ])
}

export function passwordChangedLetter({ to, application }: Pick<Told, 'to' | 'application'>): Letter {
  return letter(to, `${application}: your password was changed`, [
    `The password of your account of ${application} was changed just now, and all other sessions and tokens were ended.`,
    'If it was not you, ask for a new password at once, and tell the administrators.',
  ])
}

export function secondFactorTakenLetter({ to, application }: Pick<Told, 'to' | 'application'>): Letter {
  return letter(to, `${application}: your second factor was reset`, [
    `An administrator of ${application} took the authenticator app and the passkeys from your account just now, and all your sessions and tokens were ended.`,
    'If you had asked for it, sign in and set up new ones. If not, tell the administrators at once.',
  ])
}

export function signInLetter({ to, application, link, goodUntil }: Told): Letter {
  return withLink(goodUntil, to, `${application}: your link to sign in`, [
    `Sign in to ${application} with this link within 15 minutes:`,
    link,
    'It can be used once. If you did not ask for it, do nothing: without it nobody gets in.',
  ])
}

export function invitationLetter({ to, application, link, goodUntil }: Told): Letter {
  return withLink(goodUntil, to, `You are invited to ${application}`, [
    `You are invited to ${application}. Make your account within a week:`,
    link,
    'The invitation is good for one account.',
  ])
}

function withLink(goodUntil: string, ...[to, subject, paragraphs]: Parameters<typeof letter>): Letter {
  return { ...letter(to, subject, paragraphs), goodUntil }
}

/** What a document calls itself must not begin a header of its own. */
function letter(to: string | null, subject: string, paragraphs: readonly string[]): Letter {
  return { to, subject: subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), text: `${paragraphs.join('\n\n')}\n` }
}
