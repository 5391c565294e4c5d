// Gives another password to everyone who still has a certain one, and ends what they have open.
import type { Storage } from '../../../storage/storage.ts'
import type { Transaction } from '../../../storage/transaction.ts'
import { hashOf } from '../../account.ts'
import { revokeAccess } from '../../sessions/revoke-access.ts'
import type { Passwords } from './password-hash.ts'

/**
 * Replaces a password that many accounts were given together. Such accounts share one hash, so few hashes are
 * verified. `isWanted`: asked in the same transaction, and may note that it is done; gives what that said.
 */
export async function replacePassword(
  { storage, passwords }: { readonly storage: Storage; readonly passwords: Passwords },
  former: string,
  password: string,
  isWanted: (transaction: Transaction) => Promise<boolean>,
): Promise<boolean> {
  const hashes = new Set((await storage.database.systemRows('account')).flatMap((account) => hashOf(account) ?? []))
  const found = new Set<string>()
  for (const hash of hashes) if (await passwords.verify(hash, former)) found.add(hash)
  const hash = await passwords.hash(password)
  return await storage.write(async (transaction) => {
    if (!(await isWanted(transaction))) return false
    for (const account of await transaction.systemRows('account')) {
      if (!found.has(hashOf(account) ?? '') || account.person === null) continue
      await transaction.putSystem('account', { ...account, value: { ...account.value, hash } })
      await revokeAccess(transaction, account.person)
    }
    return true
  })
}
