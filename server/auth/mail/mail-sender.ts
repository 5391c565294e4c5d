// Gives the mail sender and the base URL of its links, where mail is configured.
import type { Mail } from '../../records/mail/mail.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { refused } from '../../policy/refused.ts'

export interface MailSender {
  readonly mail: Mail
  /** `https://desk.example.com` */
  readonly base: string
}

export function mailSenderOf({
  mail,
  publicUrl,
}: Pick<AuthDependencies, 'mail' | 'publicUrl'>): MailSender | undefined {
  return mail === undefined || publicUrl === undefined ? undefined : { mail, base: publicUrl }
}

/**
 * Without mail, or without an address of its own to write into it, the application sends nothing. `remedy`: for those who can
 * make a link themselves, and need nobody to give them one.
 */
export function requireMailSender(
  dependencies: Pick<AuthDependencies, 'mail' | 'publicUrl'>,
  remedy?: string,
): MailSender {
  const sender = mailSenderOf(dependencies)
  if (sender !== undefined) return sender
  throw refused('no_mail', {}, { remedy })
}
