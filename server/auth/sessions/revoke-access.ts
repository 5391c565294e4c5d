// Revokes a person's sessions, API tokens, calendars and links when a password or second factor changes.
import type { Transaction } from '../../storage/transaction.ts'
import { endOtherSessions } from './sessions.ts'

/** Sessions but the kept one, API tokens, addresses of calendars, and links and half-done sign-ins; invitations that the person sent stay good. */
export async function revokeAccess(transaction: Transaction, person: string, keptSession?: string): Promise<void> {
  await endOtherSessions(transaction, person, keptSession)
  for (const { key } of await transaction.systemOf('token', person)) await transaction.deleteSystem('token', key)
  for (const { key } of await transaction.systemOf('calendar', person)) await transaction.deleteSystem('calendar', key)
  await revokeLinks(transaction, person)
}

export async function revokeLinks(transaction: Transaction, person: string): Promise<void> {
  for (const { key, value } of await transaction.systemOf('link', person)) {
    if (value['kind'] !== 'invitation') await transaction.deleteSystem('link', key)
  }
}
