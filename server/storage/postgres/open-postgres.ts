// Opens a storage in a PostgreSQL database, and makes the tables and functions that it needs.
import type { ClientBase } from 'pg'
import { createStorage, putInForce } from '../handle/create-storage.ts'
import type { DocumentToOpen } from '../handle/create-storage.ts'
import { StorageRefused } from '../storage-error.ts'
import type { Storage } from '../storage.ts'
import { installFunctions } from './functions/install-functions.ts'
import { ATTEMPT_TABLE } from './postgres-attempts.ts'
import {
  closePools,
  createPostgresSchema,
  openPools,
  OWN_DOCUMENT,
  runAloneInPostgres,
  startPostgresEngine,
} from './postgres-engine.ts'
import type { Pools, PostgresEngineOptions } from './postgres-engine.ts'
import { refusalOf } from './postgres-refusal.ts'
import { POSTGRES_SYSTEM_TABLES } from './postgres-system-tables.ts'
import { withConnection } from './postgres-transactions.ts'
import { runIn } from './run-statement.ts'

export type PostgresStorageOptions = DocumentToOpen &
  PostgresEngineOptions & {
    /** Address of the database: `postgres://name:password@host/database`. */
    readonly url: string
    /** The clock: RFC 3339 in UTC with milliseconds. */
    readonly now: () => string
    /** Milliseconds since 1970, to be compared with the clock of the database; absent for a simulated clock, which may differ from it. */
    readonly machineClock?: () => number
  }

/** Throws `StorageRefused` with one clear sentence, and the conflicts where rows stand against the document. */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const pools = openPools(options.url, options.slow, options)
  try {
    if (options.machineClock !== undefined) await compareClocks(pools, options.machineClock)
    await prepareDatabase(pools)
    const opened = await putInForce(
      { ...createPostgresSchema(options.words), alone: (work) => runAloneInPostgres(pools, work) },
      options,
      options.now(),
    )
    return createStorage({
      opened,
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

/** Milliseconds by which the clocks may differ: leases and what falls due are written by the clock of each process. */
const MOST_APART = 2_000
const MOST_LOOKS = 3

/** A look that took long says little: the clock stood anywhere between its begin and its end. */
async function compareClocks(pools: Pools, machineClock: () => number): Promise<void> {
  await withConnection(pools.quick, async (client) => {
    for (let looks = 1; ; looks += 1) {
      const begun = machineClock()
      const { rows } = await client.query<{ readonly now: number }>(
        'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
      )
      const now = Number(rows[0]?.now)
      const ahead = Math.max(begun - now, 0) - Math.max(now - machineClock(), 0)
      if (Math.abs(ahead) <= MOST_APART) return
      if (looks < MOST_LOOKS) continue
      const seconds = (Math.abs(ahead) / 1000).toFixed(1)
      throw new StorageRefused(
        `The clock of this machine is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} that of the PostgreSQL server, and they may differ by ${MOST_APART / 1000} s: set both by the same time server.`,
      )
    }
  })
}

async function prepareDatabase(pools: Pools): Promise<void> {
  await withConnection(pools.quick, async (client) => {
    if (await hasTable(client)) return
    try {
      // Statements that are sent together are one transaction.
      await client.query(POSTGRES_SYSTEM_TABLES)
    } catch (error) {
      // Another start has made them meanwhile; it was waited for.
      if (!(await hasTable(client))) throw error
    }
  })
  await withConnection(pools.quick, async (client) => {
    await client.query('BEGIN')
    try {
      await prepareWithin(client)
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
  })
}

async function hasTable(client: ClientBase, name = 'document_revision'): Promise<boolean> {
  const [found] = await runIn(client)('SELECT to_regclass($1) IS NOT NULL AS there', [name])
  return found?.['there'] === 1
}

/** Makes those of the system's tables and functions that are missing, within a transaction. Where none is missing, it needs no right to make any. */
export async function prepareWithin(client: ClientBase): Promise<void> {
  if (!(await hasTable(client))) await client.query(POSTGRES_SYSTEM_TABLES)
  await client.query(OWN_DOCUMENT)
  if (!(await hasTable(client, 'attempt'))) await client.query(ATTEMPT_TABLE)
  await installFunctions(runIn(client))
}
