// A new password: taken if the rules have nothing against it; where it replaces another one, all else that is open ends.
import { refusal } from '#shared/decisions/8-errors.ts'
import type { AuditDetails } from '../../records/audit/audit-event.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import { Refused } from '../../records/refused.ts'
import type { Transaction } from '../../storage/storage.ts'
import { addressKey } from '../attempts.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { endAccess } from '../end-access.ts'
import type { From } from '../from.ts'
import { passwordChangedLetter } from '../links/letters.ts'
import { postOf } from '../links/post.ts'
import { objectionTo } from './password-rules.ts'
import { whileBusy } from './while-busy.ts'

/** Throws, at the field `password`, where it is not taken; else gives its hash. */
export async function hashNewPassword(
  dependencies: AuthDependencies,
  password: string,
  { name, email }: { readonly [field: string]: unknown },
): Promise<string> {
  const { passwords, current } = dependencies
  const { model } = current.running
  const objection = await objectionTo(password, [String(name ?? ''), String(email ?? ''), model.name])
  if (objection === undefined) return whileBusy(dependencies, () => passwords.hash(password))
  const errors = [{ field: 'password', code: 'weak_password', message: objection }]
  throw new Refused(refusal(model, 'invalid', { errors }))
}

interface Change {
  readonly hash: string
  readonly event: Extract<keyof AuditDetails, 'password_changed' | 'password_reset'>
  readonly from: From
  readonly now: string
  readonly keptSession?: string | undefined
}

/** A letter tells the person, where letters can be sent: it may have been somebody else. */
export async function putNewPassword(
  transaction: Transaction,
  dependencies: AuthDependencies,
  person: string,
  { hash, event, from, now, keptSession }: Change,
): Promise<void> {
  const { model, revision } = dependencies.current.running
  const [account] = await transaction.systemOf('account', person)
  if (account === undefined) throw new Refused(refusal(model, 'not_found'))
  await transaction.putSystem('account', { ...account, value: { ...account.value, hash } })
  await endAccess(transaction, person, keptSession)
  const address = addressKey(from.address)
  await appendAudit(transaction, { event, at: now, by: person, detail: {}, address, revision })
  const email = (await transaction.record('Person', person))?.['email']
  if (typeof email === 'string')
    await postOf(dependencies)?.mail.send(transaction, passwordChangedLetter({ to: email, application: model.name }))
}
