// A database of format 5 is brought up to format 6: what it holds stays, and it takes files.
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

test('a database of format 5 keeps its rows, and takes files', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-format-'))
  const old = openSqlite(join(directory, 'verbatim.db'), { role: 'writer', functions: FUNCTIONS })
  prepareSystemTables(old, 5)
  old
    .prepare(
      "INSERT INTO system_row (kind, key, person, value, number) VALUES ('setting', 'kept', NULL, '{\"is\":1}', 1)",
    )
    .run([])
  old.close()
  const storage = await openSqliteStorage({ directory, model: helpdesk, revision: 'r1', now: () => NOW })
  expect((await storage.database.system('setting', 'kept'))?.value).toEqual({ is: 1 })
  const file = {
    id: 'f-1',
    content: 'f-1',
    name: 'a.txt',
    type: 'text/plain',
    extension: 'txt',
    size: 3,
    person: null,
    createdAt: NOW,
    owner: { entity: 'Ticket', record: 't-1', field: 'subject' },
  }
  await storage.write(async (transaction) => {
    await transaction.putFile(file, true)
    await transaction.putFilePart('f-1', 0, Buffer.from('abc'))
  })
  expect(await storage.database.file('f-1')).toEqual(file)
  expect(Buffer.from((await storage.database.filePart('f-1', 0)) ?? []).toString()).toBe('abc')
  await storage.close()
  rmSync(directory, { recursive: true })
})
