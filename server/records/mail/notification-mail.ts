// Composes the mail of a notification: its subject, its text, and where the inbox is.
import type { MailMessage } from './mail.ts'

/** Longer ones are cut off by programs that show them. */
const LONGEST_SUBJECT = 200

interface NotificationMail {
  readonly to: string
  /** Null: the text is both. */
  readonly subject: string | null
  readonly text: string
  /** Undefined: it is not known where people find the application. */
  readonly publicUrl: string | undefined
}

export function notificationMail({ to, subject, text, publicUrl }: NotificationMail): MailMessage {
  const link = publicUrl === undefined ? [] : [`${publicUrl.replace(/\/+$/, '')}/inbox`]
  return { to, subject: asSubject(subject ?? text), text: `${[text, ...link].join('\n\n')}\n` }
}

/** On one line: what a record says must not begin a header of its own. */
function asSubject(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length <= LONGEST_SUBJECT ? line : `${characters.slice(0, LONGEST_SUBJECT - 1).join('')}…`
}
