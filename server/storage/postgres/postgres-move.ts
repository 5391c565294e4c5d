// Opens a PostgreSQL database from which data is read or moved, or fills an empty one.
import type { Client } from 'pg'
import { DatabaseError } from 'pg'
import type { DataSource, DataTarget } from '../move/move-data.ts'
import type { Words } from '../search-words.ts'
import { StorageRefused } from '../storage-error.ts'
import { installTimeZones } from './functions/install-functions.ts'
import { findTimeZones } from './written-zones.ts'
import { prepareWithin } from './open-postgres.ts'
import { numberEntries } from './postgres-audit.ts'
import { APPLICATION, createPostgresSchema } from './postgres-engine.ts'
import { ConnectionBroken, storageErrorOf } from './postgres-errors.ts'
import { createPostgresExecutor } from './postgres-executor.ts'
import { ROW_TYPES } from './row-types.ts'
import { refusalOf } from './postgres-refusal.ts'
import { postgresStorageDialect } from './postgres-storage-dialect.ts'
import { commit } from './postgres-transactions.ts'
import { runIn } from './run-statement.ts'
import type { WatchOptions } from './watch-connections.ts'
import { watchConnections } from './watch-connections.ts'

/** Takes away the limits of the role or the database, which are for requests. */
const WITHOUT_LIMITS = 'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0'

/**
 * Reads one state of the data, and changes nothing but that a `move` and a `copy` number what waits for the audit. While it is
 * moved no server may run on it, and one that starts waits; otherwise servers go on, and only a publication waits. Throws
 * `StorageRefused` with one sentence.
 */
export function readPostgres<T>(
  url: string,
  purpose: 'move' | 'copy' | 'audit',
  work: (source: DataSource) => Promise<T>,
  watching: WatchOptions = {},
): Promise<T> {
  return withClient(url, watching, async (client) => {
    const [found] = await runIn(client)(`SELECT to_regclass('document_revision') IS NOT NULL AS there`)
    if (found?.['there'] !== 1) throw new StorageRefused('The database of DATABASE_URL holds no data of Verbatim.')
    if (purpose === 'move') await refuseServers(client)
    const executor = createPostgresExecutor(client)
    if (purpose !== 'audit') {
      await client.query('BEGIN')
      await numberEntries(executor)
      await client.query('COMMIT')
    }
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; LOCK TABLE document_revision IN ${purpose === 'move' ? 'EXCLUSIVE' : 'ACCESS SHARE'} MODE`,
    )
    const lastJob = `SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('job', 'number')::regclass), 0)`
    return await work({
      executor,
      dialect: postgresStorageDialect,
      lastJob: async () => Number((await executor.get(lastJob, []))?.[0]),
    })
  })
}

/** Reads the bytes that a database takes, indexes too. Throws `StorageRefused` with one sentence. */
export function readPostgresSize(url: string): Promise<number> {
  return withClient(url, {}, async (client) => {
    const [found] = await runIn(client)('SELECT pg_database_size(current_database()) AS size')
    return Number(found?.['size'])
  })
}

/**
 * Fills an empty database in one transaction. Throws `StorageRefused` with one sentence where it is not empty, and `OutcomeUnknown`
 * where the connection breaks in the commit.
 */
export function writePostgres<T>(
  url: string,
  words: Words,
  work: (target: DataTarget) => Promise<T>,
  watching: WatchOptions = {},
): Promise<T> {
  return withClient(url, watching, async (client) => {
    await client.query('BEGIN')
    await refuseTables(client)
    await prepareWithin(client)
    const executor = createPostgresExecutor(client)
    const result = await work({
      executor,
      engine: createPostgresSchema(words),
      linksFirst: false,
      numbering: 'OVERRIDING SYSTEM VALUE ',
      prepareFor: ({ model }) => installTimeZones(runIn(client), findTimeZones(model)),
      async continueJobs(last) {
        if (last > 0) await executor.get(`SELECT setval(pg_get_serial_sequence('job', 'number'), ?)`, [last])
      },
      async noteHead({ number, hash }) {
        await executor.run('UPDATE audit_head SET number = ?, hash = ?', [number, hash])
      },
      describe: (tables) => executor.execute(`ANALYZE ${tables.join(', ')}`),
    })
    await commit(() => client.query('COMMIT'))
    return result
  })
}

/** Runs work on a connection of its own; the server undoes whatever is not committed by the end. */
async function withClient<T>(url: string, watching: WatchOptions, work: (client: Client) => Promise<T>): Promise<T> {
  const watch = watchConnections({ connectionString: url }, watching)
  const client = new watch.Client({
    connectionString: url,
    types: ROW_TYPES,
    connectionTimeoutMillis: LONGEST_WAIT,
    keepAlive: true,
  })
  // Tells of a connection that broke while nothing was asked; the next question fails.
  client.on('error', () => {})
  try {
    await client.connect().catch((error: unknown) => Promise.reject(refusalOf(url, error)))
    await client.query(WITHOUT_LIMITS)
    return await work(client)
  } catch (error) {
    if (storageErrorOf(error) instanceof ConnectionBroken)
      throw new StorageRefused('The connection to the PostgreSQL server broke.')
    throw error instanceof DatabaseError && error.code === NOT_ALLOWED ? refusalOf(url, error) : error
  } finally {
    watch.expectEnd()
    await client.end()
    watch.stop()
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const NOT_ALLOWED = '42501'

/** Milliseconds. */
const LONGEST_WAIT = 10_000

async function refuseServers(client: Client): Promise<void> {
  const [found] = await runIn(client)(
    'SELECT count(*)::integer AS running FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [APPLICATION],
  )
  if (found?.['running'] !== 0)
    throw new StorageRefused('A server runs on the database of DATABASE_URL: stop every one of them first.')
}

/** Extensions bring tables of their own, which are in nobody's way. */
async function refuseTables(client: Client): Promise<void> {
  const [found] = await runIn(client)(
    `SELECT c.relname AS name FROM pg_class AS c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
      AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e') LIMIT 1`,
  )
  if (found !== undefined)
    throw new StorageRefused(
      `The database of DATABASE_URL is not empty: it holds ${String(found['name'])}. Make a new one: createdb NAME`,
    )
}
