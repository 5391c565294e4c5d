// Ends every way in that a person has open: when the password or the second factor changes, or the account is shut.
import type { Transaction } from '../storage/storage.ts'
import { endOtherSessions } from './sessions.ts'

/** Sessions but the kept one, API tokens, and links and half-done sign-ins; invitations that the person sent stay good. */
export async function endAccess(transaction: Transaction, person: string, keptSession?: string): Promise<void> {
  await endOtherSessions(transaction, person, keptSession)
  for (const { key } of await transaction.systemOf('token', person)) await transaction.deleteSystem('token', key)
  await endLinks(transaction, person)
}

export async function endLinks(transaction: Transaction, person: string): Promise<void> {
  for (const { key, value } of await transaction.systemOf('link', person)) {
    if (value['kind'] !== 'invitation') await transaction.deleteSystem('link', key)
  }
}
