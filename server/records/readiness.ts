// Tells whether the storage can be read and written at this moment, and why not.
import type { RecordsDependencies } from './records-dependencies.ts'
import type { StorageTrouble } from '../storage/storage.ts'

/** Undefined: it is ready. */
export async function findUnreadiness({
  storage,
}: Pick<RecordsDependencies, 'storage'>): Promise<StorageTrouble['kind'] | 'unreadable' | undefined> {
  try {
    await storage.database.system('setting', 'ready')
    return storage.trouble()?.kind
  } catch {
    return storage.trouble()?.kind ?? 'unreadable'
  }
}
