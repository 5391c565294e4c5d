// Writes the query planner's statistics from the model, so that plans never change with data.
import type { Model } from '#shared/model/model.ts'
import type { EntityTable, FieldPlace, Places } from '../schema/catalogue.ts'
import type { Executor } from '../executor.ts'

/** Plans are made for tables of this size. */
const ROWS = 100_000
/** Rows that share one value: of a relation, and of a date or number. */
const ROWS_PER_RELATION = 100
const ROWS_PER_VALUE = 10

export async function writeStatistics(executor: Executor, model: Model, places: Places): Promise<void> {
  // Makes the statistics table where it does not exist, without looking at any data.
  await executor.execute('ANALYZE sqlite_schema; DELETE FROM sqlite_stat1')
  const insert = 'INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)'
  for (const [name, table] of places) {
    if (!model.entities.has(name)) continue
    const indexes = await executor.all(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
      [table.table],
    )
    for (const [index, sql] of indexes)
      await executor.run(insert, [table.table, String(index), statistic(table, String(sql))])
  }
  await executor.execute('ANALYZE sqlite_schema')
}

/** "100000 20000 10 1": rows in all, then how many share the first column, the first two, … */
function statistic(table: EntityTable, sql: string): string {
  const columns = indexedColumns(sql)
  const isUnique = sql.startsWith('CREATE UNIQUE')
  // An index of the rows that have some words has fewer than one of all.
  const rows = / WHERE \w+ IS NULL AND /.test(sql) ? ROWS / 2 : ROWS
  let shared = rows
  const counts = columns.map((column, position) => {
    const isLast = position === columns.length - 1
    shared = Math.max(1, Math.min(shared, isLast && isUnique ? 1 : Math.ceil(shared / distinct(table, column))))
    return shared
  })
  return [rows, ...counts].join(' ')
}

function distinct(table: EntityTable, column: string): number {
  if (column.endsWith('IS NULL')) return 1.1
  if (column === 'id') return ROWS
  const place = [...table.fields.values()].find(
    (candidate) => candidate.name !== undefined && new RegExp(`\\b${candidate.name}\\b`).test(column),
  )
  return place ? distinctValues(place) : ROWS / ROWS_PER_VALUE
}

function distinctValues(place: FieldPlace): number {
  if (place.words) return place.words.length
  if (place.column.form === 'boolean') return 2
  return ROWS / (place.target === undefined ? ROWS_PER_VALUE : ROWS_PER_RELATION)
}

/** Lists the columns of `CREATE INDEX … ON t (a, CASE b WHEN … END DESC, id) WHERE …`; what stands in the parentheses of a function is no column of its own. */
export function indexedColumns(sql: string): readonly string[] {
  const [withoutWords = ''] = sql.replaceAll(/'(?:[^']|'')*'/g, "''").split(' WHERE ')
  const inside = withoutWords.slice(withoutWords.indexOf('(') + 1, withoutWords.lastIndexOf(')'))
  return inside.split(/,(?![^()]*\))/).map((column) => column.trim().replace(/ DESC$/, ''))
}
