// The revisions of the document that a database keeps: the newest, and the last of each file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../../../../server/storage/connection.ts'
import { openSqlite } from '../../../../server/storage/sqlite/open-sqlite.ts'
import {
  addRevision,
  readNumberInForce,
  readRevision,
  readRevisions,
  storedRevisions,
} from '../../../../server/storage/tables/revision-table.ts'
import { FUNCTIONS } from '../../../../server/storage/sqlite/sql-functions.ts'
import { prepareSystemTables } from '../../../../server/storage/sqlite/system-schema.ts'

const directory = mkdtempSync(join(tmpdir(), 'verbatim-revisions-'))
let connection: Connection
beforeAll(() => {
  connection = openSqlite(join(directory, 'verbatim.db'), { role: 'writer', functions: FUNCTIONS })
  prepareSystemTables(connection)
})
afterAll(() => {
  connection.close()
  rmSync(directory, { recursive: true })
})

const add = (text: string, file = 'desk.md', isFromFile = false) =>
  addRevision(connection, { text, file, isFromFile, by: null }, { revision: text.slice(0, 12), at: '2026-11-22' })

test('the newest five hundred are kept, and the last of each file', () => {
  connection.execute('BEGIN')
  expect(readNumberInForce(connection)).toBe(0)
  add('from a file', 'desk.md', true)
  add('from a file', 'desk.md', true)
  expect(readNumberInForce(connection)).toBe(1)
  for (let index = 0; index < 510; index++) add(`revision ${index}`)
  expect(readRevision(connection)?.text).toBe('revision 509')
  expect(readRevision(connection, 12)?.text).toBe('revision 10')
  expect(readRevision(connection, 11)).toBeUndefined()
  expect(storedRevisions(connection).fromFile('desk.md')).toMatchObject({ number: 1, text: 'from a file' })
  expect(storedRevisions(connection).fromFile('other.md')).toBeUndefined()
  expect(readRevisions(connection, { limit: 1_000 })).toHaveLength(501)
  expect(readRevisions(connection, { limit: 2, before: 100 }).map(({ number }) => number)).toEqual([99, 98])
  connection.execute('ROLLBACK')
})

test('of very long ones fewer are kept, the one in force always', () => {
  connection.execute('BEGIN')
  for (const letter of 'abc') add(letter.repeat(20_000_000))
  expect(readRevisions(connection, { limit: 10 }).map(({ number }) => number)).toEqual([3, 2])
  add('d'.repeat(60_000_000))
  expect(readRevisions(connection, { limit: 10 }).map(({ number }) => number)).toEqual([4])
  connection.execute('ROLLBACK')
})
