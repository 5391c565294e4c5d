// Finds the rows of lists on SQLite, by its own plans.
import type { ListEngine } from '../../planner/list-engine.ts'
import type { Connection } from '../connection.ts'
import { explainRows, indexesUsed } from './explain-rows.ts'
import { compileList } from './list-statement.ts'
import { ownRowsOf } from './own-rows.ts'
import { isBroadSearch, searchOf } from './search-sql.ts'

/** `reader`: it explains statements, tells how large a table is, and which words begin alike. */
export function createLists(reader: Connection): ListEngine {
  return {
    compileList: (context, parts) => compileList(reader, context, parts),
    ownRowsOf: (context, policy, row) => ownRowsOf(reader, context, policy, row),
    searchOf: (context, shape, row) => searchOf(reader, context, shape, row),
    isBroadSearch,
    explainRows: (table, row, statements) => explainRows(reader, table, row, statements),
    indexesUsed: (table, sql) => indexesUsed(reader, table, reader.explain(sql)),
  }
}
