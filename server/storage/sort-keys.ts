// Builds the sort keys of a query, the same for its index.
import type { Sort } from '#shared/model/model.ts'
import { collationOfColumn } from './collation-sql.ts'
import { durationOrderOfColumn } from './order-key.ts'
import type { EntityTable, FieldPlace } from './schema/catalogue.ts'
import type { TableDialect } from './storage-dialect.ts'

export interface SqlSortKey {
  readonly sql: string
  readonly descending: boolean
  /** Says with 1 that the value of the next key is empty. */
  readonly isFlag: boolean
}

/**
 * Keys of a sort by stored fields, ending in the id or in a unique field; undefined where one of them has no column to itself.
 * `alias` is written before each column ("r."), and is empty in an index. In the trash nothing is unique but ids.
 */
export function storedSortKeys(
  table: EntityTable,
  sort: readonly Sort[],
  alias: string,
  inTrash = false,
): readonly SqlSortKey[] | undefined {
  const keys: SqlSortKey[] = []
  for (const { field, descending } of sort) {
    const place = table.fields.get(field)
    if (place?.name === undefined) return undefined
    const column = `${alias}${place.name}`
    keys.push(...keysOfValue(ordersOf(place, column), column, descending, place.required))
    // The index that holds it unique is the one that it is sorted by.
    if (place.unique && place.required && !inTrash) return keys
  }
  return [...keys, idKey(sort, alias)]
}

/** Empty values come last in either direction: a key of its own says so, so that no key is ever compared with NULL. */
function keysOfValue(
  orders: readonly string[],
  value: string,
  descending: boolean,
  required: boolean,
): readonly SqlSortKey[] {
  const keys = orders.map((order) => ({ sql: order, descending, isFlag: false }))
  return required ? keys : [{ sql: `${value} IS NULL`, descending: false, isFlag: true }, ...keys]
}

/** Ids are in the order of creation; the newest first where nothing else is asked. */
export function idKey(sort: readonly Sort[], alias: string): SqlSortKey {
  return { sql: `${alias}id`, descending: sort.at(-1)?.descending ?? true, isFlag: false }
}

/**
 * Words order by their place in the document, texts as people sort them and then by their characters, durations by
 * their length, everything else by itself.
 */
function ordersOf({ words, column, isCollated }: FieldPlace, value: string): readonly string[] {
  if (words && column.form === 'text') return [ordinal(value, words)]
  if (column.form === 'duration') return [durationOrderOfColumn(value)]
  return isCollated ? [collationOfColumn(value), value] : [value]
}

export function ordinal(value: string, words: readonly string[]): string {
  return `CASE ${value} ${words.map((word, index) => `WHEN ${quoteIdentifier(word)} THEN ${index}`).join(' ')} END`
}

export function quoteIdentifier(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/**
 * Lists the keys as columns of an index, ids ascending: the engine reads an index from either end. One that grows at its
 * end fills its pages; where the newest stands first, each new row parts a page, and half of it stays empty.
 */
export function indexColumns(keys: readonly SqlSortKey[], { indexKey }: TableDialect): string {
  const isTurned = keys.at(-1)?.descending === true
  return keys.map(({ sql, descending }) => `${indexKey(sql)}${descending === isTurned ? '' : ' DESC'}`).join(', ')
}
