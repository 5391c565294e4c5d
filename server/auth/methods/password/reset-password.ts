// Resets a forgotten password by a link that was sent, or that an administrator hands over.
import { appendAudit } from '../../../records/audit/append-audit.ts'
import type { ActorContext } from '../../../records/records-dependencies.ts'
import { addressKey } from '../../address-key.ts'
import { limitAttempts } from '../../rate-limit/limit-attempts.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { hashNewPassword, setPassword } from './set-password.ts'
import { requireReauthentication } from '../../sessions/require-reauthentication.ts'
import { requireOffered } from '../../sign-in-methods.ts'
import { createLink, personOfLink, redeemLink } from '../link/one-time-link.ts'
import type { OneTimeLink } from '../link/one-time-link.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { requireAdministrator, refusedFields } from '../../../policy/refused.ts'

/** A password that is refused does not use the link up. No session begins: a second factor is asked for as always. */
export async function resetPassword(
  dependencies: AuthDependencies,
  given: { readonly link: string; readonly password: string },
  client: ClientInfo,
  now: string,
): Promise<void> {
  const { storage, current } = dependencies
  requireOffered(current.running.model, 'password')
  const counted = await limitAttempts(dependencies, 'link', `used from ${addressKey(client.address)}`, client, now)
  const person = await personOfLink(storage.database, 'password reset', given.link, now)
  const record = (await storage.database.record('Person', person)) ?? {}
  const hash = await hashNewPassword(dependencies, given.password, record)
  await storage.write(async (transaction) => {
    await redeemLink(transaction, 'password reset', given.link, now)
    await setPassword(transaction, dependencies, person, { hash, event: 'password_reset', client, now })
  })
  await counted.succeed()
}

/** Creates a reset link that an administrator hands over, where no mail is sent or none arrives. */
export async function createResetLink(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  person: string,
  session: string | undefined,
): Promise<OneTimeLink> {
  const { storage, current } = dependencies
  const { model, revision } = current.running
  requireAdministrator(model, actor)
  requireOffered(model, 'password')
  return storage.write(async (transaction) => {
    await requireReauthentication(transaction, session, now)
    const [account] = await transaction.systemOf('account', person)
    if (account === undefined) throw refusedFields('invalid', [fieldError('person', 'person_without_account')])
    const by = actor.person?.id ?? null
    await appendAudit(transaction, {
      event: 'password_reset_link_made',
      at: now,
      by,
      subject: person,
      detail: {},
      revision,
    })
    return createLink(transaction, 'password reset', person, now)
  })
}
