// Builds the conditions with which a statement limits itself while it looks at rows.
import { sql } from '../sql.ts'
import type { Sql } from '../sql.ts'

/**
 * A condition that holds for every row of a table of ours as long as there is time. It stands first, where it is asked for
 * all rows that are looked at; every eighth asks, since a call from SQL takes about as long as reading a row.
 */
export function whileThereIsTime(row: string): Sql {
  return sql.raw(`(${row}.row & 7 OR within_time(${row}.row))`)
}

/** Makes a condition that holds for every row as long as there is time and few rows were found. */
export function whileFewAreFound(row: string): Sql {
  return sql.raw(`(${row}.row & 7 OR within_few(${row}.row))`)
}
