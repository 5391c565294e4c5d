// Runs the statements of a SQLite connection: keeps them prepared, counts their runs, notices damage.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { SqlRow } from '../executor.ts'
import { LruCache } from '../lru-cache.ts'
import { StorageDamaged } from '../storage-error.ts'
import type { Connection, Statement } from './connection.ts'
import { failureOf } from './sqlite-error.ts'

/** How many prepared statements one connection keeps. */
const KEPT_STATEMENTS = 1_000
/** And how much memory of the engine's they may take, at about so many bytes for each character. */
const STATEMENT_BYTES = 24 * 1024 ** 2
const BYTES_PER_CHARACTER = 30

/** `wall`: open while the authorizer lets the schema change. `onDamage`: gets each page that is corrupt, in the engine's words. */
export function createConnection(
  database: DatabaseSync,
  wall: { open: boolean },
  onDamage: (detail: string) => void,
): Connection {
  const noticed = (error: unknown): unknown => noticeDamage(error, onDamage)
  const noticing = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw noticed(error)
    }
  }
  const opening = <T>(work: () => T): T => {
    const isOpen = wall.open
    wall.open = true
    try {
      return work()
    } finally {
      wall.open = isOpen
    }
  }
  const onFile = <T>(work: () => T): T => opening(() => noticing(work))
  const kept = new LruCache<KeptStatement>(KEPT_STATEMENTS, STATEMENT_BYTES, ({ release }) => release())
  let noop: StatementSync | undefined
  let writes = 0
  let runs = 0
  const noteRead = (): void => void (runs += 1)
  const noteWrite = (): void => {
    runs += 1
    writes += 1
  }
  return {
    prepare(sql) {
      const found = kept.get(sql)
      if (found) return found
      const made = wrap(() => database.prepare(sql), noticed, sql.startsWith('SELECT ') ? noteRead : noteWrite)
      kept.set(sql, made, BYTES_PER_CHARACTER * sql.length)
      return made
    },
    explain(sql) {
      const statement = wrap(() => database.prepare(`EXPLAIN QUERY PLAN ${sql}`), noticed, NOTHING)
      const steps = statement.all([]).map((row) => String(row[3]))
      statement.release()
      return steps
    },
    execute(sql) {
      writes += 1
      noticing(() => database.exec(sql))
    },
    get writes() {
      return writes
    },
    get runs() {
      return runs
    },
    get inTransaction() {
      return database.isTransaction
    },
    allowSchemaChanges: opening,
    async allowMigration(work) {
      wall.open = true
      try {
        return await work()
      } finally {
        wall.open = false
      }
    },
    carryOver(what) {
      const sql = `PRAGMA wal_checkpoint(${what === 'all' ? 'TRUNCATE' : 'PASSIVE'})`
      return onFile(() => database.prepare(sql).get()?.['busy'] === 0)
    },
    giveBackPages: (most, remaining) =>
      onFile(() => {
        const countEmpty = (): number => Number(database.prepare('PRAGMA freelist_count').get()?.['freelist_count'])
        const before = countEmpty()
        const count = Math.min(most, before - remaining)
        if (count <= 0) return { before, left: before }
        writes += 1
        database.exec(`PRAGMA incremental_vacuum(${count})`)
        return { before, left: countEmpty() }
      }),
    log: () =>
      onFile(() => {
        const row = (noop ??= database.prepare('PRAGMA wal_checkpoint(NOOP)')).get()
        return { pages: Number(row?.['log']), carried: Number(row?.['checkpointed']) }
      }),
    pagesOfFile: () => onFile(() => Number(database.prepare('PRAGMA page_count').get()?.['page_count'])),
    async keepingPages(kilobytes, work) {
      const before = opening(() => database.prepare('PRAGMA cache_size').get()?.['cache_size'])
      opening(() => database.exec(`PRAGMA cache_size = -${kilobytes}`))
      try {
        return await work()
      } finally {
        opening(() => database.exec(`PRAGMA cache_size = ${Number(before)}`))
      }
    },
    close: () => database.close(),
  }
}

interface KeptStatement extends Statement {
  /** Gives the engine's memory back now: the collector does not see it, and comes late. Asked again, it is prepared anew. */
  release(): void
}

/** Whatever statement meets a page that is corrupt: the error that is thrown for it. */
function noticeDamage(error: unknown, onDamage: (detail: string) => void): unknown {
  if (failureOf(error) !== 'damaged') return error
  const detail = error instanceof Error ? error.message : String(error)
  onDamage(detail)
  return new StorageDamaged(detail, { cause: error })
}

const NOTHING = (): void => {}

/** `note` is called at each run. */
function wrap(prepare: () => StatementSync, noticed: (error: unknown) => unknown, note: () => void): KeptStatement {
  let prepared: StatementSync | undefined
  let isRun = false
  const open = (): StatementSync => {
    if (prepared !== undefined) return prepared
    prepared = prepare()
    prepared.setReturnArrays(true)
    if (isRun) prepared.setReadBigInts(true)
    return prepared
  }
  const release = (): void => {
    if (prepared !== undefined) (prepared as StatementSync & { close(): void }).close()
    prepared = undefined
  }
  return {
    get(parameters) {
      note()
      try {
        return open().get(...parameters) as unknown as SqlRow | undefined
      } catch (error) {
        throw noticed(error)
      }
    },
    all(parameters, mostBytes) {
      note()
      // Row by row takes a third longer: only where it may end early.
      try {
        if (mostBytes === undefined) return open().all(...parameters) as unknown as readonly SqlRow[]
        return firstRows(open().iterate(...parameters) as unknown as Iterable<SqlRow>, mostBytes)
      } catch (error) {
        // The engine reports an error within a walk once more at the statement's next run.
        if (mostBytes !== undefined) release()
        throw noticed(error)
      }
    },
    run(parameters) {
      // The last row number comes along, unasked; within a full-text table it may be more than a JavaScript number holds.
      note()
      try {
        const statement = open()
        if (!isRun) statement.setReadBigInts(true)
        isRun = true
        return Number(statement.run(...parameters).changes)
      } catch (error) {
        throw noticed(error)
      }
    },
    release,
  }
}

/** Returns as many rows as fit, and at least one. */
function firstRows(all: Iterable<SqlRow>, mostBytes: number): readonly SqlRow[] {
  const rows: SqlRow[] = []
  let bytes = 0
  for (const row of all) {
    rows.push(row)
    bytes += Buffer.byteLength(String(row[0]))
    if (bytes > mostBytes && rows.length > 1) break
  }
  return rows
}
