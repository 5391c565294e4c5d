// Runs an import in the background as the person who began it, and keeps what came of it.
import { wordForReader } from '../../../policy/word-for-reader.ts'
import type { ImportBody } from '#shared/protocol/import.ts'
import { anonymous, makeActor } from '#shared/policy/actor.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { Refused } from '../../../policy/refused.ts'
import type { Transaction } from '../../../storage/transaction.ts'
import { readWhole } from '../../files/read-file.ts'
import type { RepeatGuard } from '../../write/idempotency.ts'
import type { ActorContext, RecordsDependencies } from '../../records-dependencies.ts'
import type { Charge } from '../import-records.ts'
import { auditImport, writePrepared } from '../import-records.ts'
import type { PreparedImport } from '../prepare-import.ts'
import { prepareImport } from '../prepare-import.ts'
import { describeGoodRows, importGoodRows } from './import-good-rows.ts'
import type { ImportProgress, RunningImport } from './import-progress.ts'
import type { StoredImport } from './import-row.ts'
import type { RunInBackground } from './run-in-background.ts'
import { isUnderWay, putImport, readImport } from './import-row.ts'

interface BackgroundDependencies extends RecordsDependencies {
  readonly imports: ImportProgress
  readonly runInBackground: RunInBackground
}

/** An import that runs, and how its work is charged. */
type ChargedImport = Pick<RunningImport, 'signal' | 'follow'> & { readonly charge: Charge }

/**
 * Gives what is to be written once it has ended; undefined: the server stops, and the import is run, or goes on, at the next
 * start. `signal`: the server is to stop.
 */
export async function runImport(
  dependencies: BackgroundDependencies,
  id: string,
  now: string,
  signal: AbortSignal,
): Promise<((transaction: Transaction) => Promise<void>) | undefined> {
  const begun = await readImport(dependencies.storage.database, id)
  if (begun === undefined || !isUnderWay(begun)) return async () => {}
  const running = dependencies.imports.begin(id)
  const stops = AbortSignal.any([signal, running.signal])
  try {
    const by = begun.person ?? begun.request.note.address
    const charge: Charge = (work) => dependencies.runInBackground(by, work)
    const ended = await attempt(dependencies, begun, now, { ...running, charge, signal: stops })
    if (signal.aborted && !running.signal.aborted && ended.state === 'stopped') return undefined
    return async (transaction) => {
      await putImport(transaction, { ...ended, endedAt: now })
      await auditGoodRows(dependencies, transaction, ended, now)
      await transaction.deleteFile(ended.file)
    }
  } finally {
    running.end()
  }
}

async function attempt(
  dependencies: BackgroundDependencies,
  begun: StoredImport,
  now: string,
  running: ChargedImport,
): Promise<StoredImport> {
  const { current, storage } = dependencies
  try {
    const file = await storage.database.file(begun.file)
    const bytes = file === undefined ? Buffer.alloc(0) : await readWhole(dependencies, file)
    const actorContext: ActorContext = { actor: await actorOf(dependencies, begun), now }
    const request = { ...begun.request, bytes, mode: begun.mode }
    const prepared = await running.charge(() => prepareImport(dependencies, actorContext, begun.entity, request))
    if (begun.mode === 'run' && begun.keep === 'good')
      return await runGoodRows(dependencies, actorContext, { prepared, begun, running })
    const guard = guardOf(begun)
    const result = await writePrepared(dependencies, actorContext, prepared, request, { guard, ...running })
    return { ...begun, state: running.signal.aborted && !result.kept ? 'stopped' : 'done', result }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { code, message } = wordForReader(current.running.model, error.refusal, false)
    return { ...begun, state: 'failed', problem: { code, message } }
  }
}

async function runGoodRows(
  dependencies: BackgroundDependencies,
  actorContext: ActorContext,
  asked: {
    readonly prepared: PreparedImport
    readonly begun: StoredImport
    readonly running: ChargedImport
  },
): Promise<StoredImport> {
  const { prepared, begun, running } = asked
  const stored = await importGoodRows(dependencies, actorContext, prepared, begun, running)
  const result = describeGoodRows(prepared, stored)
  const isWhole = stored.tally !== undefined && stored.tally.tried >= prepared.rows.length
  const isStopped = running.signal.aborted && !isWhole
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
    find: async (transaction) => (await readImport(transaction, begun.id))?.result,
    keep: (transaction, result) => putImport(transaction, { ...begun, state: 'running', result }),
  }
}

/** The person with the roles in which they began it, as far as they still have them. */
async function actorOf({ current, storage }: RecordsDependencies, begun: StoredImport): Promise<Actor> {
  if (begun.person === null) return anonymous
  const { model } = current.running
  const actor = makeActor(model, (await storage.database.record('Person', begun.person)) ?? null)
  const roles = actor.roles.filter((role) => begun.roles.includes(role))
  return { ...actor, roles, administrator: actor.administrator && begun.administrator }
}
