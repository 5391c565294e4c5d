// Runs a command on PostgreSQL until it is kept: again where others were first or its connection broke.
import { setTimeout } from 'node:timers/promises'
import { OutcomeUnknown, StorageBusy } from '../storage-error.ts'
import { ConnectionBroken, isOvertaken, missingZoneOf, RowNotWritten } from './postgres-errors.ts'

export const MOST_RUNS = 10
/** The number of runs beside others, before those behind the fence, where nobody else writes. */
export const RUNS_BESIDE_OTHERS = 5
/** Milliseconds after whose end no run begins. */
export const LONGEST_TIME = 5_000
/** Milliseconds after which no run begins beside others: on a busy machine few fit in the whole time, and all might be undone. */
const TIME_BESIDE_OTHERS = 2_000
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

/**
 * `run`: runs the command once, beside others or behind the fence. `isRepeatable`: a further run finds what an earlier one kept.
 * Rejects with `StorageBusy` where others were first each time, and with `OutcomeUnknown` where nobody knows whether it was kept.
 */
export async function runUntilKept<T>(
  run: (isFenced: boolean) => Promise<T>,
  { random, elapsed = () => performance.now(), pause = setTimeout }: RetryOptions,
  isRepeatable = false,
): Promise<T> {
  const begun = elapsed()
  let unknown: OutcomeUnknown | undefined
  for (let runs = 1; ; runs += 1) {
    try {
      // A commit whose connection broke may be under way still: what begins behind the fence begins when it has ended.
      const isFenced = runs > RUNS_BESIDE_OTHERS || elapsed() - begun >= TIME_BESIDE_OTHERS
      return await run(isFenced || unknown !== undefined)
    } catch (error) {
      if (error instanceof OutcomeUnknown && isRepeatable) unknown = error
      else if (!mayRunAgain(error)) throw error
      if (runs === MOST_RUNS || elapsed() - begun >= LONGEST_TIME)
        throw (
          unknown ??
          (isOvertaken(error) || error instanceof RowNotWritten
            ? new StorageBusy('Others wrote the same meanwhile.', { cause: error })
            : error)
        )
      await pause(random() * Math.min(LONGEST_PAUSE, 2 ** runs))
    }
  }
}

/** Reports whether nothing was kept for a reason that may be gone at once. */
export function mayRunAgain(error: unknown): boolean {
  return (
    isOvertaken(error) ||
    error instanceof ConnectionBroken ||
    error instanceof RowNotWritten ||
    missingZoneOf(error) !== undefined
  )
}
