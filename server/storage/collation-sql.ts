// Builds the key by which texts are sorted as SQL, the same for a query and its index.
import { sql } from './sql.ts'
import type { Sql } from './sql.ts'

/** The function of SQL that is `collationKey`; it stands in a schema. */
export const COLLATION_FUNCTION = 'v_collation_key'

/**
 * Stands in the definition of each index, so that all are made anew where a text may get another key: by another version of
 * Unicode, or by another rule of ours, whose number is before it.
 */
const VERSION = `'1/${process.versions['unicode'] ?? ''}'`

/**
 * Builds the sort key of a column. Texts of ASCII only, which have as many bytes as characters, are handled by the
 * engine itself.
 */
export function collationOfColumn(column: string): string {
  return `CASE WHEN length(${column}) <> octet_length(${column}) THEN ${COLLATION_FUNCTION}(${column}, ${VERSION}) ELSE lower(${column}) END`
}

/** Builds the sort key of any value; a computed value is written only once. */
export function collationOf(value: Sql): Sql {
  const { sql: text } = value.compile()
  return isColumn(text)
    ? sql.raw(collationOfColumn(text))
    : sql`${sql.raw(COLLATION_FUNCTION)}(${value}, ${sql.raw(VERSION)})`
}

function isColumn(text: string): boolean {
  return /^\w+\.(?:\w+|"\w+")$/.test(text)
}
