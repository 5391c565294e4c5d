// Marks a data directory as open, clean or damaged, so that the next start notices missing files.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StorageRefused } from '../../storage-error.ts'

/** Beside the marker: the database, and its log while it is open. */
export const DATABASE_FILE = 'verbatim.db'
const LOG_FILE = `${DATABASE_FILE}-wal`
const MARKER_FILE = 'verbatim.json'

/**
 * `open`: a process has the database, or was killed: the log belongs to the data. `clean`: it was closed, and the log is
 * carried over; a restored backup is that too. `damaged`: a process met a page that is corrupt.
 */
export type DirectoryState = 'open' | 'clean' | 'damaged'

/** Version of the marker's format, which is not that of the database. */
const MARKER_FORMAT = 1

/** Undefined: there is none, as in a new directory, or in one of an older version. */
export function readMarker(directory: string): DirectoryState | undefined {
  const path = join(directory, MARKER_FILE)
  if (sizeOf(path) === undefined) return undefined
  try {
    const { state } = JSON.parse(readFileSync(path, 'utf8')) as { readonly state?: unknown }
    if (state === 'open' || state === 'clean' || state === 'damaged') return state
  } catch {
    // Neither is what can't be parsed a state.
  }
  throw new StorageRefused(
    `${path} can't be read. ${RESTORE} If the database is whole, remove that file and start again.`,
  )
}

/** Durable when it returns, and with it the names of the files that lie beside it. Whole or not at all. */
export function writeMarker(directory: string, state: DirectoryState): void {
  const path = join(directory, MARKER_FILE)
  const file = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(file, Buffer.from(`${JSON.stringify({ format: MARKER_FORMAT, state })}\n`), 0, undefined, 0)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.new`, path)
  syncDirectory(directory)
}

/** Is all there that the marker speaks of? Throws `StorageRefused` with what is missing and what to do. */
export function requireWhole(directory: string): DirectoryState | undefined {
  const state = readMarker(directory)
  if (state === undefined) return undefined
  const refuse = (problem: string): never => {
    throw new StorageRefused(`The data directory ${directory} was in use, and ${problem} ${RESTORE}`)
  }
  const size = sizeOf(join(directory, DATABASE_FILE))
  if (size === undefined) refuse(`its database ${DATABASE_FILE} is missing.`)
  if (size === 0) refuse(`its database ${DATABASE_FILE} is empty.`)
  if (state === 'damaged')
    refuse(
      `its database was found to be damaged. If it has been repaired since, remove ${MARKER_FILE} and start again.`,
    )
  if (state === 'open' && sizeOf(join(directory, LOG_FILE)) === undefined)
    refuse(
      `the last writes are missing: it was not closed, and there is no ${LOG_FILE}. If another program has opened the database since, and carried the log over, remove ${MARKER_FILE} and start again.`,
    )
  return state
}

/** After the last connection was closed: it removes the log where all of it was carried over. */
export function markClosed(directory: string): void {
  if (readMarker(directory) === 'open' && sizeOf(join(directory, LOG_FILE)) === undefined)
    writeMarker(directory, 'clean')
}

/** Marks the directory as damaged. If even that can't be written, the next start finds the damage by itself. */
export function markDamaged(directory: string): void {
  try {
    writeMarker(directory, 'damaged')
  } catch {
    // The damage is reported all the same.
  }
}

export const RESTORE = 'Restore a backup into an empty directory: npm run restore -- FILE --data DIR.'

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

function syncDirectory(directory: string): void {
  // Windows has no handle of a directory that could be synced.
  if (process.platform === 'win32') return
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
