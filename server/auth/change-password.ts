// A person changes the password: the old one is asked for, and every other session ends.
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Acting } from '../records/dependencies.ts'
import { Refused } from '../records/refused.ts'
import { hashOf } from './account.ts'
import type { AuthDependencies } from './dependencies.ts'
import { objectionTo } from './password.ts'
import { endOtherSessions } from './sessions.ts'
import { whileBusy } from './sign-in.ts'

export async function changePassword(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  given: { readonly current: string; readonly password: string },
  keptSession: string | undefined,
): Promise<void> {
  const { storage, passwords, current, attempts } = dependencies
  const { model } = current.running
  const person = actor.person?.id ?? ''
  const wait = attempts.count(`password of ${person}`, model.settings.signInAttempts, Date.parse(now))
  if (wait !== undefined) throw new Refused(refusal(model, 'too_many'), { retryAfter: wait })
  const [account] = await storage.reader.systemOf('account', person)
  if (
    !(await whileBusy(dependencies, () => passwords.verify(hashOf(account), given.current))) ||
    account === undefined
  ) {
    throw new Refused(
      refusal(model, 'invalid', {
        errors: [{ field: 'current', code: 'wrong', message: 'This is not your password.' }],
      }),
    )
  }
  const objection = objectionTo(given.password, [account.key, String(actor.person?.['name'] ?? '')])
  if (objection !== undefined)
    throw new Refused(
      refusal(model, 'invalid', { errors: [{ field: 'password', code: 'weak_password', message: objection }] }),
    )
  const hash = await whileBusy(dependencies, () => passwords.hash(given.password))
  await storage.write(async (transaction) => {
    await transaction.putSystem('account', { ...account, value: { ...account.value, hash } })
    await endOtherSessions(transaction, person, keptSession)
  })
}
