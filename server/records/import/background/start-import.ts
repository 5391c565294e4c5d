// Begins an import in the background: keeps its file, and puts the job that will run it.
import type { ImportStatus, KeptRows } from '#shared/protocol/import.ts'
import { refused } from '../../../policy/refused.ts'
import type { StoredFile } from '../../../storage/stored-file.ts'
import { PART_BYTES } from '../../../storage/stored-file.ts'
import { newFileId } from '../../files/file-value.ts'
import { listUnderWay, putBackgroundJob, putRow } from '../../background/background-row.ts'
import type { WorkProgress } from '../../background/work-progress.ts'
import type { RepeatGuard } from '../../write/idempotency.ts'
import { runOnce } from '../../write/idempotency.ts'
import type { ActorContext, RecordsDependencies } from '../../records-dependencies.ts'
import type { ImportRequest } from '../import-records.ts'
import type { ImportTally } from '../import-tally.ts'
import type { PreparedImport } from '../prepare-import.ts'
import type { StoredImport } from './import-row.ts'
import { describeImport } from './import-row.ts'

/** How many a person has under way at once: each holds a file. */
const MOST_UNDER_WAY = 3

export interface BackgroundRequest extends ImportRequest {
  readonly keep: KeptRows
}

export async function startImport(
  dependencies: RecordsDependencies & { readonly imports: WorkProgress<ImportTally> },
  actorContext: ActorContext,
  { entity, rows }: PreparedImport,
  { bytes, mode, keep, ...request }: BackgroundRequest,
  guard?: RepeatGuard<ImportStatus>,
): Promise<ImportStatus> {
  const { actor, now } = actorContext
  const { storage, newId, imports } = dependencies
  const person = actor.person?.id ?? null
  const underWay = await listUnderWay(dependencies, 'import', person)
  if (underWay.length >= MOST_UNDER_WAY) throw refused('too_many_imports', { most: MOST_UNDER_WAY })
  const file = await keepFile(dependencies, bytes, { person, createdAt: now })
  const stored: StoredImport = {
    id: newId(now),
    person,
    entity: entity.name.identifier,
    request,
    keep,
    mode: mode === 'run' ? 'run' : 'check',
    roles: actor.roles,
    administrator: actor.administrator,
    file: file.id,
    changeSet: newId(now),
    state: 'waiting',
    rows: rows.length,
    createdAt: now,
  }
  return storage.write(
    (transaction) =>
      runOnce(guard, transaction, async () => {
        await transaction.putFile(file, true)
        await putRow(transaction, 'import', stored)
        await putBackgroundJob(transaction, 'import', stored)
        return describeImport(stored, imports)
      }),
    { isRepeatable: guard !== undefined },
  )
}

/** Writes each part of the file in a command of its own, so that others get their turn. A file that nothing refers to is deleted after a day. */
async function keepFile(
  { storage }: RecordsDependencies,
  bytes: Buffer,
  begun: Pick<StoredFile, 'person' | 'createdAt'>,
): Promise<StoredFile> {
  const id = newFileId()
  const kind = { name: 'import', type: 'application/octet-stream', extension: '', size: bytes.length }
  const file: StoredFile = { ...begun, ...kind, id, content: id, owner: null }
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    await storage.write(async (transaction) => {
      await transaction.putFile(file, false)
      await transaction.putFilePart(id, at / PART_BYTES, bytes.subarray(at, at + PART_BYTES))
    })
  return file
}
