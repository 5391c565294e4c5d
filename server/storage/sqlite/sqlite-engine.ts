// Implements the engine on SQLite: a writer with group commit, a reader, and threads for what takes long.
import { join } from 'node:path'
import { appendEntry } from '../audit/audit-table.ts'
import type { Batch, CompleteBatch, Engine, LoneWork } from '../engine.ts'
import type { SchemaEngine } from '../schema/migration.ts'
import type { StorageFailed } from '../storage-error.ts'
import { createCheckpoints } from './checkpoints.ts'
import type { Connection } from './connection.ts'
import { startFileCheck } from './file-check.ts'
import type { FileCheck } from './file-check.ts'
import { fullText } from './full-text.ts'
import { GroupCommit } from './group-commit.ts'
import { DATABASE_FILE, markClosed, writeMarker } from './health/directory-marker.ts'
import type { Reserve } from './health/reserve.ts'
import type { StorageHealth } from './health/storage-health.ts'
import type { RoomSearch } from './health/watch-free-space.ts'
import { createLists } from './lists/sqlite-lists.ts'
import type { OpenOptions } from './open-sqlite.ts'
import { startSlowQueries } from './slow/slow-queries.ts'
import type { SlowThreadOptions } from './slow/slow-queries.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { createCommandExecutor, createExecutor } from './sqlite-executor.ts'
import { writeStatistics } from './statistics.ts'
import { withTimeLimit } from './time-limit.ts'

/** 32 MB of log, and up to 128 MB beside a large file: a page that is written again and again is carried over once. Of half as much, each page was carried over twice as often. */
const CHECKPOINT_PAGES = 8_000

/**
 * Kilobytes of pages that the writer keeps during a long command. What it has written and can't keep goes into the log and is read
 * again for the next row.
 */
const LONG_CACHE = 64_000

export interface EngineOptions {
  /** Made where it is missing; one process at a time. */
  readonly directory: string
  /** Called once when nothing can be made durable any more: the process should stop, and a restart replays what was committed. */
  readonly onFailed?: (error: StorageFailed) => void
  readonly synchronous?: OpenOptions['synchronous']
  /** Fewer in the tests of durability, which want to see the log carried over. */
  readonly checkpointPages?: number | undefined
  /** Each command is run, undone, and run again: for tests, which are to find what changes outside the transaction. */
  readonly runTwice?: boolean
  /** How long a slow reading may take, and the listener of how long it took. */
  readonly slow?: SlowThreadOptions
}

export interface EngineParts {
  readonly writer: Connection
  readonly reader: Connection
  readonly lock: { release(): void }
  readonly health: StorageHealth
  readonly reserve: Reserve
  readonly search: RoomSearch
}

export const sqliteSchema: SchemaEngine = {
  dialect: sqliteDialect,
  search: fullText,
  describeTables: writeStatistics,
  findUnsupported: () => [],
  async appendAudit(executor, entries) {
    for (const entry of entries) await appendEntry(executor, entry)
  },
}

/** Runs work in a transaction of its own. */
export function runAlone<T>(writer: Connection, work: LoneWork<T>): Promise<T> {
  return writer.allowMigration(async () => {
    writer.execute('BEGIN IMMEDIATE')
    try {
      const { result, whenKept } = await work(createExecutor(writer))
      writer.execute(whenKept === undefined ? 'ROLLBACK' : 'COMMIT')
      whenKept?.()
      return result
    } catch (error) {
      if (writer.inTransaction) writer.execute('ROLLBACK')
      throw error
    }
  })
}

export function startEngine(
  { directory, ...options }: EngineOptions,
  { writer, reader, lock, health, reserve, search }: EngineParts,
  complete: CompleteBatch,
): Engine {
  const path = join(directory, DATABASE_FILE)
  const slow = startSlowQueries(path, { ...options.slow, onDamage: (detail) => health.noteDamage(detail) })
  let check: FileCheck | undefined
  const { synchronous = 'FULL', checkpointPages: pages = CHECKPOINT_PAGES } = options
  const checkpoints = createCheckpoints(writer, { path, synchronous, pages })
  const executor = createCommandExecutor(writer)
  let batch = newBatch()
  const commits = new GroupCommit(writer, {
    onFailed: (error) => options.onFailed?.(error),
    afterBegin: () => void (batch = newBatch()),
    beforeCommit: () => complete(executor, batch),
    afterCommit() {
      for (const follow of batch.whenCommitted) follow()
      return checkpoints.afterBatch()
    },
    health,
    reserve,
    runTwice: options.runTwice === true,
  })
  return {
    ...sqliteSchema,
    reader: createExecutor(reader),
    quick: {
      get: async (sql, parameters, milliseconds) =>
        withTimeLimit(milliseconds, () => reader.prepare(sql).get(parameters)),
    },
    slow,
    lists: createLists(reader),
    get writes() {
      return writer.writes
    },
    write: (command, more) => {
      const run = () => command(executor, batch)
      return commits.write(more?.isLong === true ? () => writer.keepingPages(LONG_CACHE, run) : run, more)
    },
    alone: (work) => commits.exclusive(() => runAlone(writer, work)),
    clearsExpired: true,
    trouble: () => health.trouble,
    async check() {
      check ??= startFileCheck(path)
      const problem = await check.problem
      if (problem !== undefined) health.noteDamage(problem)
    },
    async close() {
      await commits.close()
      await checkpoints.close()
      await check?.stop()
      await slow.close()
      reader.close()
      search.stop()
      if (health.trouble?.kind !== 'damaged') closeClean(directory, writer)
      else writer.close()
      checkpoints.release()
      lock.release()
    },
  }
}

function newBatch(): Batch {
  return { journal: [], revisionInForce: undefined, deadJobs: new Map(), bytes: new Map(), whenCommitted: [] }
}

/** Marks it before the last connection removes the log: a kill between the two would look as if the log were lost. */
function closeClean(directory: string, writer: Connection): void {
  try {
    if (writer.carryOver('all')) writeMarker(directory, 'clean')
  } finally {
    writer.close()
  }
  markClosed(directory)
}
