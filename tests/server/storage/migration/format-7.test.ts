// A database of format 6 is brought up to format 7: histories stay, and keep what was asked from then on.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareSystemTables } from '../../../../server/storage/sqlite/system-schema.ts'
import { openSqlite } from '../../../../server/storage/sqlite/open-sqlite.ts'
import { openSqliteStorage } from '../../../../server/storage/sqlite/sqlite-storage.ts'
import { FUNCTIONS } from '../../../../server/storage/sqlite/sql-functions.ts'
import { helpdesk } from '../helpdesk.ts'

const NOW = '2026-11-21T10:00:00.000Z'

test('a database of format 6 keeps its histories, and takes inputs', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-format-'))
  const old = openSqlite(join(directory, 'verbatim.db'), { role: 'writer', functions: FUNCTIONS })
  prepareSystemTables(old, 6)
  const columns = 'id, entity, record, at, person, event, changes, revision, version'
  old
    .prepare(`INSERT INTO history (${columns}) VALUES ('h-1', 1, 't-1', '${NOW}', NULL, 'created', '{}', 'r0', 1)`)
    .run([])
  old.close()
  const storage = await openSqliteStorage({ directory, model: helpdesk, revision: 'r1', now: () => NOW })
  const [first] = [...helpdesk.entities.keys()]
  const entity = first ?? ''
  const asked = { input: { why: 'because' }, call: 'POST /api/tickets/:id/remind' }
  await storage.write((transaction) =>
    transaction.appendHistory({
      ...{ id: 'h-2', changeSet: null, version: 2, entity, record: 't-1', at: NOW, by: null },
      ...{ event: 'changed', changes: {}, revision: 'r1' },
      ...asked,
    }),
  )
  const entries = await storage.database.history(entity, 't-1', { limit: 5 })
  expect(entries.find(({ id }) => id === 'h-2')).toMatchObject(asked)
  expect(entries.find(({ id }) => id === 'h-1')).not.toHaveProperty('input')
  await storage.close()
  rmSync(directory, { recursive: true })
})
