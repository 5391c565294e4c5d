// The password is given again.
import { refusal } from '#shared/decisions/8-errors.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import { Refused } from '../../records/refused.ts'
import { hashOf } from '../account.ts'
import { addressKey } from '../attempts.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { whileBusy } from './while-busy.ts'

/** Throws, naming the field, unless it is the person's password; then the audit tells of it. */
export async function requirePassword(
  dependencies: AuthDependencies,
  person: string,
  { password, field }: { readonly password: string; readonly field: string },
  { address }: From,
  now: string,
): Promise<void> {
  const { storage, passwords, current } = dependencies
  const { model, revision } = current.running
  const [account] = await storage.reader.systemOf('account', person)
  if (await whileBusy(dependencies, () => passwords.verify(hashOf(account), password))) return
  const note = { at: now, by: person, detail: { way: 'password' }, address: addressKey(address), revision } as const
  await storage.write((transaction) => appendAudit(transaction, { event: 'proof_failed', ...note }))
  const errors = [{ field, code: 'wrong', message: 'This is not your password.' }]
  throw new Refused(refusal(model, 'invalid', { errors }))
}
