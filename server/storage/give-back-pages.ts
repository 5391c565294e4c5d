// Gives the pages that deletions have left empty back to the disk.
import type { Storage } from './storage.ts'

/** Some milliseconds' work: what lies at the end of the file is moved into the empty pages. */
const PAGES_AT_ONCE = 500

/**
 * Gives empty pages back in one command after another, so that others can write in between. Ends early when `goesOn`
 * returns false.
 */
export async function giveBackPages(
  storage: Pick<Storage, 'write'>,
  goesOn: () => boolean = () => true,
): Promise<void> {
  for (let isMore = true; isMore && goesOn();)
    isMore = await storage.write((transaction) => transaction.giveBackPages(PAGES_AT_ONCE), { fromReserve: true })
}
