// Opens a storage in a PostgreSQL database, and makes the tables and functions that it needs.
import { COLLATION_FUNCTION } from '../collation-sql.ts'
import { createStorage, putInForce } from '../handle/create-storage.ts'
import type { DocumentToOpen } from '../handle/create-storage.ts'
import { StorageRefused } from '../storage-error.ts'
import type { Storage } from '../storage.ts'
import { installFunctions, installTimeZone } from './functions/install-functions.ts'
import { closePools, openPools, postgresSchema, runAloneInPostgres, startPostgresEngine } from './postgres-engine.ts'
import type { Pools } from './postgres-engine.ts'
import { createPostgresExecutor } from './postgres-executor.ts'
import { POSTGRES_SYSTEM_TABLES } from './postgres-system-tables.ts'
import { runIn } from './run-statement.ts'

export type PostgresStorageOptions = DocumentToOpen & {
  /** Address of the database: `postgres://name:password@host/database`. */
  readonly url: string
  /** The clock: RFC 3339 in UTC with milliseconds. */
  readonly now: () => string
  /** Numbers from 0 to 1, for pauses of different lengths. */
  readonly random: () => number
}

/** Throws `StorageRefused` with one clear sentence, and the conflicts where rows stand against the document. */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const pools = openPools(options.url)
  try {
    await prepareDatabase(pools)
    const reader = createPostgresExecutor(pools.quick)
    const chosen = await putInForce(
      { ...postgresSchema, reader, alone: (work) => runAloneInPostgres(pools, work) },
      options,
      options.now(),
    )
    await installTimeZone(runIn(pools.quick), chosen.model.settings.timeZone)
    return await createStorage({
      chosen,
      now: options.now,
      start: (complete) => startPostgresEngine(pools, complete, options.random),
    })
  } catch (error) {
    await closePools(pools)
    throw error instanceof StorageRefused ? error : refusalOf(error)
  }
}

function refusalOf(error: unknown): StorageRefused {
  const reason = error instanceof Error && error.message !== '' ? error.message : String(error)
  return new StorageRefused(`The PostgreSQL database can't be opened: ${reason.replace(/\.$/, '')}.`)
}

/** Makes what each database has, whatever the document. */
async function prepareDatabase({ quick }: Pools): Promise<void> {
  const client = await quick.connect()
  try {
    await client.query('BEGIN')
    const run = runIn(client)
    const [found] = await run(`SELECT to_regclass('document_revision') IS NOT NULL AS there`)
    if (found?.['there'] !== 1) await client.query(POSTGRES_SYSTEM_TABLES)
    await client.query('LOCK TABLE document_revision IN ACCESS EXCLUSIVE MODE')
    await installFunctions(run)
    await client.query(COLLATION_OF_INDEXES)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

/** The key that stands in indexes. The server fills an index without the search path of the session. */
const COLLATION_OF_INDEXES = `CREATE OR REPLACE FUNCTION ${COLLATION_FUNCTION}(value text, version text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT AS $$ BEGIN RETURN ${COLLATION_FUNCTION}(value); END $$`
