// Deletes expired rows: sessions, links, pending sign-ups, idempotency keys.
import type { Storage } from '../storage/storage.ts'
import type { SystemTable } from '../storage/system-row.ts'

/** In one command, so that others come in between. */
const AT_ONCE = 100

/** Ends early when `goesOn` says no. */
export async function deleteExpired(storage: Storage, goesOn: () => boolean = () => true): Promise<void> {
  for (const table of EXPIRING) {
    let isMore = true
    while (isMore && goesOn())
      isMore = (await storage.write((transaction) => transaction.clearExpired(table, AT_ONCE))) === AT_ONCE
  }
}

const EXPIRING: readonly SystemTable[] = ['session', 'token', 'link', 'sign_up', 'known_place', 'idempotency']
