// The log is carried over in a thread, to its end: the writer waits between two batches, and carries over nothing itself.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCheckpoints, LONGEST } from '../../../server/storage/sqlite/checkpoints.ts'
import { openSqlite } from '../../../server/storage/sqlite/open-sqlite.ts'

const PAGES = 320
let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'verbatim-checkpoints-'))
})

afterEach(() => {
  vi.useRealTimers()
  rmSync(directory, { recursive: true })
})

/** Writes to a table of so many rows at random; gives how long the log was at the moments when it had begun anew since. */
function openWriting(rows: number) {
  const path = join(directory, 'log.db')
  const writer = openSqlite(path, { role: 'writer' })
  writer.allowSchemaChanges(() => writer.execute('CREATE TABLE text (number INTEGER PRIMARY KEY, body TEXT)'))
  let carriedHere = 0
  const carryOver: typeof writer.carryOver = (what) => {
    carriedHere += 1
    return writer.carryOver(what)
  }
  writer.execute('BEGIN')
  const put = (row: number): void => {
    writer.prepare('INSERT OR REPLACE INTO text VALUES (?, ?)').run([row, 'x'.repeat(500)])
  }
  for (let row = 0; row < rows; row++) put(row)
  writer.execute('COMMIT')
  writer.carryOver('all')
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
  const batch = (number: number): Promise<void> | undefined => {
    writer.execute('BEGIN')
    for (let row = 0; row < 60; row++) put((number * 7_919 + row * 104_729) % rows)
    writer.execute('COMMIT')
    return checkpoints.afterBatch()
  }
  const close = async (): Promise<void> => {
    await checkpoints.close()
    writer.close()
    checkpoints.release()
  }
  return { writer, batch, close, carriedHere: () => carriedHere }
}

/** A page has room for eight rows. */
const rowsOf = (pages: number): number => pages * 8

test.each([
  { file: 'small', rows: rowsOf(PAGES), least: PAGES },
  { file: 'of some size', rows: rowsOf(4 * PAGES), least: 2 * PAGES },
  { file: 'large', rows: rowsOf(16 * PAGES), least: LONGEST * PAGES },
])(
  'under steady writing to a file that is $file the log becomes so long, begins anew again and again, and no page of it is carried over by the writer',
  async ({ rows, least }) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { writer, batch, close, carriedHere } = openWriting(rows)
    const lengths: number[] = []
    let before = 0
    // How many batches come meanwhile is the machine's affair.
    for (let number = 0; lengths.length < 3 && number < 8_000; number++) {
      await batch(number)
      const { pages } = writer.log()
      if (pages < before) lengths.push(before)
      before = pages
      await new Promise((resolve) => setImmediate(resolve))
    }
    await close()
    expect(carriedHere()).toBe(0)
    expect(lengths).toHaveLength(3)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(least)
  },
)

test('a log that may become longer is carried over once nobody has written for a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { writer, batch, close } = openWriting(rowsOf(16 * PAGES))
  for (let number = 0; writer.log().pages < 2 * PAGES; number++) {
    expect(batch(number)).toBeUndefined()
    vi.advanceTimersByTime(900)
  }
  expect(writer.log().carried).toBe(0)
  vi.advanceTimersByTime(1_000)
  while (writer.log().carried < writer.log().pages) await new Promise((resolve) => setImmediate(resolve))
  const long = writer.log().pages
  expect(batch(0)).toBeUndefined()
  expect(writer.log().pages).toBeLessThan(long)
  await close()
})

test.each([
  { what: 'few are left', left: [PAGES, 70, 30, 9], rest: 3 },
  { what: 'no pass makes them fewer', left: [PAGES, 70, 60], rest: 2 },
  { what: 'the writer is faster than the thread', left: [PAGES, 200, 190, 180, 170, 160, 150], rest: 6 },
])('the writer waits where $what', async ({ left, rest }) => {
  const path = join(directory, 'log.db')
  const writer = openSqlite(path, { role: 'writer' })
  let writes = 0
  let looks = 0
  const checkpoints = createCheckpoints(
    {
      ...writer,
      get writes() {
        return (writes += 50)
      },
      log: () => ({ pages: 2 * PAGES, carried: 2 * PAGES - (left[looks++] ?? 0) }),
    },
    { path, synchronous: 'FULL', pages: PAGES },
  )
  let waited: Promise<void> | undefined
  while (waited === undefined) {
    waited = checkpoints.afterBatch()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(looks).toBe(rest + 1)
  await waited
  await checkpoints.close()
  writer.close()
  checkpoints.release()
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

test('a log that has begun anew while it was carried over may become as long again', async () => {
  const path = join(directory, 'log.db')
  const writer = openSqlite(path, { role: 'writer' })
  let writes = 0
  const lengths = [4 * PAGES, PAGES + 5]
  const looks: number[] = []
  const checkpoints = createCheckpoints(
    {
      ...writer,
      get writes() {
        return (writes += 50)
      },
      pagesOfFile: () => 100 * PAGES,
      log: () => {
        const pages = lengths[looks.length] ?? PAGES + 5
        looks.push(pages)
        return { pages, carried: pages === 4 * PAGES ? 0 : PAGES }
      },
    },
    { path, synchronous: 'FULL', pages: PAGES },
  )
  while (looks.length < 3) {
    // The writer would wait for the few that are left of a log that was long.
    expect(checkpoints.afterBatch()).toBeUndefined()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await checkpoints.close()
  writer.close()
  checkpoints.release()
})
