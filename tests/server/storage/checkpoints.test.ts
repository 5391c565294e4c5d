// The log is carried over in a thread, to its end: the writer waits between two batches, and carries over nothing itself.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCheckpoints } from '../../../server/storage/sqlite/checkpoints.ts'
import { openSqlite } from '../../../server/storage/sqlite/open-sqlite.ts'

const PAGES = 320
let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'verbatim-checkpoints-'))
})

afterEach(() => rmSync(directory, { recursive: true }))

test('a log under steady writing begins anew again and again, and no page of it is carried over by the writer', async () => {
  const path = join(directory, 'log.db')
  const writer = openSqlite(path, { role: 'writer' })
  writer.allowSchemaChanges(() => writer.execute('CREATE TABLE text (number INTEGER PRIMARY KEY, body TEXT)'))
  let carriedHere = 0
  const carryOver: typeof writer.carryOver = (what) => {
    carriedHere += 1
    return writer.carryOver(what)
  }
  const checkpoints = createCheckpoints(
    {
      ...writer,
      get writes() {
        return writer.writes
      },
      carryOver,
    },
    { path, synchronous: 'FULL', pages: PAGES },
  )
  let begunAnew = 0
  let before = 0
  // How many batches come meanwhile is the machine's affair.
  for (let batch = 0; begunAnew < 3 && batch < 8_000; batch++) {
    writer.execute('BEGIN')
    for (let row = 0; row < 60; row++)
      writer
        .prepare('INSERT OR REPLACE INTO text VALUES (?, ?)')
        .run([(batch * 7_919 + row * 104_729) % 5_000, 'x'.repeat(500)])
    writer.execute('COMMIT')
    await checkpoints.afterBatch()
    const { pages } = writer.log()
    if (pages < before) begunAnew += 1
    before = pages
    await new Promise((resolve) => setImmediate(resolve))
  }
  await checkpoints.close()
  writer.close()
  checkpoints.release()
  expect(carriedHere).toBe(0)
  expect(begunAnew).toBe(3)
})

test('where the thread can not carry over, the writer does', async () => {
  const path = join(directory, 'log.db')
  const writer = openSqlite(path, { role: 'writer' })
  writer.allowSchemaChanges(() => writer.execute('CREATE TABLE text (number INTEGER PRIMARY KEY, body TEXT)'))
  const elsewhere = join(directory, 'other.db')
  writeFileSync(elsewhere, 'no database')
  const checkpoints = createCheckpoints(writer, { path: elsewhere, synchronous: 'FULL', pages: 8 })
  const write = async (): Promise<void> => {
    for (let row = 0; row < 60; row++) writer.prepare('INSERT INTO text (body) VALUES (?)').run(['x'.repeat(500)])
    await checkpoints.afterBatch()
  }
  await write()
  await checkpoints.close()
  await write()
  const { pages, carried } = writer.log()
  expect(carried).toBe(pages)
  writer.close()
  checkpoints.release()
})
