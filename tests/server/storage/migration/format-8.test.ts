// A database of format 7 is brought up to format 8: revisions stay, and say from then on why they were published.
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

test('a database of format 7 keeps its revisions, and takes reasons', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-format-'))
  const old = openSqlite(join(directory, 'verbatim.db'), { role: 'writer', functions: FUNCTIONS })
  prepareSystemTables(old, 7)
  old
    .prepare(
      `INSERT INTO document_revision (number, revision, at, person, file, is_from_file, length, text) VALUES (1, 'r0', '${NOW}', NULL, 'a.md', 1, 1, 'a')`,
    )
    .run([])
  old.close()
  const storage = await openSqliteStorage({ directory, model: helpdesk, revision: 'r1', now: () => NOW })
  const source = { text: 'b', file: 'a.md', isFromFile: false, by: null, reason: 'Rooms are new.' }
  await storage.migrate(helpdesk, 'r1', { source })
  const revisions = await storage.database.documentRevisions({ limit: 5, before: undefined })
  expect(revisions).toMatchObject([{ number: 2, reason: 'Rooms are new.' }, { number: 1 }])
  expect(revisions[1]).not.toHaveProperty('reason')
  await storage.close()
  rmSync(directory, { recursive: true })
})
