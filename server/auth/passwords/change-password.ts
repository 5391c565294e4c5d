// A person changes the password: the old one is asked for, and all that was signed in elsewhere ends, tokens as well.
import { refusal } from '#shared/decisions/8-errors.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting } from '../../records/dependencies.ts'
import { Refused } from '../../records/refused.ts'
import { addressKey } from '../attempts.ts'
import { countTry } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { endAccess } from '../end-access.ts'
import type { From } from '../from.ts'
import { passwordChangedLetter } from '../links/letters.ts'
import { postOf } from '../links/post.ts'
import { objectionTo } from './password-rules.ts'
import { requirePassword } from './show-password.ts'
import { whileBusy } from './while-busy.ts'

export async function changePassword(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  given: { readonly current: string; readonly password: string },
  keptSession: string | undefined,
  from: From,
): Promise<void> {
  const { storage, passwords, current } = dependencies
  const { model, revision } = current.running
  const mail = postOf(dependencies)?.mail
  const person = actor.person?.id ?? ''
  const [name, email] = [actor.person?.['name'], actor.person?.['email']]
  const counted = countTry(dependencies, 'sign-in', person, from, now)
  await requirePassword(dependencies, person, given.current, 'current')
  const objection = await objectionTo(given.password, [String(email ?? ''), String(name ?? ''), model.name])
  if (objection !== undefined) {
    const errors = [{ field: 'password', code: 'weak_password', message: objection }]
    throw new Refused(refusal(model, 'invalid', { errors }))
  }
  const hash = await whileBusy(dependencies, () => passwords.hash(given.password))
  await storage.write(async (transaction) => {
    const [account] = await transaction.systemOf('account', person)
    if (account === undefined) throw new Refused(refusal(model, 'not_found'))
    await transaction.putSystem('account', { ...account, value: { ...account.value, hash } })
    await endAccess(transaction, person, keptSession)
    const address = addressKey(from.address)
    await appendAudit(transaction, { event: 'password_changed', at: now, by: person, detail: {}, address, revision })
    if (typeof email === 'string')
      await mail?.send(transaction, passwordChangedLetter({ to: email, application: model.name }))
  })
  counted.succeed()
}
