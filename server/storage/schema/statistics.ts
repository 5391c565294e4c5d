// Writes the query planner's statistics from the model, so that plans never change with data.
import type { Model } from '#shared/model/model.ts'
import type { EntityTable, FieldPlace, Places } from './catalogue.ts'
import type { Connection } from '../connection.ts'

/** Plans are made for tables of this size. */
const ROWS = 100_000
/** Rows that share one value: of a relation, and of a date or number. */
const ROWS_PER_RELATION = 100
const ROWS_PER_VALUE = 10

export function writeStatistics(connection: Connection, model: Model, places: Places): void {
  // Makes the statistics table where it does not exist, without looking at any data.
  connection.execute('ANALYZE sqlite_schema; DELETE FROM sqlite_stat1')
  const insert = connection.prepare('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)')
  for (const [name, table] of places) {
    if (!model.entities.has(name)) continue
    const indexes = connection
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
      .all([table.table])
    for (const [index, sql] of indexes) insert.run([table.table, String(index), statistic(table, String(sql))])
  }
  connection.execute('ANALYZE sqlite_schema')
}

/** "100000 20000 10 1": rows in all, then how many share the first column, the first two, … */
function statistic(table: EntityTable, sql: string): string {
  const columns = indexedColumns(sql)
  const isUnique = sql.startsWith('CREATE UNIQUE')
  let shared = ROWS
  const counts = columns.map((column, position) => {
    const isLast = position === columns.length - 1
    shared = Math.max(1, Math.min(shared, isLast && isUnique ? 1 : Math.ceil(shared / distinct(table, column))))
    return shared
  })
  return [ROWS, ...counts].join(' ')
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
  const withoutWords = sql.replaceAll(/'(?:[^']|'')*'/g, "''")
  const inside = withoutWords.slice(withoutWords.indexOf('(') + 1, withoutWords.lastIndexOf(')'))
  return inside.split(/,(?![^()]*\))/).map((column) => column.trim().replace(/ DESC$/, ''))
}
