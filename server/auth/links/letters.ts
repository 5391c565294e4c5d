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

export function proofLetter({ to, application, link, goodUntil }: Told): Letter {
  return withLink(goodUntil, to, `${application}: is it still you?`, [
    `Somebody who is signed in as you wants to change how you sign in to ${application}. If it is you, go on with this link, in the same browser, within 15 minutes:`,
    link,
    'It can be used once. If it is not you, do nothing with it: change your password, or tell the administrators.',
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

interface SignUpTold extends Pick<Told, 'to' | 'application'> {
  /** Address of the application. */
  readonly base: string
}

export function finishSignUpLetter({
  to,
  application,
  base,
  path,
  goodUntil,
}: SignUpTold & Pick<Told, 'goodUntil'> & { readonly path: string }): Letter {
  return withLink(goodUntil, to, `${application}: finish signing up`, [
    `Somebody signed up for ${application} with this address. If it was you, finish it here within a day:`,
    base + path,
    'It can be used once. If it was not you, do nothing: without it there is no account.',
  ])
}

/** As long a letter for an address that has an account already: only whoever reads it learns that. */
export function alreadyThereLetter({
  to,
  application,
  base,
  hasPasswords,
}: SignUpTold & { readonly hasPasswords: boolean }): Letter {
  return letter(to, `${application}: you have an account already`, [
    `Somebody signed up for ${application} with this address, which has an account already. If it was you, sign in here:`,
    `${base}/sign-in`,
    ...(hasPasswords ? ['If you forgot your password, choose a new one here:', `${base}/forgot-password`] : []),
    'If it was not you, do nothing: your account stays as it is.',
  ])
}

export function letInLetter({ to, application, base }: SignUpTold): Letter {
  return letter(to, `Welcome to ${application}`, [
    `You asked to sign up for ${application}, and an administrator has let you in. Sign in here:`,
    `${base}/sign-in`,
  ])
}

/** Approved, and still to show that the address is theirs. */
export function approvedLetter({
  to,
  application,
  base,
  path,
  goodUntil,
}: SignUpTold & Pick<Told, 'goodUntil'> & { readonly path: string }): Letter {
  return withLink(goodUntil, to, `Welcome to ${application}`, [
    `You asked to sign up for ${application}, and an administrator has let you in. Make your account here, until ${goodUntil.slice(0, 10)}:`,
    base + path,
    'It can be used once. If it was not you who asked, do nothing: without it there is no account.',
  ])
}

/** The address of an account is changed: told to the one before. */
export function addressChangedLetter({ to, application }: Pick<Told, 'to' | 'application'>): Letter {
  return letter(to, `${application}: your address was changed`, [
    `Your account of ${application} has another e-mail address since just now. Nothing is sent to this one any more, and it no longer signs in.`,
    'If you did not want that, tell the administrators at once.',
  ])
}

/** What a document calls itself must not begin a header of its own. */
function letter(to: string | null, subject: string, paragraphs: readonly string[]): Letter {
  return { to, subject: subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), text: `${paragraphs.join('\n\n')}\n` }
}
