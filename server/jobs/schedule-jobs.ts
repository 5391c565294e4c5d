// Runs schedules that are due, each with its next moment in one transaction, or records what refused it.
import { sayFailure } from '../policy/word-for-reader.ts'
import { nextOccurrence, nextRun } from '#shared/decisions/4-schedules.ts'
import { systemActor } from '#shared/policy/actor.ts'
import type { DocumentCall } from '#shared/model/7-calls/types.ts'
import type { Model, Schedule } from '#shared/model/model.ts'
import { resolveCall } from '../calls/resolve-call.ts'
import { readCallValues } from '../calls/call-values.ts'
import { callReadingOf, runCallSteps } from '../calls/call-frame.ts'
import { Refused } from '../policy/refused.ts'
import type { CommandContext } from '../records/write/command-context.ts'
import { runInTransaction } from '../records/write/unit-of-work.ts'
import { isPlannedBy, plannedBy } from '../records/timers/plan-schedules.ts'
import type { Job } from '../storage/job.ts'
import type { JobHandler } from './runner.ts'
import { toMoment } from './runner.ts'
import type { TimerJobsDependencies } from './timer-jobs.ts'
import { attempt } from './timer-jobs.ts'

/** Most tries of a schedule. If the program has crashed this often, the schedule waits for its next moment. */
const MOST_TRIES = 20

export function createScheduleJobs(dependencies: TimerJobsDependencies): JobHandler {
  const now = (): string => toMoment(dependencies.clock.now())
  return {
    kind: 'schedule',
    inOrder: true,
    atOnce: 1,
    run: (job) =>
      attempt(
        dependencies,
        job,
        () => runSchedule(dependencies, now(), job),
        (failed) => afterFault(dependencies.current.running.model, now(), job, failed),
      ),
  }
}

/** A run that is tried again is still the run of its own moment; one that is given up is the only one that is left out. */
function afterFault(model: Model, now: string, job: Job, failed: Job): Job {
  const schedule = model.schedules.get(job.key ?? '')
  if (!failed.isDead || schedule === undefined) return { ...failed, value: { ...failed.value, moment: momentOf(job) } }
  const next = jobAfter(model, schedule, job, now)
  return { ...next, problem: failed.problem, isDead: next.dueAt === null, value: { ...next.value, failedAt: now } }
}

/** Gives the moment of a run, also while it waits to be tried again. */
function momentOf({ value, dueAt }: Job): string | null {
  return typeof value['moment'] === 'string' ? value['moment'] : dueAt
}

/** Makes the job of a schedule wait for the run after this one. */
function jobAfter(model: Model, schedule: Schedule, job: Job, now: string): Job {
  const moment = isPlannedBy(job, model, schedule) ? (momentOf(job) ?? now) : now
  const dueAt = nextRun(schedule, moment, now, model.settings.timeZone) ?? null
  // What ended one of several runs that are caught up is not forgotten with the next of them.
  const { isBehind, line, failedAt } = job.value
  const isKnown = isBehind === true && failedAt !== undefined
  const value = {
    ...plannedBy(model, schedule),
    ...(isKnown ? { line, failedAt } : {}),
    ...(dueAt !== null && dueAt <= now ? { isBehind: true } : {}),
  }
  return { ...job, dueAt, tries: 0, problem: isKnown ? job.problem : null, isDead: false, value }
}

/** Decides whether this is the one run for more than one moment that was missed. */
function isForSeveral({ settings }: Model, schedule: Schedule, { dueAt, tries }: Job, now: string): boolean {
  if (schedule.missed === 'each' || dueAt === null || tries > 1) return false
  const second = nextOccurrence(schedule.every, dueAt, settings.timeZone)
  return second !== undefined && second <= now
}

/** Runs it once: what it does and its next moment are one transaction. */
async function runSchedule(dependencies: TimerJobsDependencies, now: string, claimed: Job): Promise<void> {
  await runInTransaction(dependencies, { actor: systemActor, now }, {}, async (context) => {
    const { transaction, running } = context
    const { model } = running
    const job = await transaction.job(claimed.number)
    // It was changed since it was claimed: by an edit of the document.
    if (job === undefined || job.dueAt === null || job.dueAt > now) return
    const schedule = model.schedules.get(job.key ?? '')
    if (schedule === undefined) return void (await transaction.deleteJob(job.number))
    const next = jobAfter(model, schedule, job, now)
    // Never by what an earlier document said.
    if (!isPlannedBy(job, model, schedule)) return void (await transaction.changeJob(next))
    // One run for several moments is a run of now: what fell due between them comes before it.
    if (isForSeveral(model, schedule, job, now))
      return void (await transaction.changeJob({ ...job, dueAt: now, tries: 0 }))
    if (job.tries > MOST_TRIES)
      return void (await transaction.changeJob({
        ...next,
        problem: 'The program ended again and again while this was done.',
        value: { ...next.value, failedAt: now },
      }))
    try {
      await transaction.savepoint(async () => {
        await transaction.changeJob(next)
        await perform(context, schedule, schedule.missed === 'each' ? (momentOf(job) ?? now) : now)
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const line = error.refusal.cites?.line ?? schedule.cite.line
      const value = { ...next.value, line, failedAt: now }
      await transaction.changeJob({ ...next, problem: sayFailure(model, error.refusal), value })
    }
  })
}

/** Runs the steps of a schedule like those of a call that has no caller and finds no record. `due`: the moment of the run. */
async function perform(context: CommandContext, schedule: Schedule, due: string): Promise<void> {
  const { running } = context
  const resolved = running.compiled('schedule', schedule, () => resolveCall(running.model, callOf(schedule)))
  const when = schedule.when?.tree
  if (when !== undefined) {
    const part = { of: schedule, part: 'when' }
    const [isMet] = await readCallValues(callReadingOf(context), 'document', part, [when], { due })
    if (isMet !== true) return
  }
  await runCallSteps(context, resolved.call, resolved.steps, { due })
}

function callOf({ then, cite, name }: Schedule): DocumentCall {
  const nothing = { path: '', who: [], finds: [], takes: [], rules: [] }
  return { method: '', does: name.label, ...nothing, steps: then, cite }
}
