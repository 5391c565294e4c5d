// Stops an import in the background, and deletes its file where it had not begun.
import type { ImportStatus } from '#shared/protocol/import.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { findOwn } from '../../background/background-row.ts'
import { stopWork } from '../../background/stop-work.ts'
import type { WorkProgress } from '../../background/work-progress.ts'
import type { RecordsDependencies } from '../../records-dependencies.ts'
import type { ImportTally } from '../import-tally.ts'
import type { StoredImport } from './import-row.ts'
import { describeImport } from './import-row.ts'

export async function stopImport(
  dependencies: RecordsDependencies & { readonly imports: WorkProgress<ImportTally> },
  actor: Actor,
  id: string,
  now: string,
): Promise<ImportStatus> {
  const { imports } = dependencies
  const stored = await findOwn<StoredImport>(dependencies, 'import', actor, id)
  const stopped = await stopWork(dependencies, stored, {
    kind: 'import',
    progress: imports,
    now,
    settle: (transaction) => transaction.deleteFile(stored.file),
  })
  return describeImport(stopped, imports)
}
