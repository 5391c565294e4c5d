// A database of format 4 is brought up to format 5: old histories stay readable, and new entries follow them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { prepareSystemTables } from '../../../../server/storage/sqlite/system-schema.ts'
import { openSqlite } from '../../../../server/storage/sqlite/open-sqlite.ts'
import { openSqliteStorage } from '../../../../server/storage/sqlite/sqlite-storage.ts'
import { FUNCTIONS } from '../../../../server/storage/sqlite/sql-functions.ts'
import { helpdesk } from '../helpdesk.ts'

const NOW = '2026-11-21T10:00:00.000Z'
const open = (directory: string) => openSqliteStorage({ directory, model: helpdesk, revision: 'r1', now: () => NOW })

test('a history of format 4 is read as before, older than what is written to it now', async () => {
  const [fresh, directory] = ['fresh', 'old'].map((name) => mkdtempSync(join(tmpdir(), `verbatim-${name}-`)))
  if (fresh === undefined || directory === undefined) throw new Error('no directory')
  await (await open(fresh)).close()
  const file = new DatabaseSync(join(fresh, 'verbatim.db'), { readOnly: true })
  const ticket = file.prepare("SELECT number FROM catalogue_entity WHERE name = 'Ticket'").get()?.['number']
  file.close()

  const old = openSqlite(join(directory, 'verbatim.db'), { role: 'writer', functions: FUNCTIONS })
  prepareSystemTables(old, 4)
  const insert = old.prepare(
    "INSERT INTO history (id, entity, record, at, event, changes, revision) VALUES (?, ?, 't-1', ?, ?, '{}', 'r0')",
  )
  insert.run(['h-8', Number(ticket), NOW, 'created'])
  insert.run(['h-9', Number(ticket), NOW, 'changed'])
  old.close()

  const storage = await open(directory)
  expect(await storage.database.revisionInForce()).toBe(0)
  const entry = { entity: 'Ticket', record: 't-1', at: NOW, by: null, changes: {}, revision: 'r1' }
  await storage.write((transaction) =>
    transaction.appendHistory({ ...entry, id: 'h-1', event: 'changed', changeSet: 'c-1', version: 3 }),
  )
  const [newest, ...others] = await storage.database.history('Ticket', 't-1', { limit: 10 })
  expect(newest).toMatchObject({ id: 'h-1', changeSet: 'c-1', version: 3 })
  expect(others.map(({ id, event, changeSet, version }) => ({ id, event, changeSet, version }))).toEqual([
    { id: 'h-9', event: 'changed', changeSet: null, version: 0 },
    { id: 'h-8', event: 'created', changeSet: null, version: 0 },
  ])
  expect(await storage.database.history('Ticket', 't-1', { limit: 10, before: 'h-1' })).toEqual(others)
  await storage.close()
  for (const each of [fresh, directory]) rmSync(each, { recursive: true })
})
