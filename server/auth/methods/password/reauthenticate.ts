// Re-authenticates a person with their password.
import { appendAudit } from '../../../records/audit/append-audit.ts'
import { hashOf } from '../../account.ts'
import { addressKey } from '../../address-key.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { refuseWhenBusy } from '../../../policy/refuse-when-busy.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { refusedFields } from '../../../policy/refused.ts'

/** Throws, naming the field, unless it is the person's password; then the audit tells of it. */
export async function requirePassword(
  dependencies: AuthDependencies,
  person: string,
  { password, field }: { readonly password: string; readonly field: string },
  { address }: ClientInfo,
  now: string,
): Promise<void> {
  const { storage, passwords, current } = dependencies
  const { revision } = current.running
  const [account] = await storage.database.systemOf('account', person)
  if (await refuseWhenBusy(() => passwords.verify(hashOf(account), password))) return
  const note = { at: now, by: person, detail: { way: 'password' }, address: addressKey(address), revision } as const
  await storage.write((transaction) => appendAudit(transaction, { event: 'proof_failed', ...note }))
  throw refusedFields('invalid', [fieldError(field, 'wrong_password')])
}
