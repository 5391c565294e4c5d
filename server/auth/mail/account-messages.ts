// Composes the messages about accounts: plain text, the link on its own line.
import type { MailMessage } from '../../records/mail/mail.ts'

interface MessageDetails {
  /** Null: to nobody, where nobody has the address that was given. */
  readonly to: string | null
  readonly application: string
  readonly link: string
  /** Of the link. RFC 3339. */
  readonly goodUntil: string
}

export function resetMessage({ to, application, link, goodUntil }: MessageDetails): MailMessage {
  return composeWithLink(goodUntil, to, `${application}: a new password`, [
    `Somebody asked for a new password for your account of ${application}. Choose it here within an hour:`,
    link,
    'It can be used once. All sessions end when the password is changed. If you did not ask for it, do nothing: your password stays as it is.',
  ])
}

export function passwordChangedMessage({ to, application }: Pick<MessageDetails, 'to' | 'application'>): MailMessage {
  return composeMessage(to, `${application}: your password was changed`, [
    `The password of your account of ${application} was changed just now, and all other sessions and tokens were ended.`,
    'If it was not you, ask for a new password at once, and tell the administrators.',
  ])
}

export function secondFactorResetMessage({ to, application }: Pick<MessageDetails, 'to' | 'application'>): MailMessage {
  return composeMessage(to, `${application}: your second factor was reset`, [
    `An administrator of ${application} took the authenticator app and the passkeys from your account just now, and all your sessions and tokens were ended.`,
    'If you had asked for it, sign in and set up new ones. If not, tell the administrators at once.',
  ])
}

export function signInMessage({ to, application, link, goodUntil }: MessageDetails): MailMessage {
  return composeWithLink(goodUntil, to, `${application}: your link to sign in`, [
    `Sign in to ${application} with this link within 15 minutes:`,
    link,
    'It can be used once. If you did not ask for it, do nothing: without it nobody gets in.',
  ])
}

export function reauthenticationMessage({ to, application, link, goodUntil }: MessageDetails): MailMessage {
  return composeWithLink(goodUntil, to, `${application}: is it still you?`, [
    `Somebody who is signed in as you wants to change how you sign in to ${application}. If it is you, go on with this link, in the same browser, within 15 minutes:`,
    link,
    'It can be used once. If it is not you, do nothing with it: change your password, or tell the administrators.',
  ])
}

export function invitationMessage({ to, application, link, goodUntil }: MessageDetails): MailMessage {
  return composeWithLink(goodUntil, to, `You are invited to ${application}`, [
    `You are invited to ${application}. Make your account within a week:`,
    link,
    'The invitation is good for one account.',
  ])
}

function composeWithLink(
  goodUntil: string,
  ...[to, subject, paragraphs]: Parameters<typeof composeMessage>
): MailMessage {
  return { ...composeMessage(to, subject, paragraphs), goodUntil }
}

interface SignUpMessageDetails extends Pick<MessageDetails, 'to' | 'application'> {
  /** Address of the application. */
  readonly base: string
}

export function finishSignUpMessage({
  to,
  application,
  base,
  path,
  goodUntil,
}: SignUpMessageDetails & Pick<MessageDetails, 'goodUntil'> & { readonly path: string }): MailMessage {
  return composeWithLink(goodUntil, to, `${application}: finish signing up`, [
    `Somebody signed up for ${application} with this address. If it was you, finish it here within a day:`,
    base + path,
    'It can be used once. If it was not you, do nothing: without it there is no account.',
  ])
}

/** As long a message for an address that has an account already: only a person who reads it learns that. */
export function accountExistsMessage({
  to,
  application,
  base,
  hasPasswords,
}: SignUpMessageDetails & { readonly hasPasswords: boolean }): MailMessage {
  return composeMessage(to, `${application}: you have an account already`, [
    `Somebody signed up for ${application} with this address, which has an account already. If it was you, sign in here:`,
    `${base}/sign-in`,
    ...(hasPasswords ? ['If you forgot your password, choose a new one here:', `${base}/forgot-password`] : []),
    'If it was not you, do nothing: your account stays as it is.',
  ])
}

export function approvedMessage({ to, application, base }: SignUpMessageDetails): MailMessage {
  return composeMessage(to, `Welcome to ${application}`, [
    `You asked to sign up for ${application}, and an administrator has approved your account. Sign in here:`,
    `${base}/sign-in`,
  ])
}

/** Approved, and still to show that the address is theirs. */
export function approvedWithLinkMessage({
  to,
  application,
  base,
  path,
  goodUntil,
}: SignUpMessageDetails & Pick<MessageDetails, 'goodUntil'> & { readonly path: string }): MailMessage {
  return composeWithLink(goodUntil, to, `Welcome to ${application}`, [
    `You asked to sign up for ${application}, and an administrator has approved your account. Create it here, until ${goodUntil.slice(0, 10)}:`,
    base + path,
    'It can be used once. If it was not you who asked, do nothing: without it there is no account.',
  ])
}

/** The address of an account is changed: the one before gets this. */
export function addressChangedMessage({ to, application }: Pick<MessageDetails, 'to' | 'application'>): MailMessage {
  return composeMessage(to, `${application}: your address was changed`, [
    `Your account of ${application} has another e-mail address since just now. Nothing is sent to this one any more, and it no longer signs in.`,
    'If you did not want that, tell the administrators at once.',
  ])
}

/** What a document calls itself must not begin a header of its own. */
function composeMessage(to: string | null, subject: string, paragraphs: readonly string[]): MailMessage {
  return { to, subject: subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), text: `${paragraphs.join('\n\n')}\n` }
}
