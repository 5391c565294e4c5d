// Composes the messages about accounts: plain text in the document's language, the link on its own line.
import type { Model } from '#shared/model/model.ts'
import { languageOf } from '#shared/text/language.ts'
import type { HoleValues } from '#shared/text/phrase.ts'
import { fillHoles } from '#shared/text/phrase.ts'
import type { MailMessage } from '../../records/mail/mail.ts'
import type { AccountText } from './account-texts.ts'
import { ACCOUNT_TEXTS } from './account-texts.ts'

/** The part of the model that supplies a message with the application's name and language. */
export type MailedModel = Pick<Model, 'name' | 'settings'>

interface MessageDetails {
  /** Null: to nobody, where nobody has the address that was given. */
  readonly to: string | null
  readonly model: MailedModel
  readonly link: string
  /** Expiry of the link, in RFC 3339. */
  readonly goodUntil: string
}

export function resetMessage({ link, goodUntil, ...details }: MessageDetails): MailMessage {
  return { ...composeMessage('reset', details, { link }), goodUntil }
}

export function passwordChangedMessage(details: Pick<MessageDetails, 'to' | 'model'>): MailMessage {
  return composeMessage('password_changed', details)
}

export function secondFactorResetMessage(details: Pick<MessageDetails, 'to' | 'model'>): MailMessage {
  return composeMessage('second_factor_reset', details)
}

export function signInMessage({ link, goodUntil, ...details }: MessageDetails): MailMessage {
  return { ...composeMessage('sign_in', details, { link }), goodUntil }
}

export function reauthenticationMessage({ link, goodUntil, ...details }: MessageDetails): MailMessage {
  return { ...composeMessage('proof', details, { link }), goodUntil }
}

export function invitationMessage({ link, goodUntil, ...details }: MessageDetails): MailMessage {
  return { ...composeMessage('invitation', details, { link }), goodUntil }
}

interface SignUpMessageDetails extends Pick<MessageDetails, 'to' | 'model'> {
  /** Address of the application. */
  readonly base: string
}

interface SignUpLinkDetails extends SignUpMessageDetails, Pick<MessageDetails, 'goodUntil'> {
  readonly path: string
}

export function finishSignUpMessage({ to, model, base, path, goodUntil }: SignUpLinkDetails): MailMessage {
  return { ...composeMessage('finish_sign_up', { to, model }, { link: base + path }), goodUntil }
}

/**
 * Composes the message to an address that already has an account. It is as long as the usual one, so only a person
 * who reads it learns of the account.
 */
export function accountExistsMessage({
  to,
  model,
  base,
  hasPasswords,
}: SignUpMessageDetails & { readonly hasPasswords: boolean }): MailMessage {
  const links = { link: `${base}/sign-in`, forgot: `${base}/forgot-password` }
  return composeMessage(hasPasswords ? 'account_exists_with_password' : 'account_exists', { to, model }, links)
}

export function approvedMessage({ to, model, base }: SignUpMessageDetails): MailMessage {
  return composeMessage('approved', { to, model }, { link: `${base}/sign-in` })
}

/** Approved, and still to show that the address is theirs. */
export function approvedWithLinkMessage({ to, model, base, path, goodUntil }: SignUpLinkDetails): MailMessage {
  const { language, timeZone } = model.settings
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(goodUntil))
  return { ...composeMessage('approved_with_link', { to, model }, { link: base + path, day }), goodUntil }
}

/** The address of an account is changed: the one before gets this. */
export function addressChangedMessage(details: Pick<MessageDetails, 'to' | 'model'>): MailMessage {
  return composeMessage('address_changed', details)
}

/**
 * Composes a message. Control characters and line separators in the subject become spaces, so that a document's name
 * can't start a header of its own.
 */
function composeMessage(
  name: keyof typeof ACCOUNT_TEXTS,
  { to, model }: Pick<MessageDetails, 'to' | 'model'>,
  values: HoleValues = {},
): MailMessage {
  const { language } = model.settings
  const { subject, paragraphs }: AccountText = ACCOUNT_TEXTS[name][languageOf(language)]
  const say = (text: string): string => fillHoles(text, { ...values, application: model.name }, language)
  return {
    to,
    subject: say(subject).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
    text: `${paragraphs.map(say).join('\n\n')}\n`,
  }
}
