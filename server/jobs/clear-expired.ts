// Removes what is too old to count any more: sessions, links, who asked to sign up. Reading passes over it, yet it holds hashes and names.
import type { Storage, SystemTable } from '../storage/storage.ts'

/** In one command, so that others come in between. */
const AT_ONCE = 100

/** Ends early when `goesOn` says no. */
export async function clearExpired(storage: Storage, goesOn: () => boolean = () => true): Promise<void> {
  for (const table of EXPIRING) {
    let isMore = true
    while (isMore && goesOn())
      isMore = (await storage.write((transaction) => transaction.clearExpired(table, AT_ONCE))) === AT_ONCE
  }
}

const EXPIRING: readonly SystemTable[] = ['session', 'token', 'link', 'sign_up', 'known_place', 'idempotency']
