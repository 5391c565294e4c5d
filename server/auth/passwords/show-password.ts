// The password is given again.
import { refusal } from '#shared/decisions/8-errors.ts'
import { Refused } from '../../records/refused.ts'
import { hashOf } from '../account.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { whileBusy } from './while-busy.ts'

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
