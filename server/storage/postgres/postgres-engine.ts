// Implements the engine on PostgreSQL: commands are serializable transactions, run again on conflicts.
import { setTimeout } from 'node:timers/promises'
import type { PoolClient, PoolConfig } from 'pg'
import { DatabaseError, Pool } from 'pg'
import type { Batch, CompleteBatch, Engine, LoneWork } from '../engine.ts'
import type { SchemaEngine } from '../schema/migration.ts'
import { StorageBusy } from '../storage-error.ts'
import { createPostgresCommands, createPostgresExecutor, ROW_TYPES, upToBytes } from './postgres-executor.ts'
import { postgresLists } from './postgres-lists.ts'
import { findUnsupported } from './unsupported-parts.ts'
import { postgresStorageDialect } from './postgres-storage-dialect.ts'

/** Each command shares the table that a publication locks, and so sees either the old document or the new one. */
const SHARE_DOCUMENT = 'LOCK TABLE document_revision IN ACCESS SHARE MODE'
const OWN_DOCUMENT = 'LOCK TABLE document_revision IN ACCESS EXCLUSIVE MODE'

/** How often a command is run at most, and the longest pause in milliseconds before it is run again. */
const MOST_RUNS = 10
const LONGEST_PAUSE = 100
/** Milliseconds that a reading may take. */
const LONGEST_READING = 1_000

/** Serialization failure and deadlock: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const OVERTAKEN: ReadonlySet<string | undefined> = new Set(['40001', '40P01'])

export const postgresSchema: SchemaEngine = {
  dialect: postgresStorageDialect,
  search: { objectsOf: () => [], noteInserted: () => undefined, indexWaiting: () => Promise.resolve() },
  describeTables: () => Promise.resolve(),
  findUnsupported,
}

export interface Pools {
  readonly commands: Pool
  readonly quick: Pool
  readonly long: Pool
}

/** Pools of their own, so that a command that reads beside its transaction does not wait for itself. */
export function openPools(url: string): Pools {
  const open = (max: number, more: PoolConfig = {}): Pool => {
    const pool = new Pool({ connectionString: url, max, types: ROW_TYPES, ...more })
    // A connection that breaks while nobody uses it is replaced by the next that is asked for.
    pool.on('error', () => {})
    return pool
  }
  return { commands: open(8), quick: open(4), long: open(2, { statement_timeout: LONGEST_READING }) }
}

export async function closePools({ commands, quick, long }: Pools): Promise<void> {
  await Promise.all([commands.end(), quick.end(), long.end()])
}

/** Runs work in a transaction of its own, in which nobody else writes. */
export function runAloneInPostgres<T>({ commands }: Pick<Pools, 'commands'>, work: LoneWork<T>): Promise<T> {
  return withConnection(commands, async (client) => {
    await client.query(`BEGIN; ${OWN_DOCUMENT}`)
    try {
      const { result, whenKept } = await work(createPostgresExecutor(client))
      await client.query(whenKept === undefined ? 'ROLLBACK' : 'COMMIT')
      whenKept?.()
      return result
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
  })
}

export function startPostgresEngine(pools: Pools, complete: CompleteBatch, random: () => number): Engine {
  const reader = createPostgresExecutor(pools.quick)
  const long = createPostgresExecutor(pools.long)
  return {
    ...postgresSchema,
    reader,
    quick: { get: (sql, parameters) => long.get(sql, parameters) },
    slow: {
      all: async (sql, parameters, _by, mostBytes) => upToBytes(await long.all(sql, parameters), mostBytes),
    },
    lists: postgresLists,
    // Others may write, too: what is remembered as long as this stays the same is never remembered.
    writes: Number.NaN,
    write: (command) => runCommand(pools, command, complete, random),
    alone: (work) => runAloneInPostgres(pools, work),
    trouble: () => undefined,
    check: () => Promise.resolve(),
    close: () => closePools(pools),
  }
}

async function runCommand<T>(
  pools: Pools,
  command: Parameters<Engine['write']>[0],
  complete: CompleteBatch,
  random: () => number,
): Promise<T> {
  const committed = createPostgresExecutor(pools.quick)
  let isFollowed = false
  for (let runs = 1; ; runs += 1) {
    try {
      return (await withConnection(pools.commands, async (client) => {
        const executor = createPostgresCommands(client, committed)
        const batch: Batch = { journal: [], revisionInForce: undefined }
        await client.query(`BEGIN ISOLATION LEVEL SERIALIZABLE; ${SHARE_DOCUMENT}`)
        try {
          const { result, whenKept } = await command(executor, batch)
          // What goes into the audit is noted with it, so this comes before the end, and memory follows once.
          whenKept(isFollowed)
          isFollowed = true
          await complete(executor, batch)
          if (executor.firstError !== undefined) throw executor.firstError
          await client.query('COMMIT')
          return result
        } catch (error) {
          await client.query('ROLLBACK')
          throw isOvertaken(executor.firstError) ? executor.firstError : error
        }
      })) as T
    } catch (error) {
      if (!isOvertaken(error)) throw error
      if (runs === MOST_RUNS) throw new StorageBusy('Others wrote the same meanwhile.', { cause: error })
      await setTimeout(random() * Math.min(LONGEST_PAUSE, 2 ** runs))
    }
  }
}

function isOvertaken(error: unknown): boolean {
  return error instanceof DatabaseError && OVERTAKEN.has(error.code)
}

/** A connection that broke is not used again. */
async function withConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const note = (error: Error): void => void (broken = error)
  client.on('error', note)
  try {
    return await work(client)
  } finally {
    client.off('error', note)
    client.release(broken)
  }
}
