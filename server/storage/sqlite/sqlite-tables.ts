// Defines the tables of entities and relations on SQLite.
import type { TableDialect } from '../storage-dialect.ts'

export const sqliteTables: TableDialect = {
  // The alphabet of ids is narrow, so that an id can stand in JSON text as it is.
  createTable: (name) =>
    `CREATE TABLE ${name} (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE CHECK (id <> '' AND NOT id GLOB '*[^-0-9A-Za-z_]*'), version INTEGER NOT NULL, trashed_at TEXT, trashed_with TEXT) STRICT`,
  createPairs: (name, sources, targets) =>
    `CREATE TABLE ${name} (source TEXT NOT NULL REFERENCES ${sources} (id) ON DELETE CASCADE, target TEXT NOT NULL${targets === undefined ? '' : ` REFERENCES ${targets} (id)`}, position INTEGER NOT NULL, PRIMARY KEY (source, position)) STRICT, WITHOUT ROWID`,
  column(name, { kind, form }) {
    if (form === 'boolean') return `${kind} CHECK (${name} IN (0, 1))`
    return form === 'json' ? `${kind} CHECK (json_valid(${name}))` : kind
  },
  indexKey: (key) => key,
  equality: 'IS',
  mergesStates: true,
  typed: () => '',
  // Rows of a change set lie in its index in the order in which they were written.
  historyRow: 'rowid',
}
