// Runs statements on connections to PostgreSQL, and gives rows in the form in which SQLite has them.
import type { ClientBase } from 'pg'
import { Pool } from 'pg'
import type { CommandExecutor, Executor, SqlRow, SqlValue } from '../executor.ts'
import { UniqueViolation } from '../executor.ts'
import type { SlowQuery } from '../slow/lanes.ts'
import type { GatherReads } from './gather-reads.ts'
import { installTimeZone } from './functions/install-functions.ts'
import { sendTogether } from './open-connection.ts'
import { isPlanOutdated, missingZoneOf, RowNotWritten, storageErrorOf } from './postgres-errors.ts'
import { commit } from './postgres-transactions.ts'
import { runIn } from './run-statement.ts'
import type { StatementAnswer, SentStatement } from './statement-batch.ts'
import { sendStatements, statementOf } from './statement-batch.ts'

/** `isAltering`: the same statement may meet another table in one transaction, so that no plan of it is kept. */
export interface ExecutorOptions {
  readonly isAltering?: boolean
  /** Sends what reads one row. */
  readonly gather?: GatherReads
}

async function query(
  client: ClientBase | Pool,
  sql: string,
  parameters: readonly SqlValue[],
  options: ExecutorOptions & { readonly mostRows?: number | undefined },
): Promise<StatementAnswer> {
  try {
    const statement = { ...statementOf(sql, parameters, options.isAltering !== true), mostRows: options.mostRows }
    if (options.gather !== undefined) return await options.gather(statement)
    const [answer = NOTHING] = await sendStatements(client, [statement])
    return answer
  } catch (error) {
    // A transaction has ended with its error, and begins anew.
    if (!(client instanceof Pool)) throw storageErrorOf(error)
    const zone = missingZoneOf(error)
    if (zone !== undefined) await installTimeZone(runIn(client), zone)
    else if (!isPlanOutdated(error) || options.isAltering === true) throw storageErrorOf(error)
    return await query(client, sql, parameters, { mostRows: options.mostRows, isAltering: true })
  }
}

const NOTHING: StatementAnswer = { rows: [], count: 0 }

/** Reads rows. The server ends after `mostRows`, of which its planner does not know. */
export async function runSlowQuery(
  pool: Pool,
  { sql, parameters, mostBytes, mostRows }: SlowQuery,
  gather?: GatherReads,
): Promise<readonly SqlRow[]> {
  const { rows } = await query(pool, sql, parameters, { mostRows, ...(gather && { gather }) })
  return upToBytes(rows, mostBytes)
}

export function createPostgresExecutor(
  client: ClientBase | Pool,
  { gather, ...options }: ExecutorOptions = {},
): Executor {
  return {
    get: async (sql, parameters) =>
      (await query(client, sql, parameters, gather === undefined ? options : { ...options, gather })).rows[0],
    all: async (sql, parameters, mostBytes) =>
      upToBytes((await query(client, sql, parameters, options)).rows, mostBytes),
    run: async (sql, parameters) => (await query(client, sql, parameters, options)).count,
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
  /** Throws the error by which the server takes no further statement. */
  settle(): Promise<void>
  /** Waits for rows that are expected to be there: what refuses the command may come of it that one was not. */
  learnExpected(): Promise<void>
  /** Sends what waits, and the commit behind it. */
  keep(): Promise<void>
  /** The error because of which the server takes no further statement of this transaction; undefined: there was none. */
  readonly firstError: unknown
  /** A row was taken for granted that could not be written: the command has to run again, and wait for each. */
  readonly wentTooFar: boolean
}

export interface CommandStart {
  /** The statements that begin the transaction, sent with the first one. */
  readonly begin: readonly string[]
  /** Reads the last committed state, which is all that can be read once the whole transaction has failed. */
  readonly committed: Executor
  readonly nextNumber: NonNullable<CommandExecutor['nextNumber']>
  readonly takeTurns: NonNullable<CommandExecutor['takeTurns']>
  /**
   * Nobody writes beside it, so that what is posted is sent at once; other commands would undo each other more often, the
   * sooner one writes on. The connection takes several.
   */
  readonly isLong: boolean
  /** Nothing is taken for granted: what is put is waited for. */
  readonly isCareful?: boolean
}

/**
 * Once a statement has failed, the server reads nothing in the transaction but after going back to a savepoint. After a
 * unique violation within one this is done to read who has the value: the same command may have written it.
 */
export function createPostgresCommands(
  client: ClientBase,
  { begin, committed, nextNumber, takeTurns, isLong, isCareful = false }: CommandStart,
): PostgresCommandExecutor {
  const executor = createPostgresExecutor(client)
  let runs = 0
  let firstError: unknown
  let savepoints = 0
  let isBackAtSavepoint = false
  let isLast = false
  let isKept = false
  let wentTooFar = false
  /** Rows that are taken for granted until their statements are answered. */
  let granted = 0
  /** Looks for rows that are expected to be there, among these. */
  let expected = 0
  /** Statements that are sent with the next one, which is waited for. */
  const posted: SentStatement[] = begin.map((sql) => statementOf(sql, []))
  let lastPost: Promise<unknown> = Promise.resolve()
  /** Gives the executor that reads after the first error. */
  const reader = async (): Promise<Executor> => {
    if (isKept || savepoints === 0 || !(firstError instanceof UniqueViolation)) return committed
    if (!isBackAtSavepoint) await executor.run('ROLLBACK TO part', [])
    isBackAtSavepoint = true
    return executor
  }
  const note = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isKept) throw new Error('The command has ended with its last statement.')
    // Nothing is written behind what failed, as if the server were still refusing it.
    if (firstError !== undefined) throw firstError
    runs += 1
    try {
      return await work()
    } catch (error) {
      // What fails because of it comes after it.
      firstError ??= storageErrorOf(error)
      throw firstError
    }
  }
  const sendPosted = (): void => {
    const statements = posted.splice(0)
    if (statements.length > 0) lastPost = note(() => sendStatements(client, statements)).catch(() => [])
  }
  /** Runs a statement behind those that wait for it. */
  const ask = (sql: string, parameters: readonly SqlValue[]): Promise<StatementAnswer> =>
    note(async () => {
      const statement = statementOf(sql, parameters)
      const waiting = posted.splice(0)
      if (isLast) return await askLast([...waiting, statement])
      const answers = await sendStatements(client, [...waiting, statement])
      return answers.at(-1) ?? NOTHING
    })
  /** Runs statements, and commits behind them; before that it waits for what is taken for granted. */
  const askLast = async (statements: readonly SentStatement[]): Promise<StatementAnswer> => {
    const before = granted > 0 ? await sendStatements(client, statements) : undefined
    if (wentTooFar) throw new RowNotWritten('A row that was taken for granted was not there.')
    const sent = [...(before === undefined ? statements : []), statementOf('COMMIT', [])]
    const answers = await commit(() => sendStatements(client, sent))
    isKept = true
    return before?.at(-1) ?? answers.at(-2) ?? NOTHING
  }
  const all = async (sql: string, parameters: readonly SqlValue[], mostBytes?: number): Promise<readonly SqlRow[]> =>
    firstError === undefined && !isKept
      ? upToBytes((await ask(sql, parameters)).rows, mostBytes)
      : (await reader()).all(sql, parameters, mostBytes)
  return {
    get: async (sql, parameters) =>
      firstError === undefined && !isKept
        ? (await ask(sql, parameters)).rows[0]
        : (await reader()).get(sql, parameters),
    all,
    async run(sql, parameters) {
      if (sql.startsWith('ROLLBACK TO ')) {
        posted.length = 0
        await lastPost
        firstError = undefined
        isBackAtSavepoint = false
      }
      const { count } = await ask(sql, parameters)
      if (sql.startsWith('SAVEPOINT ')) savepoints += 1
      if (sql.startsWith('RELEASE ')) savepoints -= 1
      return count
    },
    execute: (sql) =>
      sendTogether(client, () => {
        sendPosted()
        return note(() => executor.execute(sql))
      }),
    async post(sql, parameters) {
      posted.push(statementOf(sql, parameters))
      if (isLong) sendPosted()
    },
    async put(sql, parameters) {
      if (isCareful || isLong || savepoints > 0) return (await ask(sql, parameters)).count > 0
      const failed = (): void => void (wentTooFar = true)
      // A new row is always written, unless its statement fails.
      const isNew = sql.startsWith('INSERT ')
      const answered = ({ count }: StatementAnswer): void => {
        granted -= 1
        if (count === 0) failed()
      }
      if (!isNew) granted += 1
      posted.push({ ...statementOf(sql, parameters), failed, answered: isNew ? undefined : answered })
      return true
    },
    async expectRows(sql, parameters, count) {
      if (isCareful || isLong || savepoints > 0) return await all(sql, parameters)
      granted += 1
      expected += 1
      const answered = ({ rows }: StatementAnswer): void => {
        granted -= 1
        expected -= 1
        if (rows.length < count) wentTooFar = true
      }
      posted.push({ ...statementOf(sql, parameters), answered })
      return undefined
    },
    async learnExpected() {
      if (expected > 0) sendPosted()
      await lastPost
    },
    askAhead(sql, parameters) {
      let rows: readonly SqlRow[] | undefined
      const asked = { ...statementOf(sql, parameters), answered: (answer: StatementAnswer) => void ({ rows } = answer) }
      posted.push(asked)
      return async () => {
        if (rows !== undefined) return rows
        const at = posted.indexOf(asked)
        if (at >= 0) posted.splice(at, 1)
        return await all(sql, parameters)
      }
    },
    async settle() {
      await lastPost
      if (firstError !== undefined) throw firstError
    },
    async keep() {
      if (!isKept) await askLast(posted.splice(0))
    },
    expectLast() {
      isLast = savepoints === 0 && !isLong
    },
    get runs() {
      return runs
    },
    inTransaction: true,
    get firstError() {
      return firstError
    },
    get wentTooFar() {
      return wentTooFar
    },
    // Keys are looked at when a statement is done.
    async deleteTogether(rows) {
      const parts = rows.flatMap(({ table, pairs, ids }) => [
        ...pairs.map((name) => ({ ids, sql: `DELETE FROM ${name} WHERE source = ANY (?)` })),
        { ids, sql: `DELETE FROM ${table} WHERE id = ANY (?)` },
      ])
      const statements = parts.map(({ sql }, at) => `part_${at} AS (${sql.replace('?', '?::text[]')})`)
      const parameters = parts.map(({ ids }) => `{${ids.join(',')}}`)
      await ask(`WITH ${statements.join(', ')} SELECT 1`, parameters)
    },
    nextNumber,
    async takeTurns(groups) {
      if (runs === 0 && !isLong) await takeTurns(groups)
    },
    giveBackPages: () => Promise.resolve(false),
  }
}
