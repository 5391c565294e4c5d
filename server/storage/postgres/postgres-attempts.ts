// Counts attempts in a table that all processes of a database share, by the clock of the database.
import { hash } from 'node:crypto'
import type { Executor } from '../executor.ts'
import type { RateLimit, RateLimiter } from '../rate-limits.ts'
import { StorageBusy } from '../storage-error.ts'
import { TEXT_COLUMN } from './postgres-tables.ts'

/** The table of windows, empty after a crash of the server. Moments are milliseconds since 1970. */
export const ATTEMPT_TABLE = `
CREATE UNLOGGED TABLE IF NOT EXISTS attempt (key ${TEXT_COLUMN} PRIMARY KEY, ends float8 NOT NULL, used bigint NOT NULL);
CREATE INDEX IF NOT EXISTS attempt_ending ON attempt (ends)
`

const WITH_RATE =
  'WITH rate AS (SELECT coalesce(?::float8, extract(epoch FROM clock_timestamp())::float8 * 1000) AS now, ?::float8 AS lasts, ?::bigint AS most)'
/** A window that ends later than one that begins now is of a clock that was set back since. */
const IS_OPEN = '(a.ends > (SELECT now FROM rate) AND a.ends <= (SELECT now + lasts FROM rate))'

/** One statement, so that attempts at once are all counted; it gives no row where the rate is used up. */
const COUNT = `${WITH_RATE}
INSERT INTO attempt AS a (key, ends, used) SELECT ?::text, now + lasts, 1 FROM rate
ON CONFLICT (key) DO UPDATE SET
  used = CASE WHEN ${IS_OPEN} THEN a.used + 1 ELSE 1 END, ends = CASE WHEN ${IS_OPEN} THEN a.ends ELSE excluded.ends END
WHERE NOT ${IS_OPEN} OR a.used < (SELECT most FROM rate)
RETURNING used`
const LEFT = `${WITH_RATE} SELECT a.ends - rate.now FROM attempt AS a, rate WHERE a.key = ? AND a.used >= rate.most AND ${IS_OPEN}`
/** Passes by rows that somebody counts in. */
const CLEAR = `${WITH_RATE} DELETE FROM attempt WHERE key IN (SELECT a.key FROM attempt AS a WHERE a.ends <= (SELECT now FROM rate) ORDER BY a.ends LIMIT 2 FOR UPDATE SKIP LOCKED)`

/** `moment`: milliseconds since 1970, in place of the clock of the database. */
export function createPostgresLimiter(executor: Executor, moment: () => number | null = () => null): RateLimiter {
  const rateNow = ({ count, milliseconds }: RateLimit) => [moment(), milliseconds, count] as const
  const exceeded = async (key: string, rate: RateLimit): Promise<number | undefined> => {
    const row = await executor.get(LEFT, [...rateNow(rate), rowOf(key)])
    return row && Math.max(1, Math.ceil(Number(row[0]) / 1000))
  }
  return {
    async count(key, rate) {
      const row = await executor.get(COUNT, [...rateNow(rate), rowOf(key)])
      // With each window that begins, two that have ended are deleted.
      if (row?.[0] === 1) await executor.run(CLEAR, rateNow(rate))
      return row === undefined ? ((await exceeded(key, rate)) ?? 1) : undefined
    },
    giveBack: (key) => tell(executor, 'UPDATE attempt SET used = used - 1 WHERE key = ? AND used > 0', key),
    exceeded,
    forget: (key) => tell(executor, 'DELETE FROM attempt WHERE key = ?', key),
  }
}

/** Changes a count after an attempt that was settled, which stays so although the server is away by now. */
async function tell(executor: Executor, sql: string, key: string): Promise<void> {
  await executor.run(sql, [rowOf(key)]).catch((error: unknown) => {
    if (!(error instanceof StorageBusy)) throw error
  })
}

/** Keys have addresses of people in them, which nobody is to read in the table. */
function rowOf(key: string): string {
  return hash('sha256', key, 'base64url')
}
