// Finds the rows of lists on PostgreSQL, whose own planner chooses how.
import type { SqlRow } from '../executor.ts'
import type { ListEngine, ListParts } from '../planner/list-engine.ts'
import { printPageOrder } from '../planner/page-order.ts'
import { compileSql } from '../planner/plan-context.ts'
import type { CompiledStatement, PlanContext, RunValues } from '../planner/plan-context.ts'
import type { Words } from '../search-words.ts'
import { sql } from '../sql.ts'
import type { Sql } from '../sql.ts'
import { postgresSearchOf } from './postgres-search.ts'

/**
 * Numbers of rows for which lists are planned; the server ends after those that are asked for. Of a number that comes with
 * each run it makes another plan at each run, which takes longer than to read the page.
 */
const PLANNED_FOR = [26, 101, 1_001]

type ReadRows = (bindings: Parameters<CompiledStatement['slowly']>[1], values: RunValues) => Promise<readonly SqlRow[]>

/** How the server finds its rows is not explained. */
export const createPostgresLists = (words: Words): ListEngine => ({
  compileList(context, parts) {
    const whole = readingOf(context, parts, parts.from)
    const { newest } = parts
    const newestFirst = newest && readingOf(context, parts, newest)
    return {
      way: 'walked',
      steps: [],
      async run(bindings, values, { mostBytes }) {
        // What is common is found among the newest; what is not, the index of words leads to, and all of it is sorted.
        const found = await newestFirst?.(bindings, values)
        const isPage = found !== undefined && (found.length >= Number(values['limit']) || isBeyond(found, mostBytes))
        return isPage ? found : await whole(bindings, values)
      },
    }
  },
  ownRowsOf: () => undefined,
  searchOf: (context, shape, row) => postgresSearchOf(words, context, shape, row),
  isBroadSearch: () => false,
  explainRows: () => ({ way: 'walked', indexes: [], kept: 0 }),
  indexesUsed: () => [],
})

/** Did the page end with its bytes? */
function isBeyond(found: readonly SqlRow[], mostBytes = Infinity): boolean {
  return found.reduce((bytes, [text]) => bytes + Buffer.byteLength(String(text)), 0) > mostBytes
}

function readingOf(context: PlanContext, { json, columns, keys, where, order, limit }: ListParts, from: Sql): ReadRows {
  const compiled = new Map<number | undefined, CompiledStatement>()
  const record = columns === undefined ? json : sql.join(columns.columns)
  return async (bindings, values) => {
    const mostRows = Number(values['limit'])
    const planned = PLANNED_FOR.find((most) => most >= mostRows)
    let statement = compiled.get(planned)
    if (statement === undefined) {
      const most = planned === undefined ? limit : sql.lit(planned)
      const text = sql`SELECT ${record}, ${keys} FROM ${from} WHERE ${where} ORDER BY ${printPageOrder(order)} LIMIT ${most}`
      compiled.set(planned, (statement = compileSql(context, text)))
    }
    const rows = await statement.slowly(context.slow, bindings, values, { mostRows })
    return columns === undefined ? rows : rows.map((row) => [columns.write(row), ...row.slice(columns.columns.length)])
  }
}
