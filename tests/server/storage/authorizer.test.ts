// What the engine refuses to run, whatever text should ever get into a statement.
// @module-tag I02
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '../../../server/storage/sqlite/connection.ts'
import { FUNCTIONS } from '../../../server/storage/sqlite/sql-functions.ts'
import { openSqlite } from '../../../server/storage/sqlite/open-sqlite.ts'
import { helpdesk, openTemporary } from './helpdesk.ts'
import type { Opened } from './helpdesk.ts'

describe('whatever gets into a statement', () => {
  let opened: Opened
  let reader: Connection
  let writer: Connection

  beforeAll(async () => {
    opened = await openTemporary(helpdesk)
    const path = join(opened.directory, 'verbatim.db')
    reader = openSqlite(path, { role: 'reader', functions: FUNCTIONS })
    writer = openSqlite(path, { role: 'writer', functions: FUNCTIONS })
  })

  afterAll(async () => {
    reader.close()
    writer.close()
    await opened.close()
  })

  test.each([
    "INSERT INTO about (name, value) VALUES ('x', 'y')",
    'DELETE FROM history',
    'UPDATE system_row SET value = value',
    'DROP TABLE history',
    "ATTACH DATABASE '/tmp/x.db' AS x",
    'PRAGMA writable_schema = ON',
    'PRAGMA table_info(history)',
    "SELECT load_extension('x')",
    'BEGIN',
  ])('a reader can’t run %s', (sql) => {
    expect(() => reader.prepare(sql).all([])).toThrow(/not authorized|prohibited/)
  })

  test.each([
    'DROP TABLE history',
    'CREATE TABLE x (y)',
    'ALTER TABLE history ADD COLUMN x',
    "ATTACH DATABASE '/tmp/x.db' AS x",
    'PRAGMA synchronous = OFF',
    "VACUUM INTO '/tmp/x.db'",
  ])('a command can’t run %s', (sql) => {
    expect(() => writer.prepare(sql).all([])).toThrow(/not authorized|authorization denied/)
  })
})
