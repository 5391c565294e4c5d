// Implements the storage on SQLite: one writer with group commit, one reading connection.
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Model } from '#shared/model/model.ts'
import { failureOf } from './sqlite-error.ts'
import type { Connection } from '../connection.ts'
import { appendEntry } from '../audit/audit-table.ts'
import { lockDirectory, reasonOf } from './directory/directory-lock.ts'
import {
  DATABASE_FILE,
  markClosed,
  markDamaged,
  requireWhole,
  RESTORE,
  writeMarker,
} from './health/directory-marker.ts'
import type { DirectoryState } from './health/directory-marker.ts'
import { startFileCheck } from './file-check.ts'
import type { FileCheck } from './file-check.ts'
import { FUNCTIONS } from './sql-functions.ts'
import { createCheckpoints } from './checkpoints.ts'
import { GroupCommit } from './group-commit.ts'
import { documentSql } from '../planner/condition-sql.ts'
import { compileFactsPlan, compileValuesPlan, readValuesApart, runFacts } from '../planner/facts-plan.ts'
import { indexWaitingRows } from '../schema/full-text.ts'
import { readFormerNames } from '../schema/former-names.ts'
import { migrateSchema, presentPlaces } from '../schema/migration.ts'
import type { ExpressionSql } from '../schema/migration.ts'
import { WORDS } from './sqlite-words.ts'
import { withTimeLimit } from './time-limit.ts'
import { bindSql, compileSql, createPlanContext } from '../planner/plan-context.ts'
import type { CompiledStatement } from '../planner/plan-context.ts'
import { wholeRecord } from '../planner/record-sql.ts'
import { compileReadPlan, runFind } from '../planner/read-plan.ts'
import { compileSummaryPlan } from '../planner/summary-plan.ts'
import { createRoomSearch } from './health/watch-free-space.ts'
import type { RoomSearch } from './health/watch-free-space.ts'
import { createReserve } from './health/reserve.ts'
import type { Reserve } from './health/reserve.ts'
import { startSlowQueries } from './slow/slow-queries.ts'
import type { SlowQueryOptions } from './slow/slow-queries.ts'
import { makePrivateFile, RESTORING, tightenDirectory } from './directory/private-directory.ts'
import { storedRevisions } from '../tables/revision-table.ts'
import { openSqlite } from './open-sqlite.ts'
import type { OpenOptions } from './open-sqlite.ts'
import { SqliteReader } from './sqlite-reader.ts'
import type { PresentSchema, HandleContext } from './sqlite-handle.ts'
import { SqliteTransaction } from './sqlite-transaction.ts'
import type { BatchMemory, TransactionContext } from './sqlite-transaction.ts'
import { StorageHealth } from './health/storage-health.ts'
import type { DocumentSource, StoredRevisions } from '../document-revision.ts'
import { StorageRefused } from '../storage-error.ts'
import type { NewAuditEntry } from '../audit-entry.ts'
import type { MigrationResult, Storage, StorageTrouble, WriteOptions } from '../storage.ts'
import type { StorageFailed } from '../storage-error.ts'
import type { Transaction } from '../transaction.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { prepareSystemTables } from './system-schema.ts'

/** 32 MB of log: a page that is written again and again is carried over once. Of half as much, each page was carried over twice as often. */
const CHECKPOINT_PAGES = 8_000

export type SqliteStorageOptions = StorageOptions &
  (
    | ChosenDocument
    /** Chooses the document by the revisions that the database keeps. May throw `StorageRefused`. */
    | { readonly choose: (stored: StoredRevisions) => ChosenDocument }
  )

export interface ChosenDocument {
  readonly model: Model
  /** Revision of the document that the model comes from. */
  readonly revision: string
  /** Kept as a revision; what the database holds already has none. */
  readonly source?: DocumentSource | undefined
  /** Rights that people have under this document and did not have before, for the audit. */
  readonly widened?: readonly string[] | undefined
  /** Names of entities and fields that may be deleted with what they hold. */
  readonly deletes?: readonly string[] | undefined
}

export interface StorageOptions {
  /** Made where it is missing; one process at a time. */
  readonly directory: string
  /** The clock: RFC 3339 in UTC with milliseconds. */
  readonly now: () => string
  /** Called once when nothing can be made durable any more: the process should stop, and a restart replays what was committed. */
  readonly onFailed?: (error: StorageFailed) => void
  /** Called where other accounts of the machine could read the data, with what was done about it. */
  readonly onTightened?: (sentence: string) => void
  readonly synchronous?: OpenOptions['synchronous']
  /** Fewer in the tests of durability, which want to see the log carried over. */
  readonly checkpointPages?: number | undefined
  readonly maxPages?: number
  /** Each command is run, undone, and run again: for tests, which are to find what changes outside the transaction. */
  readonly runTwice?: boolean
  /** Called when something keeps the storage from writing, and, with undefined, when that is over. */
  readonly onTrouble?: (trouble: StorageTrouble | undefined) => void
  /** Bytes kept free beside the database for deleting when the disk is full; none if it says nothing. */
  readonly reserveBytes?: number
  /** How long a slow reading may take, and the listener of how long it took. */
  readonly slow?: SlowQueryOptions
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
        `A restore into ${options.directory} was not finished. Run it again: npm run restore -- FILE --data ${options.directory}`,
      )
    const marked = requireWhole(options.directory)
    const open = (): Storage => {
      writer = openWriter(options, health)
      wasOpened = true
      const { model, revision } = prepareFile(options, writer, marked)
      return makeStorage(
        { ...options, model, revision },
        { writer, reader: openReader(options, health), lock, health, reserve, search },
      )
    }
    const storage = openInReserve(open, reserve, () => {
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
function openInReserve(open: () => Storage, reserve: Reserve, undo: () => void): Storage {
  try {
    return open()
  } catch (error) {
    if (failureOf(error) !== 'full' || !reserve.release()) throw error
    undo()
    return open()
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
function prepareFile(
  { directory, ...options }: SqliteStorageOptions,
  writer: Connection,
  marked: DirectoryState | undefined,
): ChosenDocument {
  const isNew = writer.prepare('SELECT count(*) FROM sqlite_schema').get([])?.[0] === 0
  if (isNew && marked !== undefined)
    throw new StorageRefused(
      `The data directory ${directory} was in use, and its database ${DATABASE_FILE} is empty. ${RESTORE}`,
    )
  prepareSystemTables(writer)
  const now = options.now()
  const chosen: ChosenDocument = 'choose' in options ? options.choose(storedRevisions(writer)) : options
  const { model, revision, source, widened = [], deletes = [] } = chosen
  const publication = { revision, now, widened, deletes, ...(source === undefined ? {} : { source }) }
  const result = migrateSchema(writer, model, publication, expressionSqlOf(writer, model, now))
  if (!result.applied)
    throw new StorageRefused('The data in this directory does not fit the document.', result.conflicts)
  writeMarker(directory, 'open')
  return chosen
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
    ...(options.checkpointPages === undefined ? {} : { checkpointPages: 2 * options.checkpointPages }),
    ...(options.maxPages === undefined ? {} : { maxPages: options.maxPages }),
  })
}

interface StorageParts {
  readonly writer: Connection
  readonly reader: Connection
  readonly lock: { release(): void }
  readonly health: StorageHealth
  readonly reserve: Reserve
  readonly search: RoomSearch
}

function makeStorage(
  options: StorageOptions & ChosenDocument,
  { writer, reader, lock, health, reserve, search }: StorageParts,
): Storage {
  let { model, revision } = options
  let present = readPresent(writer, model)
  let formerNames = readFormerNames(writer)
  const path = join(options.directory, DATABASE_FILE)
  const slow = startSlowQueries(path, { ...options.slow, onDamage: (detail) => health.noteDamage(detail) })
  let check: FileCheck | undefined
  const jobListeners: ((dueAt: string) => void)[] = []
  const journal: NewAuditEntry[] = []
  const batch: BatchMemory = { revisionInForce: undefined }
  const noteJob = (dueAt: string): void => jobListeners.forEach((listener) => listener(dueAt))
  const { synchronous = 'FULL', checkpointPages: pages = CHECKPOINT_PAGES } = options
  const checkpoints = createCheckpoints(writer, { path, synchronous, pages })
  const commits = new GroupCommit(writer, {
    onFailed: (error) => options.onFailed?.(error),
    afterBegin() {
      journal.length = 0
      batch.revisionInForce = undefined
    },
    beforeCommit: () => {
      indexWaitingRows(writer, model, present.places)
      for (const entry of journal) appendEntry(writer, entry)
    },
    afterCommit: () => checkpoints.afterBatch(),
    health,
    reserve,
    runTwice: options.runTwice === true,
  })
  const context: HandleContext = { present: () => present, now: options.now, facts: runFacts, find: runFind }
  const writing: TransactionContext = { ...context, model: () => model, noteJob, journal, batch }
  const planning = () =>
    createPlanContext({ model, places: present.places, connection: reader, slow, words: WORDS, dialect: sqliteDialect })
  return {
    get model() {
      return model
    },
    get revision() {
      return revision
    },
    get formerNames() {
      return formerNames
    },
    database: new SqliteReader(reader, context, writer),
    plan: (shape) => compileReadPlan(planning(), shape),
    planSummary: (shape) => compileSummaryPlan(planning(), shape),
    planFacts: (entity, nodes) => compileFactsPlan(planning(), entity, nodes),
    planValues: (nodes, policies) => compileValuesPlan(planning(), nodes, policies),
    readValues: (plan, bindings) => readValuesApart({ ...planning(), withTimeLimit }, plan, bindings),
    write: <T>(command: (transaction: Transaction) => Promise<T>, more?: WriteOptions) =>
      commits.write(async () => {
        const transaction = new SqliteTransaction(writer, writing)
        return { result: await command(transaction), whenKept: (isFollowed) => transaction.follow(isFollowed) }
      }, more),
    followJobs: (listener) => void jobListeners.push(listener),
    migrate: (next, hash, publication = {}) =>
      commits.exclusive(async (): Promise<MigrationResult> => {
        const now = options.now()
        const dated = { ...publication, revision: hash, now }
        const result = migrateSchema(writer, next, dated, expressionSqlOf(writer, next, now))
        if (result.applied && publication.isTrial !== true) {
          model = next
          revision = hash
          present = readPresent(writer, next)
          formerNames = readFormerNames(writer)
        }
        return result
      }),
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
      if (health.trouble?.kind !== 'damaged') closeClean(options.directory, writer)
      else writer.close()
      lock.release()
    },
  }
}

/** After a start that failed on its way: the log may have been carried over and removed, and nothing is missing. */
function leaveMarked(directory: string): void {
  try {
    markClosed(directory)
  } catch {
    // The error that counts is why the start failed.
  }
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

/** Stands in for the slow queries in plans that run at once and by themselves. */
const NOT_SLOW = { all: () => Promise.reject(new Error('This plan has no reading thread.')) }

/** An expression over the rows that are there, for values that a migration fills in. Nobody acts in it. */
function expressionSqlOf(connection: Connection, model: Model, now: string): ExpressionSql {
  return (places, node) => {
    const planning = createPlanContext({
      model,
      places,
      connection,
      slow: NOT_SLOW,
      words: WORDS,
      dialect: sqliteDialect,
    })
    return bindSql(planning, documentSql(planning, node, 'r'), { me: null, now })
  }
}

function readPresent(connection: Connection, model: Model): PresentSchema {
  const { places, catalogue } = presentPlaces(connection, model)
  const records = new Map<string, CompiledStatement>()
  return {
    places,
    entityNames: new Map(catalogue.entities.map((entity) => [entity.number, entity.name])),
    fieldNames: new Map(catalogue.fields.map((field) => [field.number, field.name])),
    wholeRecord(entity, column, trash) {
      const key = `${entity} ${column} ${trash}`
      let compiled = records.get(key)
      if (!compiled) {
        const planning = createPlanContext({
          model,
          places,
          connection,
          slow: NOT_SLOW,
          words: WORDS,
          dialect: sqliteDialect,
        })
        records.set(key, (compiled = compileSql(planning, wholeRecord(planning, entity, column, trash))))
      }
      return compiled
    },
  }
}
