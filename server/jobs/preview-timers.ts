// Counts which timers and schedules a document would start, move and drop, on a copy of the data.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemActor } from '#shared/policy/actor.ts'
import type { Model } from '#shared/model/model.ts'
import type { DuesChange } from '#shared/protocol/plan.ts'
import type { Trial } from '../document/check-document.ts'
import { CurrentDocument, runDocument } from '../document/current-document.ts'
import { printMigrationConflict } from '../document/print-migration-conflict.ts'
import { runInTransaction } from '../records/write/unit-of-work.ts'
import { createIds } from '../records/new-id.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import { planSchedules } from '../records/timers/plan-schedules.ts'
import { cachedTriggers, updateTimers } from '../records/timers/record-timers.ts'
import { copyState, DATABASE_FILE } from '../storage/sqlite/survey.ts'
import type { Job, JobKind } from '../storage/job.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts'
import { StorageRefused } from '../storage/storage-error.ts'

/** Records that are looked at in one command. */
const AT_ONCE = 500

/**
 * Previews what a server on this directory would do with the document. The data is only read, so a running server is
 * not disturbed.
 */
export async function previewTimers(
  directory: string,
  document: { readonly file: string; readonly text: string; readonly model: Model },
  now: string,
): Promise<Trial> {
  if (!existsSync(join(directory, DATABASE_FILE)))
    return { lines: [`There is no database in ${directory}.`], json: {}, isSound: false }
  const copy = mkdtempSync(join(tmpdir(), 'verbatim-check-'))
  try {
    await copyState(directory, join(copy, DATABASE_FILE))
    return await count(copy, document, now)
  } catch (error) {
    if (!(error instanceof StorageRefused)) throw error
    const conflicts = error.conflicts.map(printMigrationConflict)
    return { lines: [[error.message, ...conflicts].join('\n')], json: { conflicts }, isSound: false }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

async function count(
  directory: string,
  { file, text, model }: { readonly file: string; readonly text: string; readonly model: Model },
  now: string,
): Promise<Trial> {
  const running = runDocument(file, text, model)
  const storage = await openSqliteStorage({ directory, model, revision: running.revision, now: () => now })
  try {
    const newId = createIds(await storage.database.newestId())
    const current = new CurrentDocument(running, await storage.database.revisionInForce())
    const { timers, schedules } = await previewDues({ storage, current, newId }, now)
    return {
      lines: [sayDues('Timers', timers), sayDues('Schedules', schedules)],
      json: { timers, schedules },
      isSound: true,
    }
  } finally {
    await storage.close()
  }
}

/** Counts which timers and schedules the document in force would start, move and drop; it does so, on what is a copy. */
export async function previewDues(
  dependencies: RecordsDependencies,
  now: string,
): Promise<{ readonly timers: DuesChange; readonly schedules: DuesChange }> {
  const { database } = dependencies.storage
  const readAll = async (kind: JobKind): Promise<readonly Job[]> =>
    database.jobsBy(kind, 'due', Number.MAX_SAFE_INTEGER)
  const duesOf = (jobs: readonly Job[]): Dues => new Map(jobs.map((job) => [keyOf(job), job.dueAt]))
  const before = { timer: duesOf(await readAll('timer')), schedule: duesOf(await readAll('schedule')) }
  await workOut(dependencies, now)
  const known = (await readAll('timer')).filter((job) => isKnown(dependencies, job))
  return {
    timers: compare(before.timer, duesOf(known)),
    schedules: compare(before.schedule, duesOf(await readAll('schedule'))),
  }
}

/** When each falls due, by what it is of. */
type Dues = ReadonlyMap<string, string | null>

function keyOf({ about, key }: Job): string {
  return `${about?.entity ?? ''} ${about?.record ?? ''} ${key ?? ''}`
}

/** One that the document knows no more does nothing when it falls due. */
function isKnown({ current: { running } }: RecordsDependencies, { about, key }: Job): boolean {
  const entity = about === null ? undefined : running.model.entities.get(about.entity)
  return entity !== undefined && cachedTriggers(running, entity).some((trigger) => trigger.key === key)
}

/** Computes schedules and timers for all records at once, as the server does after the document is edited. */
async function workOut(dependencies: RecordsDependencies, now: string): Promise<void> {
  const { model } = dependencies.current.running
  const actorContext = { actor: systemActor, now }
  await runInTransaction(dependencies, actorContext, {}, ({ transaction }) => planSchedules(transaction, model, now))
  for (const entity of model.entities.values()) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const from: string = after
      after = await runInTransaction(dependencies, actorContext, {}, async (context) => {
        const ids = await context.transaction.idsAfter(entity.name.identifier, from, AT_ONCE)
        for (const id of ids) {
          const record = await context.transaction.record(entity.name.identifier, id)
          if (record !== undefined) await updateTimers(context, entity, record, 'elsewhere')
        }
        return ids.length < AT_ONCE ? undefined : ids.at(-1)
      })
    }
  }
}

function compare(before: Dues, after: Dues): DuesChange {
  const common = [...after].filter(([key]) => before.has(key))
  const moved = common.filter(([key, dueAt]) => before.get(key) !== dueAt).length
  return {
    started: after.size - common.length,
    moved,
    dropped: before.size - common.length,
    kept: common.length - moved,
  }
}

export function sayDues(what: string, { started, moved, dropped, kept }: DuesChange): string {
  return `${what}: ${started} would start, ${moved} would move, ${dropped} would be dropped, ${kept} would stay.`
}
