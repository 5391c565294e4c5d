// The revisions of the document that a database keeps: the newest, and the last of each file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../../../../server/storage/sqlite/connection.ts'
import { openSqlite } from '../../../../server/storage/sqlite/open-sqlite.ts'
import {
  addRevision,
  readNumberInForce,
  readRevision,
  readRevisions,
  storedRevisions,
} from '../../../../server/storage/tables/revision-table.ts'
import type { Executor } from '../../../../server/storage/executor.ts'
import { createExecutor } from '../../../../server/storage/sqlite/sqlite-executor.ts'
import { FUNCTIONS } from '../../../../server/storage/sqlite/sql-functions.ts'
import { prepareSystemTables } from '../../../../server/storage/sqlite/system-schema.ts'

const directory = mkdtempSync(join(tmpdir(), 'verbatim-revisions-'))
let connection: Connection
let executor: Executor
beforeAll(() => {
  connection = openSqlite(join(directory, 'verbatim.db'), { role: 'writer', functions: FUNCTIONS })
  prepareSystemTables(connection)
  executor = createExecutor(connection)
})
afterAll(() => {
  connection.close()
  rmSync(directory, { recursive: true })
})

const add = (text: string, file = 'desk.md', isFromFile = false) =>
  addRevision(executor, { text, file, isFromFile, by: null }, { revision: text.slice(0, 12), at: '2026-11-22' })

test('the newest five hundred are kept, and the last of each file', async () => {
  connection.execute('BEGIN')
  expect(await readNumberInForce(executor)).toBe(0)
  await add('from a file', 'desk.md', true)
  await add('from a file', 'desk.md', true)
  expect(await readNumberInForce(executor)).toBe(1)
  for (let index = 0; index < 510; index++) await add(`revision ${index}`)
  expect((await readRevision(executor))?.text).toBe('revision 509')
  expect((await readRevision(executor, 12))?.text).toBe('revision 10')
  expect(await readRevision(executor, 11)).toBeUndefined()
  const { fromFile } = await storedRevisions(executor)
  expect(await fromFile('desk.md')).toMatchObject({ number: 1, text: 'from a file' })
  expect(await fromFile('other.md')).toBeUndefined()
  expect(await readRevisions(executor, { limit: 1_000 })).toHaveLength(501)
  expect((await readRevisions(executor, { limit: 2, before: 100 })).map(({ number }) => number)).toEqual([99, 98])
  connection.execute('ROLLBACK')
})

test('of very long ones fewer are kept, the one in force always', async () => {
  connection.execute('BEGIN')
  for (const letter of 'abc') await add(letter.repeat(20_000_000))
  expect((await readRevisions(executor, { limit: 10 })).map(({ number }) => number)).toEqual([3, 2])
  await add('d'.repeat(60_000_000))
  expect((await readRevisions(executor, { limit: 10 })).map(({ number }) => number)).toEqual([4])
  connection.execute('ROLLBACK')
})
