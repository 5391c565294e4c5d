// Ends a statement that exceeds its time, from within the statement.
import type { Spend } from '#shared/expressions/functions/pattern.ts'
import type { SqlFunction } from './open-sqlite.ts'
import { ReadingTooLong, TooManyFound } from '../storage-error.ts'

/**
 * Limits of this thread, in milliseconds of its processor's time (`endsAt`) and of the wall clock (`notBefore`).
 * There is no limit at first.
 */
let endsAt = Infinity
let notBefore = Infinity

/** So many characters are read in a fraction of a millisecond, whatever is done with them. */
const CHARACTERS_A_LOOK = 10_000

let characters = 0

/** Largest number of rows found by an index that are sorted. */
const FEW_TO_SORT = 5_000
/** Only every eighth row asks. */
const ROWS_A_LOOK = 8

let rows = 0
let mostRows = FEW_TO_SORT

/** Gives back what a reading finds at once, on a thread without limits; throws `TooManyFound` where it finds more rows than `most`. */
export function findFew<T>(most: number, read: () => T): T {
  mostRows = most
  rows = 0
  try {
    return read()
  } finally {
    mostRows = FEW_TO_SORT
  }
}

/**
 * Limits the statement that starts now to `longest` milliseconds of the processor's time. The load of the machine
 * does not count, so a statement that is refused once is always refused.
 */
export function limitTime(longest: number): void {
  endsAt = timeUsed() + longest
  notBefore = performance.now() + longest
  characters = 0
  rows = 0
}

/** Limits the time of one reading on a thread that has no limit otherwise. */
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

/** Checks the time by the number of characters that the functions of expressions read. */
export const spendTime: Spend = (read) => {
  characters += read
  if (characters < CHARACTERS_A_LOOK) return
  characters = 0
  if (notBefore < Infinity) checkTime()
}

/**
 * Checks the time as `withinTime` does, and throws where more rows were found than can be sorted. Counting them first
 * took as long as finding them.
 */
export const withinFew: SqlFunction = () => {
  rows += ROWS_A_LOOK
  if (rows > mostRows) throw new TooManyFound('Too many rows were found.')
  if (notBefore < Infinity) checkTime()
  return 1
}
