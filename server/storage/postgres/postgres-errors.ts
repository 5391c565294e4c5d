// Sorts the errors of PostgreSQL: others were first, the server is out of reach, or it refuses the statement.
import { DatabaseError } from 'pg'
import { NumberOverflow, UniqueViolation } from '../executor.ts'
import { ZONE_MISSING } from './functions/zone-functions.ts'
import { ReadingTooLong, StorageBusy } from '../storage-error.ts'

/** The server was out of reach before anything was kept, and may be there again at once. */
export class ConnectionBroken extends StorageBusy {}

/** A row that a command took for granted was not written: it runs again, and waits for each. */
export class RowNotWritten extends Error {}

/** Codes of errors: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505'
const QUERY_CANCELED = '57014'
const OUT_OF_RANGE = '22003'
const NOT_SUPPORTED = '0A000'
/** Serialization failure and deadlock. */
const OVERTAKEN: ReadonlySet<string | undefined> = new Set(['40001', '40P01'])
/** The connection failed; the server shuts down, starts, or only follows another; no connection is free. */
const OUT_OF_REACH = /^(?:08|57P|25006$|53300$)/

/** Gives the error of the storage that an error of the driver stands for, or the same where there is none. */
export function storageErrorOf(error: unknown): unknown {
  if (isWaitedInVain(error)) return new StorageBusy('No connection to PostgreSQL was free.', { cause: error })
  if (isOutOfReach(error)) return new ConnectionBroken('The PostgreSQL server does not answer.', { cause: error })
  if (isPlanOutdated(error)) return new ConnectionBroken('The connection knows former tables.', { cause: error })
  if (!(error instanceof DatabaseError)) return error
  if (error.code === QUERY_CANCELED) return new ReadingTooLong(error.message, { cause: error })
  if (error.code === OUT_OF_RANGE) return new NumberOverflow(error.message, { cause: error })
  if (error.code !== UNIQUE_VIOLATION) return error
  const columns = /^Key \((.*?)\)=/.exec(error.detail ?? '')?.[1] ?? ''
  return new UniqueViolation(error.table ?? '', columns.split(', '), { cause: error })
}

/** Reports whether a statement was planned over tables that a publication has changed since: another connection plans it anew. */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === NOT_SUPPORTED && error.message.includes('cached plan')
}

/** Gives the time zone that a statement needed and the database has not; undefined: the error is another. */
export function missingZoneOf(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code === ZONE_MISSING ? error.hint : undefined
}

/** Reports whether others wrote the same meanwhile, so that nothing was kept. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof DatabaseError && OVERTAKEN.has(error.code)
}

/** Reports whether the driver refused a statement because its connection had broken: the server never got it. */
export function isNeverSent(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith('is not queryable')
}

function isOutOfReach(error: unknown): boolean {
  if (error instanceof DatabaseError) return OUT_OF_REACH.test(error.code ?? '')
  if (error instanceof AggregateError) return error.errors.every(isOutOfReach)
  if (!(error instanceof Error)) return false
  return 'syscall' in error || error.message.startsWith('Connection terminated') || isNeverSent(error)
}

/** The pool has waited as long as it does: who waits again would wait behind all the others. */
function isWaitedInVain(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded')
}
