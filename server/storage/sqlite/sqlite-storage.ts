// Opens a storage on SQLite in a data directory.
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createStorage, putInForce } from '../handle/create-storage.ts'
import type { DocumentInForce, DocumentToOpen } from '../handle/create-storage.ts'
import { StorageRefused } from '../storage-error.ts'
import type { Storage, StorageTrouble } from '../storage.ts'
import { LONGEST } from './checkpoints.ts'
import type { Connection } from './connection.ts'
import { lockDirectory, reasonOf } from './directory/directory-lock.ts'
import { makePrivateFile, RESTORING, tightenDirectory } from './directory/private-directory.ts'
import {
  DATABASE_FILE,
  markClosed,
  markDamaged,
  requireWhole,
  RESTORE,
  writeMarker,
} from './health/directory-marker.ts'
import type { DirectoryState } from './health/directory-marker.ts'
import { createReserve } from './health/reserve.ts'
import type { Reserve } from './health/reserve.ts'
import { StorageHealth } from './health/storage-health.ts'
import { createRoomSearch } from './health/watch-free-space.ts'
import { openSqlite } from './open-sqlite.ts'
import { FUNCTIONS } from './sql-functions.ts'
import { runAlone, sqliteSchema, startEngine } from './sqlite-engine.ts'
import type { EngineOptions } from './sqlite-engine.ts'
import { failureOf } from './sqlite-error.ts'
import { prepareSystemTables } from './system-schema.ts'

export type SqliteStorageOptions = StorageOptions & DocumentToOpen

export interface StorageOptions extends EngineOptions {
  /** The clock: RFC 3339 in UTC with milliseconds. */
  readonly now: () => string
  /** Called where other accounts of the machine could read the data, with what was done about it. */
  readonly onTightened?: (sentence: string) => void
  readonly maxPages?: number
  /** Called when something keeps the storage from writing, and, with undefined, when that is over. */
  readonly onTrouble?: (trouble: StorageTrouble | undefined) => void
  /** Bytes kept free beside the database for deleting when the disk is full; none if it says nothing. */
  readonly reserveBytes?: number
}

/** Throws `StorageRefused` with one clear sentence, and the conflicts where rows stand against the document. */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<Storage> {
  const lock = lockDirectory(options.directory)
  const tightened = tightenDirectory(options.directory)
  if (tightened !== undefined) options.onTightened?.(tightened)
  const reserve = createReserve(options.directory, options.reserveBytes ?? 0)
  const search = createRoomSearch(reserve, () => health.noteRoom())
  const health: StorageHealth = new StorageHealth((trouble) => {
    // So that the next start does not write over what is damaged.
    if (trouble?.kind === 'damaged') markDamaged(options.directory)
    if (trouble?.kind === 'disk_full') search.start()
    options.onTrouble?.(trouble)
  })
  let writer: Connection | undefined
  let wasOpened = false
  try {
    if (existsSync(join(options.directory, RESTORING)))
      throw new StorageRefused(
        `What was begun in ${options.directory}, a restore or a move, was not finished. Run it again.`,
      )
    const marked = requireWhole(options.directory)
    const open = async (): Promise<Storage> => {
      const opened = openWriter(options, health)
      writer = opened
      wasOpened = true
      const document = await prepareFile(options, opened, marked)
      const reader = openReader(options, health)
      return createStorage({
        opened: document,
        now: options.now,
        start: (complete) => startEngine(options, { writer: opened, reader, lock, health, reserve, search }, complete),
      })
    }
    const storage = await openInReserve(open, reserve, () => {
      writer?.close()
      writer = undefined
    })
    // A new directory has nothing that could be deleted.
    if (!(await reserve.refill()) && marked !== undefined) health.noteFull('there is no room for the reserve')
    if (!reserve.isWhole) search.start()
    return storage
  } catch (error) {
    search.stop()
    writer?.close()
    // Not where the log was missing from the beginning.
    if (wasOpened) leaveMarked(options.directory)
    lock.release()
    throw error instanceof StorageRefused ? error : refusalOf(options.directory, error)
  }
}

/**
 * Opens the storage. If the disk is full, opens it again in the room that is reserved for deleting, since nobody
 * could delete anything without a start.
 */
async function openInReserve(open: () => Promise<Storage>, reserve: Reserve, undo: () => void): Promise<Storage> {
  try {
    return await open()
  } catch (error) {
    if (failureOf(error) !== 'full' || !reserve.release()) throw error
    undo()
    return await open()
  }
}

/**
 * Kilobytes of pages that the reader of all quick requests keeps. Records are asked for in no order: with a fourth of
 * this, each second one had to be fetched from the system, which took as long as the rest of the statement.
 */
const MAIN_READER_CACHE = 64_000

function openReader({ directory }: SqliteStorageOptions, health: StorageHealth): Connection {
  return openSqlite(join(directory, DATABASE_FILE), {
    role: 'reader',
    cache: MAIN_READER_CACHE,
    functions: FUNCTIONS,
    onDamage: (detail) => health.noteDamage(detail),
  })
}

function refusalOf(directory: string, error: unknown): StorageRefused {
  const reason = `The database in ${directory} can't be opened: ${reasonOf(error)}.`
  return new StorageRefused(failureOf(error) === 'damaged' ? `${reason} ${RESTORE}` : reason)
}

/** Makes the schema that of the document. From here on the log belongs to the data: that is marked before anything is acknowledged. */
async function prepareFile(
  options: SqliteStorageOptions,
  writer: Connection,
  marked: DirectoryState | undefined,
): Promise<DocumentInForce> {
  const { directory } = options
  const isNew = writer.prepare('SELECT count(*) FROM sqlite_schema').get([])?.[0] === 0
  if (isNew && marked !== undefined)
    throw new StorageRefused(
      `The data directory ${directory} was in use, and its database ${DATABASE_FILE} is empty. ${RESTORE}`,
    )
  prepareSystemTables(writer)
  const document = await putInForce(
    { ...sqliteSchema, alone: (work) => runAlone(writer, work) },
    options,
    options.now(),
  )
  writeMarker(directory, 'open')
  return document
}

function openWriter(options: SqliteStorageOptions, health: StorageHealth): Connection {
  const path = join(options.directory, DATABASE_FILE)
  try {
    accessSync(options.directory, constants.W_OK)
  } catch {
    throw new StorageRefused(`The data directory ${options.directory} can't be written.`)
  }
  makePrivateFile(path)
  return openSqlite(path, {
    role: 'writer',
    functions: FUNCTIONS,
    onDamage: (detail) => health.noteDamage(detail),
    ...(options.synchronous ? { synchronous: options.synchronous } : {}),
    ...(options.checkpointPages === undefined ? {} : { checkpointPages: (LONGEST + 1) * options.checkpointPages }),
    ...(options.maxPages === undefined ? {} : { maxPages: options.maxPages }),
  })
}

/** After a start that failed on its way: the log may have been carried over and removed, and nothing is missing. */
function leaveMarked(directory: string): void {
  try {
    markClosed(directory)
  } catch {
    // The error that counts is why the start failed.
  }
}
