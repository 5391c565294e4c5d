// Runs statements on connections to PostgreSQL, and gives rows in the form in which SQLite has them.
import { createHash } from 'node:crypto'
import type { ClientBase, CustomTypesConfig, QueryResult } from 'pg'
import { Pool, types } from 'pg'
import type { CommandExecutor, Executor, SqlRow, SqlValue } from '../executor.ts'
import { UniqueViolation } from '../executor.ts'
import { LruCache } from '../lru-cache.ts'
import { installTimeZone } from './functions/install-functions.ts'
import { sendTogether } from './open-connection.ts'
import { isPlanOutdated, missingZoneOf, storageErrorOf } from './postgres-errors.ts'
import { runIn } from './run-statement.ts'

const { builtins } = types

/** JSON stays the text that it is, truth is 1 or 0, and whole numbers are numbers as far as these are exact. */
export const ROW_TYPES: CustomTypesConfig = {
  getTypeParser: (type, format) => {
    if (type === builtins.BOOL) return (text: string) => (text === 't' ? 1 : 0)
    if (type === builtins.INT8 || type === builtins.NUMERIC) return readNumber
    if (type === builtins.JSON || type === builtins.JSONB) return (text: string) => text
    return types.getTypeParser(type, format) as (text: string) => unknown
  },
}

/** A number beyond what is exact stays the text of its digits. */
function readNumber(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) || text.includes('.') ? number : text
}

interface Statement {
  readonly text: string
  /** The name under which connections keep what they have parsed and planned; none before its second use. */
  name?: string
}

/** Most statements come again and again, and to parse and plan them takes the server longer than to run them. */
const statements = new LruCache<Statement>(2_000)

/** Numbers the parameters: each `?` outside of quotes becomes `$1`, `$2` and so on. */
function statementOf(sql: string): Statement {
  const known = statements.get(sql)
  if (known !== undefined) {
    known.name ??= createHash('sha1').update(known.text).digest('base64url')
    return known
  }
  let position = 0
  const text = sql.replaceAll(/'(?:[^']|'')*'|\?/g, (found) => (found === '?' ? `$${(position += 1)}` : found))
  statements.set(sql, { text })
  return { text }
}

/** `isAltering`: the same statement may meet another table in one transaction, so that no plan of it is kept. */
export interface ExecutorOptions {
  readonly isAltering?: boolean
}

async function query(
  client: ClientBase | Pool,
  sql: string,
  parameters: readonly SqlValue[],
  options: ExecutorOptions,
): Promise<QueryResult> {
  try {
    const { text, name } = statementOf(sql)
    const kept = options.isAltering === true || name === undefined ? {} : { name }
    return await client.query({ ...kept, text, values: parameters.map(withoutNul), rowMode: 'array' })
  } catch (error) {
    // A transaction has ended with its error, and begins anew.
    if (!(client instanceof Pool)) throw storageErrorOf(error)
    const zone = missingZoneOf(error)
    if (zone !== undefined) await installTimeZone(runIn(client), zone)
    else if (!isPlanOutdated(error) || options.isAltering === true) throw storageErrorOf(error)
    return await query(client, sql, parameters, { isAltering: true })
  }
}

/** No text of the server holds the character 0. No field holds the next one either, so that it compares with every text as 0 would. */
function withoutNul(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u0001') : value
}

export function createPostgresExecutor(client: ClientBase | Pool, options: ExecutorOptions = {}): Executor {
  const all = async (sql: string, parameters: readonly SqlValue[]): Promise<readonly SqlRow[]> =>
    (await query(client, sql, parameters, options)).rows
  return {
    get: async (sql, parameters) => (await all(sql, parameters))[0],
    all: async (sql, parameters, mostBytes) => upToBytes(await all(sql, parameters), mostBytes),
    run: async (sql, parameters) => (await query(client, sql, parameters, options)).rowCount ?? 0,
    async execute(sql) {
      await client.query(sql).catch((error: unknown) => {
        throw storageErrorOf(error)
      })
    },
  }
}

/** Ends after the row with which the texts in the first column have more bytes, the second at the soonest. */
function upToBytes(rows: readonly SqlRow[], mostBytes: number | undefined): readonly SqlRow[] {
  if (mostBytes === undefined) return rows
  let bytes = 0
  const last = rows.findIndex(([text], at) => {
    bytes += Buffer.byteLength(String(text))
    return at > 0 && bytes > mostBytes
  })
  return last === -1 ? rows : rows.slice(0, last + 1)
}

export interface PostgresCommandExecutor extends CommandExecutor {
  /** Resolves when the server has run all; throws the error by which it takes no further statement. */
  settle(): Promise<void>
  /** The error because of which the server takes no further statement of this transaction; undefined: there was none. */
  readonly firstError: unknown
}

/**
 * Once a statement has failed, the server reads nothing in the transaction but after going back to a savepoint. After a
 * unique violation within one this is done to read who has the value: the same command may have written it.
 *
 * `committed`: reads the last committed state, which is all that can be read once the whole transaction has failed.
 * `isLong`: nobody writes beside it, so that what is posted is sent at once; other commands would undo each other more often,
 * the sooner one writes on. The connection takes several.
 */
export function createPostgresCommands(
  client: ClientBase,
  committed: Executor,
  nextNumber: CommandExecutor['nextNumber'],
  isLong: boolean,
): PostgresCommandExecutor {
  const executor = createPostgresExecutor(client)
  let runs = 0
  let firstError: unknown
  let savepoints = 0
  let isBackAtSavepoint = false
  /** Statements that are sent with the next one, which is waited for. */
  const posted: (() => Promise<unknown>)[] = []
  let lastPost: Promise<unknown> = Promise.resolve()
  /** Gives the executor that reads after the first error. */
  const reader = async (): Promise<Executor> => {
    if (savepoints === 0 || !(firstError instanceof UniqueViolation)) return committed
    if (!isBackAtSavepoint) await executor.run('ROLLBACK TO part', [])
    isBackAtSavepoint = true
    return executor
  }
  const note = async <T>(work: () => Promise<T>): Promise<T> => {
    // Nothing is written behind what failed, as if the server were still refusing it.
    if (firstError !== undefined) throw firstError
    runs += 1
    try {
      return await work()
    } catch (error) {
      // What fails because of it comes after it.
      firstError ??= error
      throw firstError
    }
  }
  const sendPosted = (): void => {
    for (const work of posted.splice(0)) lastPost = note(work).catch(() => 0)
  }
  const noting = <T>(work: () => Promise<T>): Promise<T> =>
    sendTogether(client, () => {
      sendPosted()
      return note(work)
    })
  return {
    get: async (sql, parameters) =>
      firstError === undefined ? noting(() => executor.get(sql, parameters)) : (await reader()).get(sql, parameters),
    all: async (sql, parameters, mostBytes) =>
      firstError === undefined
        ? noting(() => executor.all(sql, parameters, mostBytes))
        : (await reader()).all(sql, parameters, mostBytes),
    async run(sql, parameters) {
      if (sql.startsWith('ROLLBACK TO ')) {
        posted.length = 0
        await lastPost
        firstError = undefined
        isBackAtSavepoint = false
      }
      const count = await noting(() => executor.run(sql, parameters))
      if (sql.startsWith('SAVEPOINT ')) savepoints += 1
      if (sql.startsWith('RELEASE ')) savepoints -= 1
      return count
    },
    execute: (sql) => noting(() => executor.execute(sql)),
    async post(sql, parameters) {
      posted.push(() => executor.run(sql, parameters))
      if (isLong) sendPosted()
    },
    async settle() {
      sendPosted()
      await lastPost
      if (firstError !== undefined) throw firstError
    },
    get runs() {
      return runs
    },
    inTransaction: true,
    get firstError() {
      return firstError
    },
    // Keys are looked at when a statement is done.
    async deleteTogether(rows) {
      const parts = rows.flatMap(({ table, pairs, ids }) => [
        ...pairs.map((name) => ({ ids, sql: `DELETE FROM ${name} WHERE source = ANY (?)` })),
        { ids, sql: `DELETE FROM ${table} WHERE id = ANY (?)` },
      ])
      const statements = parts.map(({ sql }, at) => `part_${at} AS (${sql.replace('?', '?::text[]')})`)
      const parameters = parts.map(({ ids }) => `{${ids.join(',')}}`)
      await noting(() => executor.run(`WITH ${statements.join(', ')} SELECT 1`, parameters))
    },
    nextNumber,
    giveBackPages: () => Promise.resolve(false),
  }
}
