// Runs slow queries on PostgreSQL on connections whose statements the server ends after some time.
import type { Pool } from 'pg'
import type { Lane, SlowQueries, SlowQueryOptions } from '../slow/lanes.ts'
import { createLanes } from '../slow/lanes.ts'
import { ReadingTooLong } from '../storage-error.ts'
import { createPostgresExecutor } from './postgres-executor.ts'

/** The time that a statement takes is that on the wall: how long the server worked for it is not known here. */
export function openLanes(
  { lists, long, unhurried }: { readonly lists: Pool; readonly long: Pool; readonly unhurried: Pool },
  options: SlowQueryOptions,
): SlowQueries {
  return createLanes({ quick: laneOf(lists), long: laneOf(long), unhurried: laneOf(unhurried) }, options)
}

function laneOf(pool: Pool): Lane {
  const executor = createPostgresExecutor(pool)
  return {
    most: pool.options.max,
    async run({ sql, parameters, mostBytes, mostRows }) {
      const begun = performance.now()
      const spent = (): number => performance.now() - begun
      try {
        const rows = await executor.all(sql, parameters, mostBytes, mostRows)
        return { kind: 'rows', rows, spent: spent() }
      } catch (error) {
        if (error instanceof ReadingTooLong) return { kind: 'too long', spent: spent() }
        return { kind: 'failed', error, spent: spent() }
      }
    },
  }
}
