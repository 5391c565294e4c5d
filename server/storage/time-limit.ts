// Ends a statement that takes too long, from within: node:sqlite can't interrupt one, and a thread that is in one can't be ended.
import { sql } from './sql.ts'
import type { Sql } from './sql.ts'
import type { SqlFunction } from './sqlite.ts'
import { ReadingTooLong } from './storage.ts'

/** Of this thread; at first there is no limit. */
let endsAt = Infinity
let asked = 0

/** From now on: a statement may take so many milliseconds of the processor's time. Of a busy machine it knows nothing: what is refused is refused always. */
export function limitTime(longest: number): void {
  endsAt = timeUsed() + longest
}

function timeUsed(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Throws where the time is over. It takes the row's number, so that it is asked again for each row. */
export const withinTime: SqlFunction = () => {
  // Each look at the clock takes as long as reading several rows.
  if ((asked += 1) % 16 === 0 && endsAt < Infinity && timeUsed() > endsAt)
    throw new ReadingTooLong('The statement took too long.')
  return 1
}

/**
 * A condition that holds for every row of a table of ours as long as there is time. It stands first, where it is asked for
 * all rows that are looked at; every eighth asks, since a call from SQL takes about as long as reading a row.
 */
export function whileThereIsTime(row: string): Sql {
  return sql.raw(`(${row}.row & 7 OR within_time(${row}.row))`)
}
