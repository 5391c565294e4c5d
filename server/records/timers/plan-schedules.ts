// Keeps a job for each schedule of the document, due when it happens next.
import { nextOccurrence } from '#shared/decisions/4-schedules.ts'
import type { Model, Schedule } from '#shared/model/model.ts'
import type { Job } from '../../storage/job.ts'
import type { Transaction } from '../../storage/transaction.ts'

/** More than any document has. */
const MOST_SCHEDULES = 1_000

/** Plans a schedule that is new, or happens at other times now, by the calendar. The job of any other stays, and does once what was missed. */
export async function planSchedules(transaction: Transaction, model: Model, now: string): Promise<void> {
  const jobs = await transaction.newestJobs('schedule', MOST_SCHEDULES)
  for (const job of jobs) if (!model.schedules.has(job.key ?? '')) await transaction.deleteJob(job.number)
  for (const [key, schedule] of model.schedules) {
    const job = jobs.find((each) => each.key === key)
    if (job !== undefined && isPlannedBy(job, model, schedule)) continue
    const dueAt = nextOccurrence(schedule.every, now, model.settings.timeZone) ?? null
    const fresh = { about: null, tries: 0, problem: null, isDead: false }
    await transaction.putJob({ kind: 'schedule', key, dueAt, ...fresh, value: plannedBy(model, schedule) })
  }
}

/** Was the job's moment worked out by what the document says now? */
export function isPlannedBy({ value }: Pick<Job, 'value'>, model: Model, schedule: Schedule): boolean {
  return JSON.stringify(value['every']) === JSON.stringify(schedule.every) && value['zone'] === model.settings.timeZone
}

export function plannedBy({ settings }: Model, { every }: Schedule): Job['value'] {
  return { every, zone: settings.timeZone }
}
