// Runs an import in the background as the person who began it, and keeps what came of it.
import { wordForReader } from '../../../policy/word-for-reader.ts'
import type { ImportBody } from '#shared/protocol/import.ts'
import { Refused } from '../../../policy/refused.ts'
import type { Transaction } from '../../../storage/transaction.ts'
import { readWhole } from '../../files/read-file.ts'
import type { RepeatGuard } from '../../write/idempotency.ts'
import { actorOfRow, putRow, readRow, requireGoingOn, WORK_STOPPED } from '../../background/background-row.ts'
import type { RunInBackground } from '../../background/run-in-background.ts'
import type { BackgroundWork, ChargedWork } from '../../background/run-work.ts'
import { runWork } from '../../background/run-work.ts'
import type { WorkProgress } from '../../background/work-progress.ts'
import type { ActorContext, RecordsDependencies } from '../../records-dependencies.ts'
import { auditImport, writePrepared } from '../import-records.ts'
import type { ImportTally } from '../import-tally.ts'
import type { PreparedImport } from '../prepare-import.ts'
import { prepareImport } from '../prepare-import.ts'
import { describeGoodRows, importGoodRows } from './import-good-rows.ts'
import type { StoredImport } from './import-row.ts'

interface ImportDependencies extends RecordsDependencies {
  readonly imports: WorkProgress<ImportTally>
  readonly runInBackground: RunInBackground
}

/** Gives what is to be written once it has ended, as `runWork` does. */
export function runImport(dependencies: ImportDependencies, id: string, now: string, signal: AbortSignal) {
  const { storage, imports, runInBackground } = dependencies
  const work: BackgroundWork<StoredImport, ImportTally> = {
    kind: 'import',
    progress: imports,
    chargedTo: ({ person, request }) => person ?? request.note.address,
    attempt: (begun, running) => attempt(dependencies, begun, now, running),
    async settle(transaction, ended) {
      await putRow(transaction, 'import', { ...ended, endedAt: now })
      await auditGoodRows(dependencies, transaction, ended, now)
      await transaction.deleteFile(ended.file)
    },
  }
  return runWork({ database: storage.database, runInBackground }, work, id, signal)
}

async function attempt(
  dependencies: ImportDependencies,
  begun: StoredImport,
  now: string,
  running: ChargedWork<ImportTally>,
): Promise<StoredImport> {
  const { current, storage } = dependencies
  try {
    const file = await storage.database.file(begun.file)
    // It goes with a stop.
    if (file === undefined) return { ...begun, state: 'stopped' }
    const bytes = await readWhole(dependencies, file)
    const actorContext: ActorContext = { actor: await actorOfRow(dependencies, begun), now }
    const request = { ...begun.request, bytes, mode: begun.mode }
    const prepared = await running.charge(() => prepareImport(dependencies, actorContext, begun.entity, request))
    if (begun.mode === 'run' && begun.keep === 'good')
      return await runGoodRows(dependencies, actorContext, { prepared, begun, running })
    const guard = guardOf(begun)
    const result = await writePrepared(dependencies, actorContext, prepared, request, { guard, ...running })
    return { ...begun, state: running.signal.aborted && !result.kept ? 'stopped' : 'done', result }
  } catch (error) {
    if (error === WORK_STOPPED) return { ...begun, state: 'stopped' }
    if (!(error instanceof Refused)) throw error
    const { code, message } = wordForReader(current.running.model, error.refusal, false)
    return { ...begun, state: 'failed', problem: { code, message } }
  }
}

async function runGoodRows(
  dependencies: ImportDependencies,
  actorContext: ActorContext,
  asked: {
    readonly prepared: PreparedImport
    readonly begun: StoredImport
    readonly running: ChargedWork<ImportTally>
  },
): Promise<StoredImport> {
  const { prepared, begun, running } = asked
  const stored = await importGoodRows(dependencies, actorContext, prepared, begun, running)
  const result = describeGoodRows(prepared, stored)
  const isWhole = stored.tally !== undefined && stored.tally.tried >= prepared.rows.length
  const isStopped = (running.signal.aborted || stored.isToStop === true) && !isWhole
  return { ...stored, state: isStopped ? 'stopped' : 'done', result }
}

/** All rows or none are noted where they are written; the good ones once it has ended, by itself or by a stop. */
async function auditGoodRows(
  { current }: RecordsDependencies,
  transaction: Transaction,
  { keep, mode, result, request: { note }, person }: StoredImport,
  now: string,
): Promise<void> {
  if (keep !== 'good' || mode !== 'run' || result === undefined) return
  await auditImport(transaction, current.running, { by: person, at: now }, { note, body: result })
}

/** The rows and that they are kept are one transaction: a run that is repeated finds it. */
function guardOf(begun: StoredImport): RepeatGuard<ImportBody> {
  return {
    async find(transaction) {
      const row = await readRow<StoredImport>(transaction, 'import', begun.id)
      if (row?.result === undefined) requireGoingOn(row)
      return row?.result
    },
    keep: (transaction, result) => putRow<StoredImport>(transaction, 'import', { ...begun, state: 'running', result }),
  }
}
