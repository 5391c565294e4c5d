// Counts which timers and schedules a document would start, move and drop, on a copy of the data.
import { systemActor } from '#shared/policy/actor.ts'
import type { DuesChange } from '#shared/protocol/plan.ts'
import { runInTransaction } from '../records/write/unit-of-work.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import { areTimersRevised } from '../records/write/scan-timers.ts'
import { planSchedules } from '../records/timers/plan-schedules.ts'
import { cachedTriggers, updateTimers } from '../records/timers/record-timers.ts'
import type { Job, JobKind } from '../storage/job.ts'

/** Records that are looked at in one command. */
const AT_ONCE = 500

/**
 * Counts which timers and schedules the document in force would start, move and drop; it does so, on what is a copy.
 * Undefined: there was no time for all records.
 */
export async function previewDues(
  dependencies: RecordsDependencies,
  now: string,
  hasTime: () => boolean,
): Promise<{ readonly timers: DuesChange; readonly schedules: DuesChange } | undefined> {
  const { database } = dependencies.storage
  const readAll = async (kind: JobKind): Promise<readonly Job[]> =>
    database.jobsBy(kind, 'due', Number.MAX_SAFE_INTEGER)
  const duesOf = (jobs: readonly Job[]): Dues => new Map(jobs.map((job) => [keyOf(job), job.dueAt]))
  const before = { timer: duesOf(await readAll('timer')), schedule: duesOf(await readAll('schedule')) }
  if (!(await workOut(dependencies, now, hasTime))) return undefined
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

/** Computes schedules and timers for all records at once, as the server does after the document is edited. False: there was no time for it. */
async function workOut(dependencies: RecordsDependencies, now: string, hasTime: () => boolean): Promise<boolean> {
  const { model, revision } = dependencies.current.running
  const actorContext = { actor: systemActor, now }
  // By another document, what was refused is tried again.
  const isRevised = await areTimersRevised(dependencies.storage.database, revision)
  const occasion = isRevised ? 'elsewhere' : 'document'
  await runInTransaction(dependencies, actorContext, {}, ({ transaction }) => planSchedules(transaction, model, now))
  for (const entity of model.entities.values()) {
    let after: string | undefined = ''
    while (after !== undefined) {
      if (!hasTime()) return false
      const from: string = after
      after = await runInTransaction(dependencies, actorContext, {}, async (context) => {
        const ids = await context.transaction.idsAfter(entity.name.identifier, from, AT_ONCE)
        for (const id of ids) {
          const record = await context.transaction.record(entity.name.identifier, id)
          if (record !== undefined) await updateTimers(context, entity, record, occasion)
        }
        return ids.length < AT_ONCE ? undefined : ids.at(-1)
      })
    }
  }
  return true
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
