// Lists timers: all that are due, late or failed, and those of one record; has one run now.
import type { Trigger } from '#shared/decisions/4-timers.ts'
import { fieldOfTrigger, nodesAskedForMoment, triggersOf } from '#shared/decisions/4-timers.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import { recordsIn } from '#shared/policy/read-requirements.ts'
import type { TimerItem } from '#shared/protocol/timers.ts'
import type { Job } from '../../storage/job.ts'
import { requireAdministrator, refused } from '../../policy/refused.ts'
import { appendAudit } from '../audit/append-audit.ts'
import { titleFor } from '../messages/message-values.ts'
import { entityConditions, evaluateConditions } from '../access/condition-facts.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'
import { readableFieldsById } from '../access/row-policy.ts'
import type { ReadableFields } from '../messages/read-requirements.ts'
import { mayKnowValue } from '../messages/read-requirements.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { jobFor, stateOf } from './record-timers.ts'
import { cachedTriggers, timersReadBy } from './triggers.ts'
import { sayJobProblem } from './job-problem.ts'

type Dependencies = Pick<RecordsDependencies, 'storage' | 'current'>

const MOST_LISTED = 200

/** Lists those that were given up, then those that are due next, also of schedules; of each at most 200. */
export async function listTimers(
  dependencies: Dependencies,
  actorContext: ActorContext,
): Promise<readonly TimerItem[]> {
  const { storage, current } = dependencies
  requireAdministrator(current.running.model, actorContext.actor)
  const failed = await storage.database.jobsBy('timer', 'dead', MOST_LISTED)
  const due = await storage.database.jobsBy('timer', 'due', MOST_LISTED)
  const items = await Promise.all([...failed, ...due].map((job) => itemOf(dependencies, actorContext, job)))
  const dead = await storage.database.jobsBy('schedule', 'dead', MOST_LISTED)
  const schedules = [...dead, ...(await storage.database.jobsBy('schedule', 'due', MOST_LISTED))]
  const all = [...items, ...schedules.map((job) => scheduleItem(current.running.model, actorContext, job))]
  return all.filter((item) => item !== undefined).toSorted(soonestFirst)
}

/**
 * Lists the timers of a record in the order of `listTimers`, as far as the actor may read the states in which they run and what
 * their moments follow from. What refused a timer is for administrators.
 */
export async function listRecordTimers(
  dependencies: Dependencies,
  actorContext: ActorContext,
  entity: string,
  record: string,
): Promise<readonly TimerItem[]> {
  const { storage, current } = dependencies
  const { running } = current
  const { actor, now } = actorContext
  const found = running.model.entities.get(entity)
  const policyContext = { database: storage.database, storage, running, now }
  const readable = found && (await readableFieldsById(policyContext, actor, entity, record))
  if (found === undefined || readable === undefined) throw refused('not_found')
  const shown = await shownTriggers(policyContext, actorContext, found, record, readable)
  const jobs = (await storage.database.jobsOf('timer', { entity, record })).filter(
    (job) => (job.dueAt !== null || job.isDead) && shown.has(job.key ?? ''),
  )
  const items = await Promise.all(jobs.map((job) => itemOf(dependencies, actorContext, job)))
  const known = items.filter((item) => item !== undefined).toSorted(soonestFirst)
  return actor.administrator ? known : known.map((item) => ({ ...item, problem: null, line: null }))
}

/** Gives the keys of the triggers whose moments the actor may know of a record. */
async function shownTriggers(
  policyContext: RowPolicyContext,
  actorContext: ActorContext,
  entity: Entity,
  id: string,
  readable: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { running, database } = policyContext
  const { actor } = actorContext
  const triggers = cachedTriggers(running, entity).filter((trigger) => readable.has(fieldOfTrigger(trigger)))
  const keys = triggers.map(({ key }) => key)
  if (actor.system || actor.administrator) return new Set(keys)
  const asked = (trigger: Trigger) =>
    running.keptOn(entity, 'asked for a moment', trigger.key, () => askedFor(entity, trigger))
  const records = () => cachedTriggers(running, entity).flatMap((trigger) => asked(trigger).flatMap(recordsIn))
  const record = (await database.record(entity.name.identifier, id)) ?? { id }
  const conditions = entityConditions(running, entity, 'records behind moments', records)
  const see = await evaluateConditions(conditions, policyContext, actorContext, { record })
  const fieldsOf: ReadableFields = (of, other) =>
    other === id ? Promise.resolve(readable) : readableFieldsById(policyContext, actor, of, other)
  const shown = new Set<string>()
  for (const trigger of triggers) {
    const known = await Promise.all(
      asked(trigger).map((node) => mayKnowValue(node, policyContext, actor, see, fieldsOf)),
    )
    if (known.every(Boolean)) shown.add(trigger.key)
  }
  return shown
}

/** Lists what a moment follows from; a moment that reads timers of its record follows from what these last. */
function askedFor(entity: Entity, trigger: Trigger): readonly Node[] {
  const own = nodesAskedForMoment(entity, trigger)
  if (!own.flatMap(timersReadBy).some(({ isOwn }) => isOwn)) return own
  const timers = triggersOf(entity).filter(({ kind }) => kind === 'timer')
  return [...own, ...timers.flatMap((timer) => nodesAskedForMoment(entity, timer))]
}

/** Runs a timer before its moment, or again after it was refused; an administrator answers for it, and the audit notes it. */
export async function runTimerNow(
  { storage, current }: Dependencies,
  { actor, now }: ActorContext,
  id: string,
): Promise<void> {
  const { model, revision } = current.running
  requireAdministrator(model, actor)
  await storage.write(async (transaction) => {
    const job = /^\d{1,15}$/.test(id) ? await transaction.job(Number(id)) : undefined
    const isKnown = job?.kind === 'timer' || job?.kind === 'schedule'
    if (!isKnown || (job.dueAt === null && !job.isDead)) throw refused('not_found')
    // What is late already keeps its moment, by which a schedule knows its run.
    const dueAt = job.dueAt !== null && job.dueAt <= now ? job.dueAt : now
    await transaction.changeJob({ ...(job.kind === 'timer' ? jobFor(job, stateOf(job)) : job), dueAt })
    const subject = job.about?.record ?? null
    const detail = { timer: job.key ?? '', entity: job.about?.entity ?? '' }
    await appendAudit(transaction, {
      event: 'timer_run',
      at: now,
      by: actor.person?.id ?? null,
      subject,
      detail,
      revision,
    })
  })
}

/** Orders timers by their moments. Those without one have failed, and come first. */
function soonestFirst(one: TimerItem, other: TimerItem): number {
  return (one.dueAt ?? '').localeCompare(other.dueAt ?? '')
}

/** Undefined: the document knows it no more. */
function scheduleItem(model: Model, { now }: ActorContext, job: Job): TimerItem | undefined {
  const { dueAt, problem, value } = job
  const schedule = model.schedules.get(job.key ?? '')
  if (schedule === undefined) return undefined
  const status = job.isDead ? 'failed' : (dueAt ?? '') <= now ? 'late' : problem === null ? 'due' : 'failed'
  const line = problem === null || typeof value['line'] !== 'number' ? null : value['line']
  const nothing = { entity: null, record: null, title: '' }
  return {
    id: String(job.number),
    kind: 'schedule',
    name: schedule.name.label,
    ...nothing,
    dueAt,
    status,
    problem: sayJobProblem(problem, model.settings.language),
    line,
  }
}

/** Undefined: the document knows it no more. */
async function itemOf(
  { storage, current: { running } }: Dependencies,
  actorContext: ActorContext,
  job: Job,
): Promise<TimerItem | undefined> {
  const { about } = job
  const entity = about === null ? undefined : running.model.entities.get(about.entity)
  const trigger = entity && cachedTriggers(running, entity).find(({ key }) => key === job.key)
  if (about === null || trigger === undefined) return undefined
  const { now, actor } = actorContext
  const policyContext = { database: storage.database, storage, running, now }
  const name = trigger.kind === 'timer' ? trigger.timer.name.label : trigger.transition.name.label
  const title = (await titleFor(policyContext, actorContext, actor, about.entity, about.record)) ?? ''
  const status = job.isDead ? 'failed' : (job.dueAt ?? '') <= now ? 'late' : 'due'
  const line = typeof job.value['line'] === 'number' ? job.value['line'] : null
  const { kind } = trigger
  const problem = sayJobProblem(job.problem, running.model.settings.language)
  return { id: String(job.number), kind, name, ...about, title, dueAt: job.dueAt, status, problem, line }
}
