// Sends a link for re-authentication, to people who sign in by links only.
import type { ActorContext } from '../../../records/records-dependencies.ts'
import { limitAttempts } from '../../rate-limit/limit-attempts.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { reauthenticationMessage } from '../../mail/account-messages.ts'
import { createLink } from './one-time-link.ts'
import { requireMailSender } from '../../mail/mail-sender.ts'
import { requireOffered } from '../../sign-in-methods.ts'

export async function sendReauthenticationLink(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  client: ClientInfo,
): Promise<void> {
  const { storage, current } = dependencies
  const { model } = current.running
  requireOffered(model, 'link')
  const { mail, base } = requireMailSender(dependencies)
  const person = actor.person?.id ?? ''
  const to = String(actor.person?.['email'] ?? '')
  await limitAttempts(dependencies, 'link', person, client, now)
  await storage.write(async (transaction) => {
    const { path, expires_at: goodUntil } = await createLink(transaction, 'proof', person, now)
    await mail.send(transaction, reauthenticationMessage({ to, model, link: base + path, goodUntil }))
  })
}
