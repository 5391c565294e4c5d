// Tells whether requests can be answered at this moment, and why not.
import { followDocument, RevisionUnreadable } from '../document/follow-document.ts'
import type { StorageTrouble } from '../storage/storage.ts'
import type { RecordsDependencies } from './records-dependencies.ts'

/** Undefined: it is ready. `newer_document`: a newer version has published the document in force, and this one can't run it. */
export async function findUnreadiness(
  dependencies: Pick<RecordsDependencies, 'storage' | 'current'> & {
    readonly isLeaving?: (() => boolean) | undefined
  },
): Promise<StorageTrouble['kind'] | 'leaving' | 'unreadable' | 'newer_document' | undefined> {
  const { storage } = dependencies
  if (dependencies.isLeaving?.() === true) return 'leaving'
  try {
    await storage.database.system('setting', 'ready')
    await followDocument(dependencies, await storage.database.revisionInForce())
    return storage.trouble()?.kind
  } catch (error) {
    if (error instanceof RevisionUnreadable) return 'newer_document'
    return storage.trouble()?.kind ?? 'unreadable'
  }
}
