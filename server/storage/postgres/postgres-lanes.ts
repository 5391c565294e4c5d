// Runs slow queries on PostgreSQL on connections whose statements the server ends after some time.
import type { Pool } from 'pg'
import { LruCache } from '../lru-cache.ts'
import type { Lane, Outcome, SlowQueries, SlowQuery, SlowQueryOptions } from '../slow/lanes.ts'
import { createLanes } from '../slow/lanes.ts'
import { ReadingTooLong } from '../storage-error.ts'
import { gatherReads } from './gather-reads.ts'
import type { GatherReads } from './gather-reads.ts'
import { runSlowQuery } from './postgres-executor.ts'

/** Statements of the quick lane that go in one piece. */
const LISTS_TOGETHER = 4
/** Milliseconds that a statement of a piece takes at the most: those behind it wait for as long. */
const LIGHT = 5
/** Statements of which is remembered how long they took. */
const MOST_REMEMBERED = 2_000
const MOST_REMEMBERED_CHARACTERS = 4_000_000

/** The time that a statement takes is that on the wall: how long the server worked for it is not known here. */
export function openLanes(
  { lists, long, unhurried }: { readonly lists: Pool; readonly long: Pool; readonly unhurried: Pool },
  options: SlowQueryOptions,
): SlowQueries {
  return createLanes({ quick: quickLane(lists), long: laneOf(long), unhurried: laneOf(unhurried) }, options)
}

/**
 * Statements that are known to take little time go together, and each of the others has a connection for itself. Of the last two
 * runs the quicker one counts: the other may have waited for the processor.
 */
function quickLane(pool: Pool): Lane {
  const gather = gatherReads(pool, pool.options.max, LISTS_TOGETHER)
  const known = new LruCache<{ readonly last: number; readonly isLight: boolean }>(
    MOST_REMEMBERED,
    MOST_REMEMBERED_CHARACTERS,
  )
  const isLight = (sql: string): boolean => known.get(sql)?.isLight === true
  return {
    most: pool.options.max * LISTS_TOGETHER,
    placesOf: ({ sql }) => (isLight(sql) ? 1 : LISTS_TOGETHER),
    async run(query) {
      const { sql } = query
      const outcome = await run(pool, query, (statement) => gather(statement, !isLight(sql)))
      const last = outcome.kind === 'rows' ? outcome.spent : Infinity
      const quicker = Math.min(last, known.get(sql)?.last ?? Infinity)
      known.set(sql, { last, isLight: quicker <= LIGHT }, sql.length)
      return outcome
    },
  }
}

function laneOf(pool: Pool): Lane {
  return { most: pool.options.max, run: (query) => run(pool, query) }
}

async function run(pool: Pool, query: SlowQuery, gather?: GatherReads): Promise<Outcome> {
  const begun = performance.now()
  /** Unknown where it was read by itself. */
  let share: number | undefined
  const spent = (): number => share ?? performance.now() - begun
  try {
    const rows = await runSlowQuery(
      pool,
      query,
      gather &&
        (async (statement) => {
          const answer = await gather(statement)
          share = answer.spent
          return answer
        }),
    )
    return { kind: 'rows', rows, spent: spent() }
  } catch (error) {
    if (error instanceof ReadingTooLong) return { kind: 'too long', spent: spent() }
    return { kind: 'failed', error, spent: spent() }
  }
}
