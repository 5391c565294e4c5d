// Handles timers and their scans as jobs: each is a command of its own.
import type { Clock } from '../clock.ts'
import { DocumentReplaced, followDocument } from '../document/follow-document.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import { fireTimer } from '../records/write/fire-timer.ts'
import { reviseTimers, scanEntity } from '../records/write/scan-timers.ts'
import type { Job } from '../storage/job.ts'
import { OutcomeUnknown, StorageBusy } from '../storage/storage-error.ts'
import { retryPause } from './retry.ts'
import type { JobHandler, SettleJob } from './runner.ts'
import { toMoment } from './runner.ts'

export interface TimerJobsDependencies extends RecordsDependencies {
  readonly clock: Clock
  readonly log: { error(fields: object, message: string): void }
  /** Random share from 0 to 1 for the jitter of pauses. */
  readonly random?: () => number
}

/** Committed together, in some 25 ms; between two such batches others have the writer. */
const TIMERS_AT_ONCE = 40

export function createTimerJobs(dependencies: TimerJobsDependencies): readonly JobHandler[] {
  const { clock, storage } = dependencies
  return [
    {
      kind: 'timer scan',
      atOnce: 1,
      run: (job) => attempt(dependencies, job, () => scanEntity(dependencies, toMoment(clock.now()), job)),
    },
    {
      kind: 'timer',
      inOrder: true,
      // A timer that would wait for a connection is better left to another process.
      atOnce: storage.shared?.commandsAtOnce ?? TIMERS_AT_ONCE,
      run: (job) => attempt(dependencies, job, () => fireTimer(dependencies, toMoment(clock.now()), job)),
    },
  ]
}

const REVISE_AGAIN_MILLISECONDS = 5_000

/**
 * An edit of the document starts, moves and drops timers, at once and also where the program ended in between. Gives a function
 * that resolves when nothing of that is under way.
 */
export async function keepTimersRevised(dependencies: TimerJobsDependencies): Promise<() => Promise<void>> {
  const { clock, current, log, storage } = dependencies
  const revise = async (): Promise<void> => {
    try {
      await followDocument(dependencies, await storage.database.revisionInForce())
      await reviseTimers(dependencies, toMoment(clock.now()))
    } catch (error) {
      if (error instanceof DocumentReplaced) return revise()
      if (error instanceof StorageBusy || error instanceof OutcomeUnknown) return reviseLater()
      // On a disk that is full the server starts all the same.
      log.error({ err: error }, 'the timers could not be recalculated')
    }
  }
  let underWay = Promise.resolve()
  const reviseNext = (): void => void (underWay = underWay.then(revise))
  /** Tries again: a database that is away comes back, and nobody else would do it until then. */
  const reviseLater = (): void => void setTimeout(reviseNext, REVISE_AGAIN_MILLISECONDS).unref()
  await revise()
  current.follow(reviseNext)
  return () => underWay
}

/** A fault is logged, and tried again after growing pauses; what others hold up is tried until it is done. `settle` may change how the job waits or is given up. */
export async function attempt(
  { clock, log, random }: TimerJobsDependencies,
  job: Job,
  run: () => Promise<void>,
  settle: (failed: Job) => Job = (failed) => failed,
): Promise<SettleJob | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    // It comes at once under the document in force.
    if (error instanceof DocumentReplaced)
      return (transaction) => transaction.changeJob({ ...job, tries: job.tries - 1 })
    // Others wrote the same, or the database is away: that is no fault, however often it happens.
    const isFault = !(error instanceof StorageBusy || error instanceof OutcomeUnknown)
    if (isFault)
      log.error({ err: error, job: job.number, tries: job.tries }, 'a job failed because of an internal error')
    const pause = retryPause('fault', isFault ? job.tries : 1, random)
    const dueAt = pause === undefined ? null : toMoment(clock.now() + pause)
    const failed = isFault
      ? { ...job, dueAt, problem: 'It failed inside the program.', isDead: pause === undefined }
      : { ...job, dueAt, tries: job.tries - 1 }
    return (transaction) => transaction.changeJob(settle(failed))
  }
}
