// Stops an import in the background: what runs ends after its row, what waits is not begun.
import type { ImportStatus } from '#shared/protocol/import.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { RecordsDependencies } from '../../records-dependencies.ts'
import type { ImportProgress } from './import-progress.ts'
import type { StoredImport } from './import-row.ts'
import { describeImport, putImport, readImport } from './import-row.ts'
import { refused } from '../../../policy/refused.ts'

/** Refuses with 404 where there is none, or another person began it. */
export async function findImport({ storage }: RecordsDependencies, actor: Actor, id: string): Promise<StoredImport> {
  const stored = await readImport(storage.database, id)
  if (stored === undefined || stored.person !== (actor.person?.id ?? null)) throw refused('not_found')
  return stored
}

export async function stopImport(
  dependencies: RecordsDependencies & { readonly imports: ImportProgress },
  actor: Actor,
  id: string,
  now: string,
): Promise<ImportStatus> {
  const { imports, storage } = dependencies
  const stored = await findImport(dependencies, actor, id)
  if (stored.state !== 'waiting' || imports.stop(id)) {
    imports.stop(id)
    return describeImport(stored, imports)
  }
  const stopped: StoredImport = { ...stored, state: 'stopped', endedAt: now }
  await storage.write(async (transaction) => {
    await putImport(transaction, stopped)
    await transaction.deleteFile(stored.file)
  })
  return describeImport(stopped, imports)
}
