// The password is given again, as proof.
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Acting } from '../../records/dependencies.ts'
import { Refused } from '../../records/refused.ts'
import { hashOf } from '../account.ts'
import { countTry } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import type { SessionStart } from '../sessions.ts'
import { renewSession } from '../sessions.ts'
import { whileBusy } from './while-busy.ts'

/** Gives the password again, for this session, which goes on under another token. */
export async function prove(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  password: string,
  session: string,
  from: From,
): Promise<SessionStart & { readonly person: string }> {
  const { storage, current } = dependencies
  const person = actor.person?.id ?? ''
  const counted = countTry(dependencies, 'sign-in', person, from, now)
  await requirePassword(dependencies, person, password, 'password')
  counted.succeed()
  const renewed = await storage.write((transaction) => renewSession(transaction, session, now, { proven_at: now }))
  if (renewed === undefined) throw new Refused(refusal(current.running.model, 'not_signed_in'))
  return renewed
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
