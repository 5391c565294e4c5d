// Fires a timer that is due: does its transition or its effects as the document, or records what refused it.
import { afterFiring } from '#shared/decisions/4-timers.ts'
import { sayFailure } from '../../policy/word-for-reader.ts'
import type { Trigger } from '#shared/decisions/4-timers.ts'
import { systemActor } from '#shared/policy/actor.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { Refused } from '../../policy/refused.ts'
import type { Job } from '../../storage/job.ts'
import type { CommandContext } from './command-context.ts'
import { evaluateNow } from '../access/condition-facts.ts'
import { completeWrite } from './complete-write.ts'
import { runInTransaction } from './unit-of-work.ts'
import { runTransition } from './run-transition.ts'
import { applyEffects } from '../effects/record-frame.ts'
import type { RecordsDependencies } from '../records-dependencies.ts'
import { jobFor, preparePlan, stateOf, updateTimers } from '../timers/record-timers.ts'
import { cachedTriggers } from '../timers/triggers.ts'

/** Maximum number of tries of a job during which the program ended; after that it is not tried again automatically. */
const MOST_TRIES = 20

/** Fires it once, in one transaction with what it does: a crash before the commit leaves the job, one after it finds none. */
export async function fireTimer(dependencies: RecordsDependencies, now: string, claimed: Job): Promise<void> {
  await runInTransaction(dependencies, { actor: systemActor, now }, {}, async (context) => {
    const { transaction } = context
    const job = await transaction.job(claimed.number)
    // It was changed since it was claimed: by a person who was first, or by an edit of the document.
    if (job === undefined || job.dueAt === null || job.dueAt > now) return
    const found = await findTrigger(context, job)
    if (found === undefined) return void (await transaction.deleteJob(job.number))
    const { entity, record, trigger } = found
    const plan = await preparePlan(context, entity, record, 'elsewhere')
    const next = await plan(trigger, job)
    if (next === undefined) return void (await transaction.deleteJob(job.number))
    // What it reads has changed meanwhile, or the document: never the old moment.
    if (next.moment !== stateOf(job).moment) {
      await transaction.changeJob(jobFor(job, next))
      // Others of the record may read this one.
      if (trigger.kind === 'timer') await updateTimers(context, entity, record, 'elsewhere')
      return
    }
    if (job.tries > MOST_TRIES) return giveUp(context, job, 'The program ended again and again while this was done.')
    try {
      await transaction.savepoint(async () => {
        await transaction.changeJob(jobFor(job, afterFiring(next, now)))
        await perform(context, entity, record, trigger)
        await planRepetition(context, job)
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await giveUp(context, job, sayFailure(context.running.model, error.refusal), error.refusal.cites?.line)
    }
  })
}

async function findTrigger(
  { running, transaction }: CommandContext,
  job: Job,
): Promise<{ readonly entity: Entity; readonly record: RecordValue; readonly trigger: Trigger } | undefined> {
  const entity = job.about === null ? undefined : running.model.entities.get(job.about.entity)
  if (entity === undefined || job.about === null) return undefined
  const trigger = cachedTriggers(running, entity).find(({ key }) => key === job.key)
  const record = trigger && (await transaction.record(job.about.entity, job.about.record))
  return trigger === undefined || record === undefined ? undefined : { entity, record, trigger }
}

async function perform(context: CommandContext, entity: Entity, record: RecordValue, trigger: Trigger): Promise<void> {
  if (trigger.kind === 'timer') {
    const { then, cite } = trigger.timer
    const snapshot = { record, old: record }
    const after = await applyEffects(context, entity, snapshot, then, { onlyIfSet: true })
    if (after === undefined) return
    // Its effects may have begun a timer anew without a change of the record.
    if (after['_version'] === record['_version']) return updateTimers(context, entity, after, 'elsewhere')
    await completeWrite(context, entity, { ...snapshot, record: after }, 'document', { line: cite.line })
    return
  }
  const { transition, row } = trigger
  if (row.when !== undefined) {
    const { tree } = row.when
    const conditions = context.running.compiled('automatic', row, () => makeConditions(entity.name.identifier, [tree]))
    const evaluate = await evaluateNow(context, conditions, { record, old: record })
    // Where its condition is not met at its moment it is skipped.
    if (evaluate(tree) !== true) return
  }
  await runTransition(context, 'document', entity, record.id, transition, {})
}

/** One that repeats waits for its next moment, if the record still is where it was. */
async function planRepetition(context: CommandContext, { number }: Job): Promise<void> {
  const job = await context.transaction.job(number)
  const found = job && (await findTrigger(context, job))
  if (job === undefined || found?.trigger.kind !== 'transition' || found.trigger.after.kind !== 'every') return
  const plan = await preparePlan(context, found.entity, found.record, 'elsewhere')
  const next = await plan(found.trigger, job)
  if (next !== undefined) await context.transaction.changeJob(jobFor(job, next))
}

async function giveUp({ transaction }: CommandContext, job: Job, problem: string, line?: number): Promise<void> {
  const value = line === undefined ? job.value : { ...job.value, line }
  await transaction.changeJob({ ...job, dueAt: null, problem, isDead: true, value })
}
