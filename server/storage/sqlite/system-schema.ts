// Creates and upgrades the system's own tables, and records the format version.
import type { Connection } from './connection.ts'
import { StorageRefused } from '../storage-error.ts'
import { AUDIT_TABLES, FILE_TABLES, JOB_TABLE, REVISION_TABLE, REVISION_WITH_REASON } from './system-tables.ts'

/** Raised whenever a database written by this version could not be read by the one before. */
export const FORMAT_VERSION = 8

/** Marks the file as one of ours: "VBTM". */
const APPLICATION_ID = 0x5642544d

/** Format 4, the oldest that is read; `STEPS` bring it up to date. */
const TABLES = `
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE catalogue_entity (number INTEGER PRIMARY KEY, name TEXT NOT NULL, present INTEGER NOT NULL) STRICT;
CREATE TABLE catalogue_field (number INTEGER PRIMARY KEY, entity INTEGER NOT NULL, name TEXT NOT NULL, shape TEXT NOT NULL, present INTEGER NOT NULL) STRICT;
CREATE TABLE catalogue_object (name TEXT PRIMARY KEY, kind TEXT NOT NULL, definition TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE history (
  id TEXT PRIMARY KEY, entity INTEGER NOT NULL, record TEXT NOT NULL, at TEXT NOT NULL, person TEXT, event TEXT NOT NULL, transition TEXT,
  changes TEXT NOT NULL, revision TEXT NOT NULL, line INTEGER, confirmed TEXT
) STRICT;
CREATE INDEX history_of_record ON history (entity, record, id);
CREATE TABLE inbox (
  person TEXT NOT NULL, id TEXT NOT NULL, at TEXT NOT NULL, message TEXT NOT NULL, entity INTEGER NOT NULL, record TEXT NOT NULL, read_at TEXT,
  PRIMARY KEY (person, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_unread ON inbox (person) WHERE read_at IS NULL;
CREATE TABLE outbox (number INTEGER PRIMARY KEY AUTOINCREMENT, due_at TEXT NOT NULL, value TEXT NOT NULL) STRICT;
CREATE INDEX outbox_due ON outbox (due_at);
CREATE TABLE system_row (
  kind TEXT NOT NULL, key TEXT NOT NULL, person TEXT, expires_at TEXT, value TEXT NOT NULL, number INTEGER NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX system_row_of_person ON system_row (person, kind, number) WHERE person IS NOT NULL;
CREATE INDEX system_row_expiring ON system_row (kind, expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE sequence (field INTEGER NOT NULL, per TEXT NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (field, per)) STRICT, WITHOUT ROWID;
`

/** Histories are in the order of versions, and know what was changed together; of entries before this format neither is known. */
const HISTORY_OF_CHANGE_SETS = `
ALTER TABLE history ADD COLUMN change_set TEXT;
ALTER TABLE history ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
DROP INDEX history_of_record;
CREATE INDEX history_of_record ON history (entity, record, version, id);
CREATE INDEX history_of_change_set ON history (change_set) WHERE change_set IS NOT NULL;
CREATE INDEX history_of_person ON history (person, change_set) WHERE person IS NOT NULL AND change_set IS NOT NULL;
`

/** A message may have a subject beside its text. */
const INBOX_WITH_SUBJECTS = 'ALTER TABLE inbox ADD COLUMN subject TEXT;'

/** Histories keep what was asked. */
const HISTORY_WITH_INPUTS = 'ALTER TABLE history ADD COLUMN input TEXT; ALTER TABLE history ADD COLUMN call TEXT;'

const OLDEST_FORMAT = 4

/** Steps from each format of the database to the next. */
const STEPS: readonly { readonly to: number; readonly sql: string }[] = [
  { to: 5, sql: JOB_TABLE + HISTORY_OF_CHANGE_SETS + REVISION_TABLE + INBOX_WITH_SUBJECTS },
  { to: 6, sql: FILE_TABLES },
  { to: 7, sql: HISTORY_WITH_INPUTS },
  { to: 8, sql: REVISION_WITH_REASON },
]

/** Creates the system's tables in a new file, upgrades an older one, or refuses a file that this version can't read. */
export function prepareSystemTables(connection: Connection, formatVersion = FORMAT_VERSION): void {
  const application = readPragma(connection, 'application_id')
  const version = readPragma(connection, 'user_version')
  const isEmpty = connection.prepare('SELECT count(*) FROM sqlite_schema').get([])?.[0] === 0
  if (isEmpty && application === 0) {
    const created = `${TABLES} ${AUDIT_TABLES} ${stepsBetween(OLDEST_FORMAT, formatVersion)} PRAGMA application_id = ${APPLICATION_ID};`
    changeFormat(connection, created, formatVersion)
    return
  }
  if (application !== APPLICATION_ID)
    throw new StorageRefused('The data directory holds a database that is not one of Verbatim.')
  if (version > formatVersion) {
    throw new StorageRefused(
      `The database was written by a newer version of Verbatim (format ${version}; this version reads up to ${formatVersion}). Start the newer version, or use another data directory.`,
    )
  }
  if (version < OLDEST_FORMAT) {
    throw new StorageRefused(
      `The database was written by an older version of Verbatim (format ${version}; this version reads from ${OLDEST_FORMAT}). Use another data directory.`,
    )
  }
  if (version < formatVersion) changeFormat(connection, stepsBetween(version, formatVersion), formatVersion)
}

function stepsBetween(from: number, to: number): string {
  return STEPS.flatMap((step) => (step.to > from && step.to <= to ? [step.sql] : [])).join(' ')
}

/** Undefined: the file is not one of Verbatim. */
export function readFormat(connection: Connection): number | undefined {
  return readPragma(connection, 'application_id') === APPLICATION_ID
    ? readPragma(connection, 'user_version')
    : undefined
}

/** Whole or not at all. */
function changeFormat(connection: Connection, sql: string, formatVersion: number): void {
  connection.allowSchemaChanges(() => {
    try {
      connection.execute(`BEGIN IMMEDIATE; ${sql} PRAGMA user_version = ${formatVersion}; COMMIT`)
    } catch (error) {
      if (connection.inTransaction) connection.execute('ROLLBACK')
      throw error
    }
  })
}

function readPragma(connection: Connection, name: 'application_id' | 'user_version'): number {
  return Number(connection.allowSchemaChanges(() => connection.prepare(`PRAGMA ${name}`).get([]))?.[0] ?? 0)
}
