// The storage on SQLite: one writer with group commit, one reading connection, plans compiled for the present model.
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Model } from '#shared/model/model.ts'
import type { Connection } from './connection.ts'
import { lockDirectory, reasonOf } from './directory-lock.ts'
import { FUNCTIONS } from './functions.ts'
import { GroupCommit } from './group-commit.ts'
import { printed } from './plans/conditions.ts'
import { compileFactsPlan, runFacts } from './plans/facts-plan.ts'
import { indexWaitingRows } from './schema/full-text.ts'
import { migrateSchema, presentPlaces } from './schema/migration.ts'
import type { ExpressionSql } from './schema/migration.ts'
import { bindSql, compileSql, startPlanning } from './plans/planning.ts'
import type { Compiled } from './plans/planning.ts'
import { wholeRecord } from './plans/record-sql.ts'
import { compileReadPlan } from './plans/read-plan.ts'
import { compileSummaryPlan } from './plans/summary-plan.ts'
import { startSlowReader } from './slow-reader.ts'
import { makePrivateFile, RESTORING, tightenDirectory } from './directory/private-directory.ts'
import { compactFile, openSqlite } from './sqlite.ts'
import type { OpenOptions } from './sqlite.ts'
import { SqliteReader } from './sqlite-reader.ts'
import type { Present, ReaderContext } from './sqlite-reader.ts'
import { SqliteTransaction } from './sqlite-transaction.ts'
import { StorageRefused } from './storage.ts'
import type { MigrationResult, Storage, StorageFailed, Transaction } from './storage.ts'
import { prepareSystemTables } from './schema/system-schema.ts'

export interface SqliteStorageOptions {
  /** Made where it is missing; one process at a time. */
  readonly directory: string
  readonly model: Model
  /** Revision of the document that the model comes from. */
  readonly revision: string
  /** The clock: RFC 3339 in UTC with milliseconds. */
  readonly now: () => string
  /** Told once when nothing can be made durable any more: the process should stop, and a restart replays what was committed. */
  readonly onFailed?: (error: StorageFailed) => void
  /** Told where other accounts of the machine could read the data, and what was done about it. */
  readonly onTightened?: (sentence: string) => void
  readonly synchronous?: OpenOptions['synchronous']
  /** Fewer in the tests of durability, which want to see the log carried over. */
  readonly checkpointPages?: number
  readonly maxPages?: number
}

/** Throws `StorageRefused` with one clear sentence, and the obstacles where rows stand against the document. */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<Storage> {
  const lock = lockDirectory(options.directory)
  const tightened = tightenDirectory(options.directory)
  if (tightened !== undefined) options.onTightened?.(tightened)
  let writer: Connection | undefined
  try {
    if (existsSync(join(options.directory, RESTORING)))
      throw new StorageRefused(
        `A restore into ${options.directory} was not finished. Run it again: npm run restore -- FILE --data ${options.directory}`,
      )
    writer = openWriter(options)
    prepareSystemTables(writer)
    const { model, revision } = options
    const now = options.now()
    const result = migrateSchema(writer, model, { revision, now }, expressionSqlOf(writer, model, now))
    if (!result.applied)
      throw new StorageRefused('The data in this directory stands against the document.', result.obstacles)
    const reader = openSqlite(join(options.directory, FILE), { role: 'reader', functions: FUNCTIONS })
    return makeStorage(options, writer, reader, lock)
  } catch (error) {
    writer?.close()
    lock.release()
    if (error instanceof StorageRefused) throw error
    throw new StorageRefused(`The database in ${options.directory} can't be opened: ${reasonOf(error)}.`)
  }
}

const FILE = 'verbatim.db'

function openWriter(options: SqliteStorageOptions): Connection {
  const path = join(options.directory, FILE)
  try {
    accessSync(options.directory, constants.W_OK)
  } catch {
    throw new StorageRefused(`The data directory ${options.directory} can't be written.`)
  }
  makePrivateFile(path)
  return openSqlite(path, {
    role: 'writer',
    functions: FUNCTIONS,
    ...(options.synchronous ? { synchronous: options.synchronous } : {}),
    ...(options.checkpointPages === undefined ? {} : { checkpointPages: options.checkpointPages }),
    ...(options.maxPages === undefined ? {} : { maxPages: options.maxPages }),
  })
}

function makeStorage(
  options: SqliteStorageOptions,
  writer: Connection,
  reader: Connection,
  lock: { release(): void },
): Storage {
  let model = options.model
  let present = readPresent(writer, model)
  const slow = startSlowReader(join(options.directory, FILE))
  const commits = new GroupCommit(
    writer,
    (error) => options.onFailed?.(error),
    () => indexWaitingRows(writer, model, present.places),
  )
  const context: ReaderContext = { present: () => present, now: options.now, facts: runFacts }
  const planning = () => startPlanning({ model, places: present.places, connection: reader, slow })
  return {
    get model() {
      return model
    },
    reader: new SqliteReader(reader, context),
    plan: (shape) => compileReadPlan(planning(), shape),
    planSummary: (shape) => compileSummaryPlan(planning(), shape),
    planFacts: (entity, nodes) => compileFactsPlan(planning(), entity, nodes),
    write: <T>(command: (transaction: Transaction) => Promise<T>) =>
      commits.write(() => command(new SqliteTransaction(writer, { ...context, model: () => model }))),
    migrate: (next, revision, widened = []) =>
      commits.alone(async (): Promise<MigrationResult> => {
        const now = options.now()
        const result = migrateSchema(writer, next, { revision, now, widened }, expressionSqlOf(writer, next, now))
        if (result.applied) {
          model = next
          present = readPresent(writer, next)
        }
        return result
      }),
    compact: () => commits.alone(async () => compactFile(join(options.directory, FILE))),
    async close() {
      await commits.close()
      await slow.close()
      reader.close()
      writer.close()
      lock.release()
    },
  }
}

/** For plans that are run at once and by themselves. */
const NOT_SLOW = { all: () => Promise.reject(new Error('This plan has no reading thread.')) }

/** An expression over the rows that are there, for values that a migration fills in. Nobody acts in it. */
function expressionSqlOf(connection: Connection, model: Model, now: string): ExpressionSql {
  return (places, node) => {
    const planning = startPlanning({ model, places, connection, slow: NOT_SLOW })
    return bindSql(planning, printed(planning, node, 'r'), { me: null, now })
  }
}

function readPresent(connection: Connection, model: Model): Present {
  const { places, catalogue } = presentPlaces(connection, model)
  const records = new Map<string, Compiled>()
  return {
    places,
    entityNames: new Map(catalogue.entities.map((entity) => [entity.number, entity.name])),
    fieldNames: new Map(catalogue.fields.map((field) => [field.number, field.name])),
    wholeRecord(entity, column, trash) {
      const key = `${entity} ${column} ${trash}`
      let compiled = records.get(key)
      if (!compiled) {
        const planning = startPlanning({ model, places, connection, slow: NOT_SLOW })
        records.set(key, (compiled = compileSql(planning, wholeRecord(planning, entity, column, trash))))
      }
      return compiled
    },
  }
}
