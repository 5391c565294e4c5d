// Declares a connection to SQLite, and classifies its errors.
import { StorageDamaged } from '../storage-error.ts'

/** A row as an array of its columns. */
export type SqlRow = readonly unknown[]
export type SqlValue = string | number | bigint | Uint8Array | null

export interface Statement {
  get(parameters: readonly SqlValue[]): SqlRow | undefined
  /** `mostBytes`: it stops after the row with which the texts in the first column have more, the second at the soonest. */
  all(parameters: readonly SqlValue[], mostBytes?: number): readonly SqlRow[]
  /** Gives back how many rows were changed. */
  run(parameters: readonly SqlValue[]): number
}

export interface Connection {
  /** A prepared statement, kept for the next time that the same text is asked for. */
  prepare(sql: string): Statement
  /** How the engine goes about a statement, a line a step: `SEARCH r USING INDEX x (c4=?)`. */
  explain(sql: string): readonly string[]
  /** Runs one or several statements without parameters. */
  execute(sql: string): void
  /** How many statements were run so far that may have written. */
  readonly writes: number
  /** How many statements were run so far, reading ones too. */
  readonly runs: number
  /** False after an error took the whole transaction with it. */
  readonly inTransaction: boolean
  /** Lets the connection create, alter and drop while the work runs; at any other time the authorizer refuses it. */
  allowSchemaChanges<T>(work: () => T): T
  /**
   * Carries the log over into the file, and gives back whether all of it was: what can be without waiting, after which the
   * log's room is used again, or all of it, after which the log is empty.
   */
  carryOver(what: 'what can be' | 'all'): boolean
  /** Gives at most so many empty pages of the file back to the disk, and keeps the others. Gives how many were there and are left. */
  giveBackPages(most: number, kept: number): { readonly before: number; readonly left: number }
  /** How many pages are in the log, and how many of them were carried over already. */
  log(): { readonly pages: number; readonly carried: number }
  close(): void
}

/** Kind of failure that an error of the engine stands for. */
export type Failure = 'full' | 'damaged' | 'failed' | 'busy' | 'unique' | 'reference' | 'other'

/** Primary result codes of SQLite and the extended ones that matter here. */
const FULL = 13
/** The index of the log, in shared memory, finds no room: it lies on the same disk. */
const NO_ROOM_FOR_INDEX = 4874
const UNIQUE = new Set([2067, 1555, 2579])
const REFERENCE = 787
const BUSY = new Set([5, 6])
/** Corruption, not a database. */
const DAMAGED = new Set([11, 26])
/** Out of memory, read-only, I/O, cannot open, protocol. */
const FAILED = new Set([7, 8, 10, 14, 15])

/** Reads `errcode`: `code` is the same word for every error of node:sqlite. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof StorageDamaged) return 'damaged'
  if (isNoRoom(error)) return 'full'
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  if (typeof code !== 'number') return undefined
  if (UNIQUE.has(code)) return 'unique'
  if (code === REFERENCE) return 'reference'
  const primary = code & 0xff
  if (primary === FULL || code === NO_ROOM_FOR_INDEX) return 'full'
  if (DAMAGED.has(primary)) return 'damaged'
  if (BUSY.has(primary)) return 'busy'
  return FAILED.has(primary) ? 'failed' : 'other'
}

/** Detects that the disk has no room for a file that this program writes beside the database. */
function isNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/** `UNIQUE constraint failed: t1.c3, t1.c4` → table `t1`, columns `c3` and `c4`. */
export function conflictOf(error: Error): { readonly table: string; readonly columns: readonly string[] } {
  const places = [...error.message.matchAll(/(\w+)\.(\w+)/g)]
  return { table: places[0]?.[1] ?? '', columns: places.map((place) => place[2] ?? '') }
}
