// Counts which timers and schedules a document would start, move and drop, on a copy of the data.
import { systemActor } from '#shared/policy/actor.ts'
import { labelFor } from '#shared/text/label.ts'
import type { ChangedDues, DuesChange } from '#shared/protocol/plan.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { runInTransaction } from '../records/write/unit-of-work.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import { areTimersRevised } from '../records/write/scan-timers.ts'
import { planSchedules } from '../records/timers/plan-schedules.ts'
import { updateTimers } from '../records/timers/record-timers.ts'
import { cachedTriggers } from '../records/timers/triggers.ts'
import type { Job, JobKind } from '../storage/job.ts'
import type { Copies } from './open-copies.ts'

/** Records that are looked at in one command. */
const AT_ONCE = 500

/**
 * Counts which timers and schedules the planned document would start, move and drop; it does so, on what is a copy.
 * Undefined: there was no time for all records.
 */
export async function previewDues(
  { before, after: { running, dependencies } }: Pick<Copies, 'before' | 'after'>,
  now: string,
  hasTime: () => boolean,
): Promise<{ readonly timers: DuesChange; readonly schedules: DuesChange } | undefined> {
  const { database } = dependencies.storage
  const readAll = async (kind: JobKind): Promise<readonly Job[]> =>
    database.jobsBy(kind, 'due', Number.MAX_SAFE_INTEGER)
  const was = { timers: await readAll('timer'), schedules: await readAll('schedule') }
  if (!(await workOut(dependencies, now, hasTime))) return undefined
  const known = (await readAll('timer')).filter((job) => isKnown(dependencies, job))
  const documents = [running, before.running]
  return {
    timers: compare(was.timers, known, documents),
    schedules: compare(was.schedules, await readAll('schedule'), documents),
  }
}

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

/** `documents`: the planned one, then the one in force, which knows what is dropped. */
function compare(was: readonly Job[], is: readonly Job[], documents: readonly RunningDocument[]): DuesChange {
  const [before, after] = [was, is].map((jobs) => new Map(jobs.map((job) => [keyOf(job), job])))
  const changed = new Map<string, Mutable<ChangedDues>>()
  const note = (job: Job, what: 'started' | 'moved' | 'dropped') => {
    const key = `${job.about?.entity ?? ''} ${job.key ?? ''}`
    const counts = changed.get(key) ?? { ...nameOf(job, documents), started: 0, moved: 0, dropped: 0 }
    changed.set(key, counts)
    counts[what]++
  }
  let kept = 0
  for (const [key, job] of after ?? []) {
    const former = before?.get(key)
    if (former === undefined) note(job, 'started')
    else if (former.dueAt !== job.dueAt) note(job, 'moved')
    else kept++
  }
  for (const [key, job] of before ?? []) if (!after?.has(key)) note(job, 'dropped')
  const all = [...changed.values()]
  const sum = (what: 'started' | 'moved' | 'dropped') => all.reduce((total, each) => total + each[what], 0)
  return { started: sum('started'), moved: sum('moved'), dropped: sum('dropped'), kept, changed: all }
}

type Mutable<Of> = { -readonly [Member in keyof Of]: Of[Member] }

function nameOf({ about, key }: Job, documents: readonly RunningDocument[]): Pick<ChangedDues, 'entity' | 'name'> {
  const names = documents.map((running) => {
    if (about === null) return running.model.schedules.get(key ?? '')?.name.label
    const entity = running.model.entities.get(about.entity)
    const trigger = entity && cachedTriggers(running, entity).find((each) => each.key === key)
    return trigger && (trigger.kind === 'timer' ? trigger.timer : trigger.transition).name.label
  })
  return { entity: about?.entity ?? null, name: labelFor(names.find((name) => name !== undefined) ?? key ?? '') }
}
