// Finds the rows of lists on PostgreSQL, whose own planner chooses how.
import type { ListEngine } from '../planner/list-engine.ts'
import { printPageOrder } from '../planner/page-order.ts'
import { compileSql } from '../planner/plan-context.ts'
import type { Words } from '../search-words.ts'
import { sql } from '../sql.ts'
import { postgresSearchOf } from './postgres-search.ts'

/** How the server finds its rows is not explained. */
export const createPostgresLists = (words: Words): ListEngine => ({
  compileList(context, parts) {
    const { json, keys, from, where, order, limit } = parts
    const compiled = compileSql(
      context,
      sql`SELECT ${json}, ${keys} FROM ${from} WHERE ${where} ORDER BY ${printPageOrder(order)} LIMIT ${limit}`,
    )
    return {
      way: 'walked',
      steps: [],
      run: (bindings, values, { mostBytes }) => compiled.slowly(context.slow, bindings, values, { mostBytes }),
    }
  },
  ownRowsOf: () => undefined,
  searchOf: (context, shape, row) => postgresSearchOf(words, context, shape, row),
  isBroadSearch: () => false,
  explainRows: () => ({ way: 'walked', indexes: [], kept: 0 }),
  indexesUsed: () => [],
})
