// Runs a command on PostgreSQL until it is kept: again where others were first, within bounds.
import { setTimeout } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { StorageBusy } from '../storage-error.ts'

export const MOST_RUNS = 10
/** The number of runs beside others, before those behind the fence, where nobody else writes. */
export const RUNS_BESIDE_OTHERS = 5
/** Milliseconds after whose end no run begins. */
export const LONGEST_TIME = 5_000
/** The longest pause in milliseconds before the next run. */
const LONGEST_PAUSE = 100

export interface RetryOptions {
  /** Numbers from 0 to 1, for pauses of different lengths. */
  readonly random: () => number
  /** Milliseconds since some moment; the machine's, unless a test has its own. */
  readonly elapsed?: () => number
  /** Waits so many milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<unknown>
}

/** `run`: runs the command once, beside others or behind the fence. Rejects with `StorageBusy` where others were first each time. */
export async function runUntilKept<T>(
  run: (isFenced: boolean) => Promise<T>,
  { random, elapsed = () => performance.now(), pause = setTimeout }: RetryOptions,
): Promise<T> {
  const begun = elapsed()
  for (let runs = 1; ; runs += 1) {
    try {
      return await run(runs > RUNS_BESIDE_OTHERS)
    } catch (error) {
      if (!isOvertaken(error)) throw error
      if (runs === MOST_RUNS || elapsed() - begun >= LONGEST_TIME)
        throw new StorageBusy('Others wrote the same meanwhile.', { cause: error })
      await pause(random() * Math.min(LONGEST_PAUSE, 2 ** runs))
    }
  }
}

/** Serialization failure and deadlock: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const OVERTAKEN: ReadonlySet<string | undefined> = new Set(['40001', '40P01'])

export function isOvertaken(error: unknown): boolean {
  return error instanceof DatabaseError && OVERTAKEN.has(error.code)
}
