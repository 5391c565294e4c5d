// An account: an e-mail address and the hash of a password, for one person.
import type { SystemRow, Transaction } from '../storage/storage.ts'

/** Under which an account is kept: addresses that differ in case or in how letters are composed are one. */
export function accountKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

export function accountRow(email: string, person: string, hash: string, now: string): SystemRow {
  return { key: accountKey(email), person, expiresAt: null, value: { hash, created_at: now } }
}

export function hashOf(account: SystemRow | undefined): string | undefined {
  const hash = account?.value['hash']
  return typeof hash === 'string' ? hash : undefined
}

/** A person's address changed: the account moves with it. False: somebody else signs in with the new address. */
export async function moveAccount(transaction: Transaction, person: string, email: string): Promise<boolean> {
  const [account] = await transaction.systemOf('account', person)
  const key = accountKey(email)
  if (account === undefined || account.key === key) return true
  if ((await transaction.system('account', key)) !== undefined) return false
  await transaction.deleteSystem('account', account.key)
  await transaction.putSystem('account', { ...account, key })
  return true
}
