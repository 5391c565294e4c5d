// Runs statements on a connection to SQLite, each at once and so in their order.
import type { CommandExecutor, Executor, SqlValue } from '../executor.ts'
import { UniqueViolation } from '../executor.ts'
import type { Connection } from './connection.ts'
import { conflictOf, failureOf } from './sqlite-error.ts'

/** Empty pages that stay in the file, 4 MB: what is written next takes them. */
const KEPT_PAGES = 1_000

/** Runs a statement at once, and gives how many rows were changed. */
function runNow(connection: Connection, sql: string, parameters: readonly SqlValue[]): number {
  try {
    return connection.prepare(sql).run(parameters)
  } catch (error) {
    if (failureOf(error) !== 'unique') throw error
    const { table, columns } = conflictOf(error as Error)
    throw new UniqueViolation(table, columns, { cause: error })
  }
}

export function createExecutor(connection: Connection): Executor {
  return {
    get: async (sql, parameters) => connection.prepare(sql).get(parameters),
    all: async (sql, parameters, mostBytes) => connection.prepare(sql).all(parameters, mostBytes),
    run: async (sql, parameters) => runNow(connection, sql, parameters),
    execute: async (sql) => connection.execute(sql),
  }
}

/** `connection`: the writer's. */
export function createCommandExecutor(connection: Connection): CommandExecutor {
  const executor = createExecutor(connection)
  return {
    ...executor,
    post: async (sql, parameters) => void runNow(connection, sql, parameters),
    put: async (sql, parameters) => runNow(connection, sql, parameters) > 0,
    expectRows: (sql, parameters) => executor.all(sql, parameters),
    askAhead(sql, parameters) {
      const rows = executor.all(sql, parameters)
      rows.catch(() => {})
      return () => rows
    },
    get runs() {
      return connection.runs
    },
    get inTransaction() {
      return connection.inTransaction
    },
    // Pairs go with their source.
    async deleteTogether(rows) {
      connection.execute('PRAGMA defer_foreign_keys = ON')
      try {
        for (const { table, ids } of rows)
          for (const id of ids) connection.prepare(`DELETE FROM ${table} WHERE id = ?`).run([id])
      } finally {
        connection.execute('PRAGMA defer_foreign_keys = OFF')
      }
    },
    expectLast: () => undefined,
    async giveBackPages(most) {
      const { before, left } = connection.giveBackPages(most, KEPT_PAGES)
      return left < before && left > KEPT_PAGES
    },
  }
}
