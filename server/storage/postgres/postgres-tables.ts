// Defines the tables of entities and relations on PostgreSQL: texts by code points, whole numbers of 64 bits.
import type { FieldColumn } from '#shared/fields/field-type.ts'
import type { TableDialect } from '../storage-dialect.ts'

/** A text that is compared and sorted by its characters, whatever the locale of the database. */
export const TEXT_COLUMN = 'text COLLATE "C"'

export const postgresTables: TableDialect = {
  // Before the server has looked at a table, its planner takes each index for as good as any: it looks after ten rows in place of fifty.
  // The alphabet of ids is narrow, so that an id can stand in JSON text as it is.
  createTable: (name) =>
    `CREATE TABLE ${name} (row bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id ${TEXT_COLUMN} NOT NULL UNIQUE CHECK (id ~ '^[-0-9A-Za-z_]+$'), version bigint NOT NULL, trashed_at ${TEXT_COLUMN}, trashed_with ${TEXT_COLUMN}) WITH (autovacuum_analyze_threshold = 10)`,
  // Without a key from its source: to look whether a new record is there reads where all others write theirs.
  createPairs: (name, _sources, targets) =>
    `CREATE TABLE ${name} (source ${TEXT_COLUMN} NOT NULL, target ${TEXT_COLUMN} NOT NULL${targets === undefined ? '' : ` REFERENCES ${targets} (id)`}, position bigint NOT NULL, PRIMARY KEY (source, position))`,
  column: (_name, column) => columnType(column),
  indexKey: (key) => (/^\w+$/.test(key) ? key : `(${key})`),
  equality: '=',
  mergesStates: false,
  rowInsertedLast,
  noteInsertedRow: (table) => `RETURNING set_config('${settingOf(table)}', row::text, true)`,
  typed: (column) => `::${columnType(column)}`,
  historyRow: 'row',
}

export function rowInsertedLast(table: string): string {
  return `current_setting('${settingOf(table)}')::bigint`
}

/** The setting of a transaction that holds a number: to ask its sequence takes a right that the role of a server need not have. */
function settingOf(table: string): string {
  return `verbatim.${table}_row`
}

function columnType({ form, kind }: FieldColumn): string {
  if (form === 'boolean') return 'boolean'
  if (kind === 'TEXT') return TEXT_COLUMN
  return kind === 'REAL' ? 'double precision' : 'bigint'
}
