// Deletes expired rows: sessions, links, pending sign-ups, idempotency keys.
import type { Storage } from '../storage/storage.ts'
import type { SystemTable } from '../storage/system-row.ts'

/** Rows deleted in one command; the limit lets other writers in between. */
const AT_ONCE = 100

/** Ends early when `goesOn` says no. */
export async function deleteExpired(storage: Storage, goesOn: () => boolean = () => true): Promise<void> {
  for (const table of EXPIRING) {
    let isMore = true
    while (isMore && goesOn()) {
      const deleted = await storage.write((transaction) => transaction.clearExpired(table, AT_ONCE), MAKES_ROOM)
      isMore = deleted === AT_ONCE
    }
  }
}

const MAKES_ROOM = { fromReserve: true }
const EXPIRING: readonly SystemTable[] = [
  'session',
  'token',
  'link',
  'sign_up',
  'known_place',
  'new_account',
  'used_challenge',
  'idempotency',
  'import',
  'undo',
]
