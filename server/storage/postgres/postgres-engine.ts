// Implements the engine on PostgreSQL: commands are serializable transactions, run again on conflicts.
import type { PoolConfig } from 'pg'
import { DatabaseError, Pool } from 'pg'
import type { Batch, CompleteBatch, Engine, LoneWork, StorageCommand } from '../engine.ts'
import type { CommandExecutor } from '../executor.ts'
import type { SchemaEngine } from '../schema/migration.ts'
import type { Words } from '../search-words.ts'
import { LONGEST, LONGEST_UNHURRIED, QUICK } from '../slow/lanes.ts'
import type { SlowQueryOptions } from '../slow/lanes.ts'
import { changeLeases } from '../tables/job-table.ts'
import { OutcomeUnknown, SchemaForbidden, StorageBusy } from '../storage-error.ts'
import type { WriteOptions } from '../storage.ts'
import { installTimeZone, installTimeZones } from './functions/install-functions.ts'
import type { CommandTurns } from './command-turns.ts'
import { createCommandTurns } from './command-turns.ts'
import { gatherReads } from './gather-reads.ts'
import type { HeldTurns } from './group-turns.ts'
import { createGroupTurns } from './group-turns.ts'
import { createPostgresLimiter } from './postgres-attempts.ts'
import { noteEntries, numberEntries } from './postgres-audit.ts'
import { createPostgresCommands, createPostgresExecutor } from './postgres-executor.ts'
import { openLanes } from './postgres-lanes.ts'
import { countTogether, keepNumbers } from './postgres-counters.ts'
import { createPostgresLists } from './postgres-lists.ts'
import { searchObjects } from './postgres-search.ts'
import { commit, holdConnection, inTransaction } from './postgres-transactions.ts'
import type { RetryOptions } from './run-until-kept.ts'
import { ROW_TYPES } from './row-types.ts'
import { isOvertaken, missingZoneOf, RowNotWritten } from './postgres-errors.ts'
import { runIn } from './run-statement.ts'
import { watchConnections } from './watch-connections.ts'
import type { ConnectionWatch, WatchOptions } from './watch-connections.ts'
import { mayRunAgain, runUntilKept } from './run-until-kept.ts'
import { findUnsupported } from './unsupported-parts.ts'
import { findTimeZones } from './written-zones.ts'
import { postgresStorageDialect } from './postgres-storage-dialect.ts'

/** Each command shares the table that a publication locks, and so sees either the old document or the new one. */
const SHARE_DOCUMENT = 'LOCK TABLE document_revision IN ROW SHARE MODE'
/** No other command runs beside it, while readers go on. */
const FENCE_COMMANDS = 'LOCK TABLE document_revision IN EXCLUSIVE MODE'
/** Nobody else reads or writes. Readers go on while a command is waited for, which may take long; they take no time themselves. */
export const OWN_DOCUMENT = `${FENCE_COMMANDS}; LOCK TABLE document_revision IN ACCESS EXCLUSIVE MODE`
/** A statement each: the server keeps what it has planned of them. The lock comes before all that reads. */
const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE'

/** The number of connections for commands. */
const COMMANDS_AT_ONCE = 7
/** The number of connections for readings that take no time. */
const QUICK_CONNECTIONS = 3
/** The number of uses after which a connection ends with all that it has planned: callers may choose any fields. */
const MOST_USES = 2_000
/** Milliseconds to wait for commands that count the same rows. */
const LONGEST_TURN = 2_000
/** Milliseconds to wait for a connection. */
const LONGEST_WAIT = 10_000

export const createPostgresSchema = (words: Words): SchemaEngine => ({
  dialect: postgresStorageDialect,
  search: searchObjects(words),
  prepareModel: (executor, model) =>
    installTimeZones(async (sql, values = []) => {
      const rows = await executor.all(sql, values.map(String))
      return rows.map(([found]) => ({ found }))
    }, findTimeZones(model)),
  describeTables: () => Promise.resolve(),
  findUnsupported,
  appendAudit: noteEntries,
})

interface ConnectionPools {
  readonly commands: Pool
  readonly quick: Pool
  /** The lanes of slow queries. */
  readonly lists: Pool
  readonly long: Pool
  readonly unhurried: Pool
  readonly counters: Pool
}

export interface Pools extends ConnectionPools {
  readonly watch: ConnectionWatch
}

export interface PoolOptions extends WatchOptions {
  /** Milliseconds to wait for a connection: the server is away, or all are in use. */
  readonly longestWait?: number
}

/**
 * Settings by which a command walks through no table and through no whole index: it would have read all of it, and be undone by
 * everybody who writes into it. Rows that are read cost much more than pages, as in a small table all indexes have one page.
 * At such costs it would start workers for a few rows, which takes them twenty milliseconds, and plan anew for each value,
 * though what is looked up by an index is found alike for all of them.
 */
const BY_INDEX =
  '-c enable_seqscan=off -c cpu_tuple_cost=10 -c cpu_index_tuple_cost=10 -c max_parallel_workers_per_gather=0 -c plan_cache_mode=force_generic_plan'

/** To plan a list for the values of each run takes longer than to read it. Where values matter so much that it takes long, it begins anew in the long lane. */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan'

/** Settings by which the server finds out within half a minute that a machine is gone, whose transaction would hold up others. */
const WATCH_CLIENT =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000'
/** Milliseconds after which a silent server is asked whether it is there. */
const WATCH_SERVER = 10_000

/** The name by which the server of the database knows connections of a process that serves. */
export const APPLICATION = 'verbatim'

/** Pools of their own, so that a command that reads beside its transaction does not wait for itself. */
export function openPools(
  url: string,
  { longest = LONGEST, longestUnhurried = LONGEST_UNHURRIED }: SlowQueryOptions = {},
  { longestWait = LONGEST_WAIT, ...watching }: PoolOptions = {},
): Pools {
  const watch = watchConnections({ connectionString: url, application_name: APPLICATION }, watching)
  const open = (max: number, more: PoolConfig = {}): Pool => {
    const pool = new Pool({
      Client: watch.Client,
      connectionString: url,
      application_name: APPLICATION,
      max,
      types: ROW_TYPES,
      options: WATCH_CLIENT,
      maxUses: MOST_USES,
      keepAlive: true,
      keepAliveInitialDelayMillis: WATCH_SERVER,
      connectionTimeoutMillis: longestWait,
      ...more,
    })
    // A connection that breaks while nobody uses it is replaced by the next that is asked for.
    pool.on('error', () => {})
    return pool
  }
  const pools: ConnectionPools = {
    commands: open(COMMANDS_AT_ONCE, { options: `${WATCH_CLIENT} ${BY_INDEX}`, pipeline: true }),
    quick: open(QUICK_CONNECTIONS),
    lists: open(2, { options: `${WATCH_CLIENT} ${PLANNED_ONCE}`, statement_timeout: Math.min(QUICK, longest) }),
    long: open(2, { statement_timeout: longest }),
    unhurried: open(1, { statement_timeout: longestUnhurried }),
    counters: open(1),
  }
  return { ...pools, watch }
}

export async function closePools({ watch, ...pools }: Pools): Promise<void> {
  watch.expectEnd()
  await Promise.all(Object.values(pools).map((pool: Pool) => pool.end()))
  watch.stop()
}

/** Runs work in a transaction of its own, in which nobody else writes. */
export function runAloneInPostgres<T>({ commands }: Pick<Pools, 'commands'>, work: LoneWork<T>): Promise<T> {
  return inTransaction(commands, `BEGIN; ${OWN_DOCUMENT}`, async (client) => {
    const executor = createPostgresExecutor(client, { isAltering: true })
    await numberEntries(executor)
    const { result, whenKept } = await work(executor)
    await numberEntries(executor)
    await (whenKept === undefined ? client.query('ROLLBACK') : commit(() => client.query('COMMIT')))
    whenKept?.()
    return result
  }).catch((error: unknown) => {
    const isForbidden = error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE
    throw isForbidden ? new SchemaForbidden(error.message, { cause: error }) : error
  })
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const INSUFFICIENT_PRIVILEGE = '42501'

export interface PostgresEngineOptions extends RetryOptions, PoolOptions {
  /** Takes words out of texts, as the other engine does. */
  readonly words: Words
  readonly slow?: SlowQueryOptions
  /** Milliseconds since 1970, for the windows of attempts; the clock of the database, unless a test has its own. */
  readonly moment?: () => number
}

export function startPostgresEngine(
  pools: Pools,
  complete: CompleteBatch,
  { words, slow = {}, moment, ...retries }: PostgresEngineOptions,
): Engine {
  const reader = createPostgresExecutor(pools.quick, { gather: gatherReads(pools.quick, QUICK_CONNECTIONS) })
  const counters = createPostgresExecutor(pools.counters)
  const nextNumber = countTogether(counters)
  const turns = createCommandTurns(COMMANDS_AT_ONCE, LONGEST_WAIT)
  const holdTurns = createGroupTurns(LONGEST_TURN)
  const lanes = openLanes(pools, slow)
  const numberAudit = async (): Promise<void> => {
    if ((await reader.get('SELECT 1 FROM audit_waiting LIMIT 1', [])) === undefined) return
    await inTransaction(pools.counters, 'BEGIN', async (client) => {
      await numberEntries(createPostgresExecutor(client))
      await commit(() => client.query('COMMIT'))
    })
  }
  return {
    ...createPostgresSchema(words),
    reader,
    quick: createPostgresExecutor(pools.lists),
    slow: lanes,
    lists: createPostgresLists(words),
    shared: {
      commandsAtOnce: COMMANDS_AT_ONCE,
      rateLimiter: createPostgresLimiter(createPostgresExecutor(pools.quick), moment),
      changeLeases: (jobs, from, to) => changeLeases(counters, jobs, from, to),
    },
    // Other processes write, too. NaN equals nothing, so no reader takes this for a sign that nothing was written.
    writes: Number.NaN,
    async write<T>(command: StorageCommand<T>, options: WriteOptions = {}) {
      let isNoted = false
      const noting: CompleteBatch = async (executor, batch) => {
        isNoted = batch.journal.length > 0
        await complete(executor, batch)
      }
      const all = { ...retries, ...options, nextNumber, turns, holdTurns }
      const result = await turns.take(() => runCommand(pools, command, noting, all))
      // The command is kept, whatever becomes of it: who notes or reads next numbers what waits.
      if (isNoted) await numberAudit().catch(passOverBreak)
      return result
    },
    claimer: { executor: counters, lock: 'FOR UPDATE SKIP LOCKED' },
    alone: (work) => runAloneInPostgres(pools, work),
    numberAudit,
    clearsExpired: false,
    trouble: () => undefined,
    check: () => Promise.resolve(),
    close: () => {
      lanes.close()
      return closePools(pools)
    },
  }
}

function passOverBreak(error: unknown): void {
  if (!(error instanceof StorageBusy || error instanceof OutcomeUnknown)) throw error
}

interface CommandOptions extends RetryOptions, WriteOptions {
  readonly nextNumber: NonNullable<CommandExecutor['nextNumber']>
  readonly turns: CommandTurns
  readonly holdTurns: () => HeldTurns
}

async function runCommand<T>(
  pools: Pools,
  command: StorageCommand<T>,
  complete: CompleteBatch,
  { isLong = false, isRepeatable = false, nextNumber, turns, holdTurns, ...retries }: CommandOptions,
): Promise<T> {
  const committed = createPostgresExecutor(pools.quick)
  // However long it waits for a connection, its time begins with its first run.
  const connection = await holdConnection(pools.commands)
  let isCareful = false
  const numbers = keepNumbers(nextNumber)
  const groups = holdTurns()
  const run = (isFenced: boolean): Promise<T> =>
    connection.run(async (client) => {
      const begin = [BEGIN, isFenced || isLong ? FENCE_COMMANDS : SHARE_DOCUMENT]
      const executor = createPostgresCommands(client, {
        begin,
        committed,
        nextNumber: numbers.begin(),
        takeTurns: groups.take,
        isLong,
        isCareful,
      })
      const batch: Batch = {
        journal: [],
        revisionInForce: undefined,
        deadJobs: new Map(),
        bytes: new Map(),
        whenCommitted: [],
      }
      try {
        const { result, whenKept } = await command(executor, batch)
        // What goes into the audit is noted now; memory follows once it is kept.
        whenKept(true)
        await complete(executor, batch)
        await executor.settle()
        await executor.keep()
        whenKept(false)
        for (const follow of batch.whenCommitted) follow()
        turns.noteKept()
        return result
      } catch (error) {
        await executor.learnExpected()
        if (error instanceof OutcomeUnknown) numbers.forget()
        const zone = missingZoneOf(executor.firstError)
        if (zone !== undefined) await installTimeZone(runIn(pools.quick), zone)
        const { firstError, wentTooFar } = executor
        const isUndone = isOvertaken(firstError ?? error)
        if (isUndone) turns.noteUndone()
        isCareful ||= wentTooFar && !isUndone
        if (mayRunAgain(firstError)) throw firstError
        throw wentTooFar
          ? new RowNotWritten('A row that was taken for granted was not written.', { cause: error })
          : error
      }
    })
  try {
    return await runUntilKept((isFenced) => run(isFenced).finally(groups.release), retries, isRepeatable)
  } finally {
    connection.release()
  }
}
