// The password is given again, as proof.
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Acting } from '../../records/dependencies.ts'
import { Refused } from '../../records/refused.ts'
import { hashOf } from '../account.ts'
import { countTry } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { whileBusy } from './while-busy.ts'

/** Gives the password again, for this session. */
export async function prove(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  password: string,
  session: string | undefined,
  from: From,
): Promise<void> {
  const person = actor.person?.id ?? ''
  const counted = countTry(dependencies, 'sign-in', person, from, now)
  await requirePassword(dependencies, person, password, 'password')
  counted.succeed()
  await dependencies.storage.write(async (transaction) => {
    const row = session === undefined ? undefined : await transaction.system('session', session)
    if (row !== undefined) await transaction.putSystem('session', { ...row, value: { ...row.value, proven_at: now } })
  })
}

/** Throws, naming the field, unless it is the person's password. */
export async function requirePassword(
  dependencies: AuthDependencies,
  person: string,
  password: string,
  field: string,
): Promise<void> {
  const { storage, passwords, current } = dependencies
  const [account] = await storage.reader.systemOf('account', person)
  if (await whileBusy(dependencies, () => passwords.verify(hashOf(account), password))) return
  const errors = [{ field, code: 'wrong', message: 'This is not your password.' }]
  throw new Refused(refusal(current.running.model, 'invalid', { errors }))
}
