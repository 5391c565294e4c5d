// Ends a statement that takes too long, from within: node:sqlite can't interrupt one, and a thread that is in one can't be ended.
import { sql } from './sql.ts'
import type { Sql } from './sql.ts'
import type { SqlFunction } from './sqlite.ts'
import { ReadingTooLong } from './storage.ts'

/** Of this thread; at first there is no limit. */
let endsAt = Infinity

/** From now on: a statement may take so many milliseconds. */
export function limitTime(longest: number): void {
  endsAt = performance.now() + longest
}

/** Throws where the time is over. It takes the row's number, so that it is asked again for each row. */
export const withinTime: SqlFunction = () => {
  if (performance.now() > endsAt) throw new ReadingTooLong('The statement took too long.')
  return 1
}

/**
 * A condition that holds for every row of a table of ours as long as there is time. It stands first, where it is asked for
 * all rows that are looked at; the clock is looked at for every eighth, which costs about a tenth of what reading a row does.
 */
export function whileThereIsTime(row: string): Sql {
  return sql.raw(`(${row}.row & 7 OR within_time(${row}.row))`)
}
