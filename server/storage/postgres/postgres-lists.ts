// Finds the rows of lists on PostgreSQL, whose own planner chooses how.
import { NotInSql } from '../expressions/dialect.ts'
import type { ListEngine } from '../planner/list-engine.ts'
import { compileSql } from '../planner/plan-context.ts'
import { sql } from '../sql.ts'

/** How the server finds its rows is not explained. */
export const postgresLists: ListEngine = {
  compileList(context, parts) {
    const { json, keys, from, where, orderBy, limit } = parts
    const compiled = compileSql(
      context,
      sql`SELECT ${json}, ${keys} FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit}`,
    )
    return {
      way: 'walked',
      steps: [],
      run: (bindings, values, { mostBytes }) => compiled.slowly(context.slow, bindings, values, mostBytes),
    }
  },
  ownRowsOf: () => undefined,
  searchOf() {
    throw new NotInSql('Words are not looked for on PostgreSQL yet.')
  },
  isBroadSearch: () => false,
  explainRows: () => ({ way: 'walked', indexes: [], kept: 0 }),
}
