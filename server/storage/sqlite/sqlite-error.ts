// Classifies the errors of SQLite.
import { StorageDamaged } from '../storage-error.ts'

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
