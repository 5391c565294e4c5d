// Runs the jobs of a trial on a clock that goes on from a moment, and can be moved forward.
import type { TrialStep } from '#shared/protocol/trial.ts'
import type { Clock } from '../clock.ts'
import type { Runner } from '../jobs/runner.ts'
import type { JobKind } from '../storage/job.ts'
import type { Storage } from '../storage/storage.ts'

export interface TrialClock extends Clock {
  /** A moment that is over already changes nothing. */
  moveTo(milliseconds: number): void
}

/** `start`: milliseconds since 1970. */
export function createTrialClock(start: number): TrialClock {
  let ahead = start - performance.now()
  const now = (): number => Math.floor(performance.now() + ahead)
  return {
    now,
    speed: 1,
    // Jobs are run when they are looked for.
    sleepUntil: () => Promise.resolve(),
    moveTo(milliseconds) {
      ahead += Math.max(0, milliseconds - now())
    },
  }
}

const DUES: readonly JobKind[] = ['timer', 'schedule']
const KINDS: readonly JobKind[] = ['timer scan', ...DUES, 'mail', 'webhook', 'clean-up', 'import', 'undo']
const STEPS = { hour: 3_600_000, day: 86_400_000 } as const

/** How often it is looked for jobs that fell due as time passed. */
const LOOK_MILLISECONDS = 1_000
/** A person who causes a job has the response before it runs. */
const GATHER_MILLISECONDS = 50
/** Milliseconds after which a move of the clock stops at the moment that it has reached. */
const LONGEST_MOVE = 20_000

export interface DrivenJobs {
  /** When the next timer or schedule falls due (RFC 3339). */
  nextDue(): Promise<string | null>
  /** Lets each job happen at its moment. False: more fell due than can be run at once, and the clock stands at the last that ran. */
  move(step: TrialStep): Promise<boolean>
}

/** Runs what is due one after the other, so that a move of the clock meets no other run. */
export async function driveJobs(storage: Storage, clock: TrialClock, runner: Runner): Promise<DrivenJobs> {
  let turn: Promise<unknown> = Promise.resolve()
  let isWaiting = false
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
  const runSoon = (): void => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      // What fails is tried again at the next look.
      inTurn(() => runner.runDue()).catch(() => undefined)
    }, GATHER_MILLISECONDS)
  }
  const next = async (kinds: readonly JobKind[]): Promise<number | undefined> => {
    const dues = await Promise.all(kinds.map((kind) => storage.database.nextJobDue(kind)))
    const moments = dues.flatMap((due) => (due === undefined ? [] : [Date.parse(due)]))
    return moments.length === 0 ? undefined : Math.min(...moments)
  }

  // A copy has the leases of the server that it was made of.
  await storage.write((transaction) => transaction.releaseJobs(KINDS))
  storage.followJobs(runSoon)
  setInterval(runSoon, LOOK_MILLISECONDS)

  return {
    async nextDue() {
      const due = await next(DUES)
      return due === undefined ? null : new Date(due).toISOString()
    },
    move: (step) =>
      inTurn(async () => {
        const begun = performance.now()
        const target = step === 'next' ? await next(DUES) : clock.now() + STEPS[step]
        if (target === undefined) return true
        for (;;) {
          const due = await next(KINDS)
          if (due === undefined || due > target) break
          if (performance.now() - begun > LONGEST_MOVE) return false
          clock.moveTo(due)
          await runner.runDue()
        }
        clock.moveTo(target)
        return true
      }),
  }
}
