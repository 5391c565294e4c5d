// Sends a link on request; response and duration are equal for known and unknown addresses.
import { appendAudit } from '../../../records/audit/append-audit.ts'
import { accountKey } from '../../account.ts'
import { addressKey } from '../../address-key.ts'
import { limitAttempts } from '../../rate-limit/limit-attempts.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { requireOffered } from '../../sign-in-methods.ts'
import { resetMessage, signInMessage } from '../../mail/account-messages.ts'
import { requireMailSender } from '../../mail/mail-sender.ts'
import { createLink } from './one-time-link.ts'

/** Resolves when the link is stored, and the message with it; where there is no such account, both lead nowhere. */
export async function requestLink(
  dependencies: AuthDependencies,
  kind: keyof typeof MESSAGES,
  email: string,
  client: ClientInfo,
  now: string,
): Promise<void> {
  const { storage, current } = dependencies
  const { model, revision } = current.running
  requireOffered(model, kind === 'sign-in' ? 'link' : 'password')
  const { mail, base } = requireMailSender(dependencies)
  await limitAttempts(dependencies, 'link', accountKey(email), client, now)
  await storage.write(async (transaction) => {
    const account = await transaction.system('account', accountKey(email))
    const record = await transaction.record('Person', account?.person ?? NOBODY)
    const person = record === undefined || record['active'] === false ? undefined : record
    const link = await createLink(transaction, kind, person?.id ?? null, now)
    const event = kind === 'sign-in' ? 'sign_in_link_requested' : 'password_reset_requested'
    const subject = person?.id ?? null
    await appendAudit(transaction, {
      event,
      at: now,
      by: null,
      subject,
      detail: {},
      address: addressKey(client.address),
      revision,
    })
    const to = typeof person?.['email'] === 'string' ? person['email'] : null
    const details = { to, model, link: base + link.path, goodUntil: link.expires_at }
    await mail.send(transaction, MESSAGES[kind](details))
  })
}

const NOBODY = ''

const MESSAGES = { 'password reset': resetMessage, 'sign-in': signInMessage } as const
