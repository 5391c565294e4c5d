// Works out the timers of an entity's records anew, some at a time, when they may have moved.
import { systemActor } from '#shared/policy/actor.ts'
import type { Model } from '#shared/model/model.ts'
import { startOfDay } from '#shared/expressions/calendar.ts'
import type { Job } from '../../storage/job.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { runInTransaction } from './unit-of-work.ts'
import type { RecordsDependencies } from '../records-dependencies.ts'
import { planSchedules } from '../timers/plan-schedules.ts'
import { updateTimers } from '../timers/record-timers.ts'
import { entitiesWithTimers, scanTimers } from '../timers/timer-readers.ts'

/** Maximum number of records that one command scans, so that others can run in between. */
const AT_ONCE = 200

/** The key of the scan at which constants get other values. */
const CONSTANTS = 'constants'
/** The row of the table `setting` that names the revision that the timers were worked out by. */
const SETTING = 'timers'

export async function scanEntity(dependencies: RecordsDependencies, now: string, claimed: Job): Promise<void> {
  await runInTransaction(dependencies, { actor: systemActor, now }, {}, async (context) => {
    const { transaction, running } = context
    const job = await transaction.job(claimed.number)
    if (job === undefined || job.dueAt === null || job.dueAt > now) return
    if (job.key === CONSTANTS) {
      for (const { name } of entitiesWithTimers(running.model)) await scanTimers(transaction, name.identifier, now)
      await transaction.deleteJob(job.number)
      return planNextConstants(context, now)
    }
    const entity = running.model.entities.get(String(job.value['entity']))
    const ids = entity && (await transaction.idsAfter(entity.name.identifier, String(job.value['after']), AT_ONCE))
    const occasion = job.value['occasion'] === 'document' ? 'document' : 'elsewhere'
    for (const id of ids ?? []) {
      const record = entity && (await transaction.record(entity.name.identifier, id))
      if (record !== undefined) await updateTimers(context, entity as NonNullable<typeof entity>, record, occasion)
    }
    const last = ids?.at(-1)
    if (ids === undefined || last === undefined || ids.length < AT_ONCE) await transaction.deleteJob(job.number)
    else await transaction.changeJob({ ...job, tries: 0, value: { ...job.value, after: last } })
  })
}

/**
 * Computes all timers again at the start and when a document is published, since another document may have other
 * timers.
 */
export async function reviseTimers(dependencies: RecordsDependencies, now: string): Promise<void> {
  await runInTransaction(dependencies, { actor: systemActor, now }, {}, async (context) => {
    const { transaction, running } = context
    if (await areTimersRevised(transaction, running.revision)) return
    for (const { name } of entitiesWithTimers(running.model))
      await scanTimers(transaction, name.identifier, now, 'document')
    await planNextConstants(context, now)
    await planSchedules(transaction, running.model, now)
    const value = { revision: running.revision }
    await transaction.putSystem('setting', { key: SETTING, person: null, expiresAt: null, value })
  })
}

/** Whether the timers were worked out by this revision already. */
export async function areTimersRevised(reader: Pick<Transaction, 'system'>, revision: string): Promise<boolean> {
  return (await reader.system('setting', SETTING))?.value['revision'] === revision
}

/** Constants may have other values from a date on. */
async function planNextConstants(
  { transaction, running }: Parameters<Parameters<typeof runInTransaction>[3]>[0],
  now: string,
): Promise<void> {
  const dueAt = nextChangeOfConstants(running.model, now)
  if (dueAt === undefined) return
  const fresh = { about: null, tries: 0, problem: null, isDead: false }
  await transaction.putJob({ kind: 'timer scan', key: CONSTANTS, dueAt, ...fresh, value: {} })
}

function nextChangeOfConstants({ limits, settings }: Model, now: string): string | undefined {
  const moments = [...limits.values()]
    .flatMap(({ values }) => values)
    .flatMap(({ from }) => (from === undefined ? [] : (startOfDay(from, settings.timeZone) ?? [])))
  return moments.filter((moment) => moment > now).toSorted()[0]
}
