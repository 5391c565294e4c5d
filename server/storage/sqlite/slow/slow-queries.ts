// Runs slow queries in threads, off the main one: a thread for each lane.
import type { Lane, SlowQueryOptions } from '../../slow/lanes.ts'
import { createLanes, LONGEST, LONGEST_UNHURRIED, QUICK } from '../../slow/lanes.ts'
import type { SlowReader } from '../../planner/plan-context.ts'
import { createQueryThread } from './query-thread.ts'
import type { QueryThread } from './query-thread.ts'

/** Milliseconds on the wall before which none is ended from outside, however little it may take. */
const LATE = 2_000

export interface SlowThreadOptions extends SlowQueryOptions {
  readonly late?: number
}

export interface QueryThreads extends SlowReader {
  close(): Promise<void>
}

/**
 * Threads start with the first request of their lane; should one end, only its statement fails, and another goes on.
 * They count milliseconds of the processor's time.
 */
export function startSlowQueries(
  path: string,
  { longest = LONGEST, longestUnhurried = LONGEST_UNHURRIED, late = LATE, ...listeners }: SlowThreadOptions = {},
): QueryThreads {
  const quick = createQueryThread(path, late)
  const long = createQueryThread(path, late)
  const unhurried = createQueryThread(path, late)
  const lanes = createLanes(
    {
      quick: laneOf(quick, Math.min(QUICK, longest)),
      long: laneOf(long, longest),
      unhurried: laneOf(unhurried, longestUnhurried),
    },
    { longest, ...listeners },
  )
  return {
    all: lanes.all,
    async close() {
      lanes.close()
      await Promise.all([quick.close(), long.close(), unhurried.close()])
    },
  }
}

function laneOf(thread: QueryThread, longest: number): Lane {
  return {
    most: 1,
    async run(query) {
      const outcome = await thread.run({ ...query, longest })
      if (outcome.kind !== 'failed') return outcome
      return { kind: 'failed', error: new Error(outcome.message), spent: outcome.spent }
    },
  }
}
