// Deletes files that no record took within a day, and those of records that were deleted for good.
import type { Storage } from '../storage/storage.ts'

/**
 * Files deleted in one command; the limit lets other writers in between, because files of 10 MB each free a few
 * hundred parts.
 */
const AT_ONCE = 5

/** `before`: RFC 3339; what was uploaded since may still be taken. Ends early when `goesOn` says no. */
export async function deleteUnusedFiles(
  storage: Storage,
  before: string,
  goesOn: () => boolean = () => true,
): Promise<void> {
  for (let isMore = true; isMore && goesOn();) {
    const deleted = await storage.write((transaction) => transaction.clearFiles(before, AT_ONCE), { fromReserve: true })
    isMore = deleted === AT_ONCE
  }
}
