// Sets a new password: validates it, stores its hash, revokes other access, sends a message.
import type { AuditDetails } from '../../../records/audit/audit-event.ts'
import { appendAudit } from '../../../records/audit/append-audit.ts'
import type { Transaction } from '../../../storage/transaction.ts'
import { addressKey } from '../../address-key.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import { revokeAccess } from '../../sessions/revoke-access.ts'
import type { ClientInfo } from '../../client-info.ts'
import { passwordChangedMessage } from '../../mail/account-messages.ts'
import { mailSenderOf } from '../../mail/mail-sender.ts'
import { findPasswordProblem } from './validate-password.ts'
import { refuseWhenBusy } from '../../../policy/refuse-when-busy.ts'
import { refused, refusedFields } from '../../../policy/refused.ts'

/** Throws, at the field `password`, where it is not taken; else gives its hash. */
export async function hashNewPassword(
  dependencies: AuthDependencies,
  password: string,
  { name, email }: { readonly [field: string]: unknown },
): Promise<string> {
  const { passwords, current } = dependencies
  const { model } = current.running
  const about = [String(name ?? ''), String(email ?? ''), model.name]
  const objection = await findPasswordProblem(password, about, model.accountPolicy.shortestPassword)
  if (objection === undefined) return refuseWhenBusy(() => passwords.hash(password))
  throw refusedFields('invalid', [objection])
}

interface PasswordChange {
  readonly hash: string
  readonly event: Extract<keyof AuditDetails, 'password_changed' | 'password_reset'>
  readonly client: ClientInfo
  readonly now: string
  readonly keptSession?: string | undefined
}

/** A message tells the person, where messages can be sent: it may have been somebody else. */
export async function setPassword(
  transaction: Transaction,
  dependencies: AuthDependencies,
  person: string,
  { hash, event, client, now, keptSession }: PasswordChange,
): Promise<void> {
  const { model, revision } = dependencies.current.running
  const [account] = await transaction.systemOf('account', person)
  if (account === undefined) throw refused('not_found')
  await transaction.putSystem('account', { ...account, value: { ...account.value, hash } })
  await revokeAccess(transaction, person, keptSession)
  const address = addressKey(client.address)
  await appendAudit(transaction, { event, at: now, by: person, detail: {}, address, revision })
  const email = (await transaction.record('Person', person))?.['email']
  if (typeof email === 'string')
    await mailSenderOf(dependencies)?.mail.send(transaction, passwordChangedMessage({ to: email, model }))
}
