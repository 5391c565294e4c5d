// Explains how a list finds its rows, in the words of the document.
import type { Connection } from '../connection.ts'
import type { SqlRow } from '../../executor.ts'
import type { RowSource } from '../../query-plans.ts'
import type { EntityTable } from '../../schema/catalogue.ts'
import { indexedColumns } from '../statistics.ts'
import type { ListStatement } from '../../planner/list-engine.ts'

/** `statements`: those that the first page takes. */
export function explainRows(
  connection: Connection,
  table: EntityTable,
  row: string,
  statements: readonly Pick<ListStatement, 'way' | 'steps'>[],
): RowSource {
  const ways = new Set(statements.map(({ way }) => way))
  const own = new RegExp(`^(?:SEARCH|SCAN) ${row} `)
  return {
    way: WORST_FIRST.find((way) => ways.has(way)) ?? 'in order',
    indexes: indexesUsed(
      connection,
      table,
      statements.flatMap(({ steps }) => steps.filter((step) => own.test(step))),
    ),
    kept: indexesOf(connection, table).length,
  }
}

/** Lists the indexes of the table that are used in these steps of the engine, by their fields. */
export function indexesUsed(
  connection: Connection,
  table: EntityTable,
  steps: readonly string[],
): RowSource['indexes'] {
  const names = new Set(steps.flatMap((step) => / USING (?:COVERING )?INDEX (\w+)/.exec(step)?.[1] ?? []))
  return indexesOf(connection, table).flatMap(([name, sql]) =>
    names.has(String(name)) ? [fieldsOf(table, String(sql))] : [],
  )
}

function indexesOf(connection: Connection, { table }: EntityTable): readonly SqlRow[] {
  return connection
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`)
    .all([table])
}

const WORST_FIRST = ['walked', 'by entries', 'sorted'] as const

/** The fields whose values the index has, in its order; `status, priority, due_at`. */
function fieldsOf({ fields }: EntityTable, definition: string): string {
  const names = indexedColumns(definition).flatMap((column) => {
    const place = [...fields.values()].find(
      ({ name }) => name !== undefined && new RegExp(`\\b${name}\\b`).test(column),
    )
    return place === undefined ? [] : [place.field]
  })
  return [...new Set(names)].filter((name) => name !== 'id').join(', ')
}
