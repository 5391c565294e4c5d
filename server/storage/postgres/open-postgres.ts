// Opens a storage in a PostgreSQL database, and makes the tables and functions that it needs.
import { COLLATION_FUNCTION } from '../collation-sql.ts'
import { createStorage, putInForce } from '../handle/create-storage.ts'
import type { DocumentToOpen } from '../handle/create-storage.ts'
import { DURATION_ORDER_FUNCTION } from '../order-key.ts'
import { StorageRefused } from '../storage-error.ts'
import type { Storage } from '../storage.ts'
import { installFunctions, installTimeZone } from './functions/install-functions.ts'
import {
  closePools,
  createPostgresSchema,
  openPools,
  runAloneInPostgres,
  startPostgresEngine,
} from './postgres-engine.ts'
import type { Pools, PostgresEngineOptions } from './postgres-engine.ts'
import { createPostgresExecutor } from './postgres-executor.ts'
import { refusalOf } from './postgres-refusal.ts'
import { POSTGRES_SYSTEM_TABLES } from './postgres-system-tables.ts'
import { runIn } from './run-statement.ts'

export type PostgresStorageOptions = DocumentToOpen &
  PostgresEngineOptions & {
    /** Address of the database: `postgres://name:password@host/database`. */
    readonly url: string
    /** The clock: RFC 3339 in UTC with milliseconds. */
    readonly now: () => string
  }

/** Throws `StorageRefused` with one clear sentence, and the conflicts where rows stand against the document. */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const pools = openPools(options.url, options.slow?.longest)
  try {
    await prepareDatabase(pools)
    const reader = createPostgresExecutor(pools.quick)
    const chosen = await putInForce(
      { ...createPostgresSchema(options.words), reader, alone: (work) => runAloneInPostgres(pools, work) },
      options,
      options.now(),
    )
    await installTimeZone(runIn(pools.quick), chosen.model.settings.timeZone)
    return await createStorage({
      chosen,
      now: options.now,
      start: (complete) => startPostgresEngine(pools, complete, options),
    })
  } catch (error) {
    await closePools(pools)
    throw error instanceof StorageRefused ? error : refusalOf(options.url, error)
  }
}

/** Makes what each database has, whatever the document. */
export async function preparePostgres(url: string): Promise<void> {
  const pools = openPools(url)
  try {
    await prepareDatabase(pools)
  } finally {
    await closePools(pools)
  }
}

async function prepareDatabase({ quick }: Pools): Promise<void> {
  const client = await quick.connect()
  try {
    await client.query('BEGIN')
    const run = runIn(client)
    const [found] = await run(`SELECT to_regclass('document_revision') IS NOT NULL AS there`)
    if (found?.['there'] !== 1) await client.query(POSTGRES_SYSTEM_TABLES)
    await client.query('LOCK TABLE document_revision IN ACCESS EXCLUSIVE MODE')
    await installFunctions(run)
    for (const each of KEYS_OF_INDEXES) await client.query(each)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

/** The keys that stand in indexes. The server fills an index without the search path of the session. */
const KEYS_OF_INDEXES = [
  keyOfIndex(COLLATION_FUNCTION, 'text', COLLATION_FUNCTION),
  keyOfIndex(DURATION_ORDER_FUNCTION, 'numeric', 'v_duration'),
]

function keyOfIndex(name: string, returns: string, key: string): string {
  return `CREATE OR REPLACE FUNCTION ${name}(value text, version text) RETURNS ${returns}
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT AS $$ BEGIN RETURN ${key}(value); END $$`
}
