// Long readings: in a thread of their own, as many as can be waited for.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startSlowReader } from '../../../server/storage/slow-reader.ts'
import { openSqlite } from '../../../server/storage/sqlite.ts'
import { StorageBusy } from '../../../server/storage/storage.ts'

const directory = mkdtempSync(join(tmpdir(), 'verbatim-slow-'))
const path = join(directory, 'rows.db')
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const COUNT = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT count(*) FROM n'

test('beyond those that can be waited for, whoever asks is refused at once, and the others are answered', async () => {
  openSqlite(path, { role: 'writer' }).close()
  const reader = startSlowReader(path)
  const asked = await Promise.allSettled(Array.from({ length: 350 }, () => reader.all(COUNT, [])))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(300)
  for (const each of asked) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(StorageBusy)
  expect(await reader.all(COUNT, [])).toEqual([[1000]])
  await reader.close()
})
