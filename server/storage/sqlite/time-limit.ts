// Ends a statement that exceeds its time, from within the statement.
import type { Spend } from '#shared/expressions/functions/pattern.ts'
import { sql } from '../sql.ts'
import type { Sql } from '../sql.ts'
import type { SqlFunction } from './open-sqlite.ts'
import { ReadingTooLong, TooManyFound } from '../storage-error.ts'

/** Of this thread; at first there is no limit. In milliseconds of its processor's time, and of the clock on the wall. */
let endsAt = Infinity
let notBefore = Infinity

/** So many characters are read in a fraction of a millisecond, whatever is done with them. */
const CHARACTERS_A_LOOK = 10_000

let characters = 0

/** Of those that an index finds, more are not sorted. */
const FEW_TO_SORT = 5_000
/** Only every eighth row asks. */
const ROWS_A_LOOK = 8

let rows = 0

/** From now on: a statement may take so many milliseconds of the processor's time. Of a busy machine it knows nothing: what is refused is refused always. */
export function limitTime(longest: number): void {
  endsAt = timeUsed() + longest
  notBefore = performance.now() + longest
  characters = 0
  rows = 0
}

/** The same for one reading on a thread that has no limit otherwise. */
export function withTimeLimit<T>(longest: number, read: () => T): T {
  limitTime(longest)
  try {
    return read()
  } finally {
    endsAt = Infinity
    notBefore = Infinity
  }
}

/** Milliseconds of the processor's time that this thread has used. */
export function timeUsed(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** The processor's time does not go faster than the wall's, which is the cheaper one to look at. */
function checkTime(): void {
  const now = performance.now()
  if (now < notBefore) return
  const left = endsAt - timeUsed()
  if (left < 0) throw new ReadingTooLong('The statement took too long.')
  notBefore = now + left
}

/** Throws where the time is over. It takes the row's number, so that it is asked again for each row. */
export const withinTime: SqlFunction = () => {
  if (notBefore < Infinity) checkTime()
  return 1
}

/** The same by the characters that the functions of expressions read. */
export const spendTime: Spend = (read) => {
  characters += read
  if (characters < CHARACTERS_A_LOOK) return
  characters = 0
  if (notBefore < Infinity) checkTime()
}

/** As `withinTime`, and throws where more rows were found than are sorted: to count them first took as long as to find them. */
export const withinFew: SqlFunction = () => {
  rows += ROWS_A_LOOK
  if (rows > FEW_TO_SORT) throw new TooManyFound('Too many rows were found.')
  return withinTime()
}

/**
 * A condition that holds for every row of a table of ours as long as there is time. It stands first, where it is asked for
 * all rows that are looked at; every eighth asks, since a call from SQL takes about as long as reading a row.
 */
export function whileThereIsTime(row: string): Sql {
  return sql.raw(`(${row}.row & 7 OR within_time(${row}.row))`)
}

/** The same, as long as few are found. */
export function whileFewAreFound(row: string): Sql {
  return sql.raw(`(${row}.row & 7 OR within_few(${row}.row))`)
}
