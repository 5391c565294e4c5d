// Keeps the timers of a record up to date: works out when each falls due, and puts it among the jobs.
import type { Trigger, TriggerState } from '#shared/decisions/4-timers.ts'
import { fieldOfTrigger, planTrigger, runsInState, triggerNodes } from '#shared/decisions/4-timers.ts'
import { readsOf } from '#shared/expressions/reads.ts'
import { systemActor } from '#shared/policy/actor.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { Job } from '../../storage/job.ts'
import type { CommandContext } from '../write/command-context.ts'
import { entityConditions, evaluateConditions } from '../access/condition-facts.ts'
import { scanReadersOfTimers } from './timer-readers.ts'
import { cachedTriggers, nodesReadBy, roundsOf } from './triggers.ts'

/**
 * The change that affects timers: the record was created (`old` is null) or changed, or something else that its
 * timers read was changed, or the document, or it came back from the trash.
 */
export type TimerOccasion = { readonly old: RecordValue | null } | 'elsewhere' | 'document' | 'restored'

/**
 * Reports whether a change of these fields may move a timer of the record. Where none does, its timers are as they were, but for
 * one that was given up: that is tried again whatever changed.
 */
export async function mayMoveTimers(
  { running, transaction }: Pick<CommandContext, 'running' | 'transaction'>,
  entity: Entity,
  changed: readonly string[],
): Promise<boolean> {
  const read = running.compiled('fields that timers read', entity, () => ({
    fields: fieldsOfTriggers(running, entity),
  }))
  return (
    read.fields === undefined ||
    changed.some((field) => read.fields?.has(field)) ||
    (await transaction.hasDeadJobs('timer'))
  )
}

/** Undefined: they read more than fields of their record, or are begun anew by effects. */
function fieldsOfTriggers(running: RunningDocument, entity: Entity): ReadonlySet<string> | undefined {
  if (entity.timers.size > 0) return undefined
  const triggers = cachedTriggers(running, entity)
  const reads = triggers.flatMap((trigger) => nodesReadBy(running.model, entity, trigger)).map(readsOf)
  if (reads.some(({ others, usesMe, usesNow, usesOld }) => others.length > 0 || usesMe || usesNow || usesOld))
    return undefined
  return new Set([...triggers.map(fieldOfTrigger), ...reads.flatMap(({ own }) => own)])
}

/** Updates the timers of a record in the transaction of the change, so that every committed record has its timers. */
export async function updateTimers(
  context: CommandContext,
  entity: Entity,
  record: RecordValue,
  occasion: TimerOccasion,
): Promise<void> {
  const triggers = cachedTriggers(context.running, entity)
  if (triggers.length === 0) return
  const { transaction } = context
  const about = { entity: entity.name.identifier, record: record.id }
  const isNew = typeof occasion === 'object' && occasion.old === null
  const jobs = isNew ? [] : await transaction.jobsOf('timer', about)
  if (jobs.length === 0 && !triggers.some((trigger) => runsInState(trigger, record))) return
  let isMoved = false
  for (const [at, round] of roundsOf(context.running, entity).entries()) {
    const known = at === 0 ? jobs : await transaction.jobsOf('timer', about)
    if (await updateRound(context, entity, { record, occasion, round, jobs: known })) isMoved = true
  }
  for (const job of jobs) if (!triggers.some(({ key }) => key === job.key)) await transaction.deleteJob(job.number)
  if (isMoved) await scanReadersOfTimers(context, entity, occasion === 'elsewhere')
}

interface Round {
  readonly record: RecordValue
  readonly occasion: TimerOccasion
  readonly round: readonly Trigger[]
  readonly jobs: readonly Job[]
}

/** Updates triggers that do not read one another, and reports whether a timer moved. */
export async function updateRound(
  context: CommandContext,
  entity: Entity,
  { record, occasion, round, jobs }: Round,
): Promise<boolean> {
  const { transaction } = context
  const about = { entity: entity.name.identifier, record: record.id }
  const plan = await preparePlan(context, entity, record, occasion)
  let isMoved = false
  for (const trigger of round) {
    const job = jobs.find(({ key }) => key === trigger.key)
    const next = await plan(trigger, job)
    if (next !== undefined && job !== undefined && isSame(stateOf(job), next)) {
      // What was refused is tried again when the record or the document changes; what was kept in the trash waits again.
      if (occasion === 'restored' && trigger.kind === 'timer') isMoved = true
      if (occasion === 'restored' || (job.isDead && occasion !== 'elsewhere'))
        await transaction.changeJob(jobFor(job, next))
      continue
    }
    if (trigger.kind === 'timer' && (job !== undefined || next !== undefined)) isMoved = true
    if (next === undefined) {
      if (job !== undefined) await transaction.deleteJob(job.number)
    } else if (job === undefined) await transaction.putJob(freshJob(about, trigger, next))
    else await transaction.changeJob(jobFor(job, next))
  }
  return isMoved
}

/** Stops the timers of a record that goes to the trash, and keeps what came of them: it comes no second time when the record is back. */
export async function keepTimers({ transaction, running }: CommandContext, entity: Entity, id: string): Promise<void> {
  const about = { entity: entity.name.identifier, record: id }
  const jobs = cachedTriggers(running, entity).length === 0 ? [] : await transaction.jobsOf('timer', about)
  await transaction.deleteJobsOf(about)
  for (const { number: _, ...job } of jobs)
    if (hasBegun(stateOf(job)))
      await transaction.putJob({ ...job, dueAt: null, tries: 0, problem: null, isDead: false })
}

/** Did it come in this state, or use up some of its time? */
function hasBegun({ isDone, times, spent, came = null }: TriggerState): boolean {
  return isDone || times > 0 || spent > 0 || came !== null
}

type TriggerPlan = (trigger: Trigger, job: Job | undefined) => Promise<TriggerState | undefined>

/** Plans triggers of the record as it is stored now. In automatic work nobody is `me`. */
export async function preparePlan(
  context: CommandContext,
  entity: Entity,
  record: RecordValue,
  occasion: TimerOccasion,
): Promise<TriggerPlan> {
  const { running, storage, transaction, actorContext } = context
  const { now } = actorContext
  const nodes = () => cachedTriggers(running, entity).flatMap((trigger) => triggerNodes(entity, trigger))
  const conditions = entityConditions(running, entity, 'timers', nodes)
  const reader = { storage, database: transaction, running }
  const evaluate = await evaluateConditions(conditions, reader, { actor: systemActor, now }, { record })
  const entrances = new Map<string, string>()
  return async (trigger, job) => {
    const field = fieldOfTrigger(trigger)
    const isEntered = typeof occasion === 'object' && occasion.old?.[field] !== record[field]
    const state = job && stateOf(job)
    let entered = isEntered ? now : (state?.since ?? entrances.get(field))
    if (entered === undefined) {
      entered = runsInState(trigger, record) ? await entranceOf(context, entity, record, field) : now
      entrances.set(field, entered)
    }
    return planTrigger(trigger, state, { model: running.model, entity, record, evaluate, now, entered, isEntered })
  }
}

/** Begins a timer anew, with those that are a share of it; where it is paused it begins when it runs again. */
export async function restartTimer(
  { transaction, actorContext }: CommandContext,
  entity: Entity,
  record: string,
  name: string,
): Promise<void> {
  const about = { entity: entity.name.identifier, record }
  for (const job of await transaction.jobsOf('timer', about)) {
    const lasts = entity.timers.get(job.key ?? '')?.lasts
    if (job.key !== name && (lasts?.kind !== 'share' || lasts.of !== name)) continue
    const state = stateOf(job)
    const since = state.since === null ? null : actorContext.now
    await transaction.changeJob(jobFor(job, { ...state, since, spent: 0, isDone: false, moment: null }))
  }
}

export function stateOf({ value }: Pick<Job, 'value'>): TriggerState {
  return value as unknown as TriggerState
}

/** The job with another state, from its beginning. */
export function jobFor(job: Job, next: TriggerState): Job {
  return { ...job, tries: 0, problem: null, isDead: false, ...timing(next) }
}

function freshJob(about: NonNullable<Job['about']>, { key }: Trigger, state: TriggerState): Omit<Job, 'number'> {
  return { kind: 'timer', about, key, tries: 0, problem: null, isDead: false, ...timing(state) }
}

function timing(state: TriggerState): Pick<Job, 'dueAt' | 'value'> {
  return { dueAt: state.isDone ? null : state.moment, value: { ...state } }
}

function isSame(one: TriggerState, other: TriggerState): boolean {
  const names = ['since', 'moment', 'spent', 'isDone', 'times', 'fired', 'came'] as const
  return names.every((name) => one[name] === other[name])
}

const PAGE = 100
const MOST_PAGES = 20

/** Finds the last change of the state in the history, for records that had no timer before. */
async function entranceOf(
  { transaction }: CommandContext,
  entity: Entity,
  record: RecordValue,
  field: string,
): Promise<string> {
  if (!entity.historyKept) return String(record['updated_at'])
  let before: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const asked = before === undefined ? { limit: PAGE } : { limit: PAGE, before }
    const entries = await transaction.history(entity.name.identifier, record.id, asked)
    const found = entries.find(({ changes }) => Object.hasOwn(changes, field))
    if (found !== undefined) return found.at
    before = entries.at(-1)?.id
    if (entries.length < PAGE) break
  }
  return String(record['created_at'])
}
