// Long readings: in a thread of their own, in turns, as many as can be waited for and as long as can be.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSlowQueries } from '../../../server/storage/sqlite/slow/slow-queries.ts'
import { openSqlite } from '../../../server/storage/sqlite/open-sqlite.ts'
import { ReadingTooLong, StorageBusy } from '../../../server/storage/storage-error.ts'

const directory = mkdtempSync(join(tmpdir(), 'verbatim-slow-'))
const path = join(directory, 'rows.db')
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const COUNT = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT count(*) FROM n'

const ENDLESS =
  'WITH RECURSIVE n (row) AS (SELECT 1 UNION ALL SELECT row + 1 FROM n) SELECT count(*) FROM n WHERE within_time(row)'

beforeAll(() => openSqlite(path, { role: 'writer' }).close())

test('beyond those that can be waited for, a caller is refused at once, and the others are answered', async () => {
  const reader = startSlowQueries(path)
  const asked = await Promise.allSettled(Array.from({ length: 350 }, (_, at) => reader.all(COUNT, [], `${at % 7}`)))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(301)
  for (const each of asked) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(StorageBusy)
  expect(await reader.all(COUNT, [], null)).toEqual([[1000]])
  await reader.close()
})

test('of one who asks much, some wait, and the next is refused', async () => {
  const reader = startSlowQueries(path)
  const asked = await Promise.allSettled(Array.from({ length: 150 }, () => reader.all(COUNT, [], 'ada')))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(101)
  await reader.close()
})

test('those who ask take turns: a caller who asks much waits for their own questions', async () => {
  const reader = startSlowQueries(path)
  const answered: string[] = []
  const ask = (by: string) => reader.all(COUNT, [], by).then(() => answered.push(by))
  await Promise.all([...['ada', 'ada', 'ada', 'ada'].map(ask), ask('bob'), ask('cyd'), ask('bob')])
  expect(answered).toEqual(['ada', 'ada', 'bob', 'cyd', 'ada', 'bob', 'ada'])
  await reader.close()
})

test('what takes too long is ended, and who waited for it is answered', async () => {
  const reader = startSlowQueries(path, { longest: 50 })
  const asked = await Promise.allSettled([
    reader.all(ENDLESS, [], 'ada'),
    reader.all(COUNT, [], 'bob'),
    reader.all(ENDLESS, [], 'ada'),
    reader.all(COUNT, [], 'bob'),
  ])
  const results = asked.map((each): unknown => (each.status === 'fulfilled' ? each.value : each.reason))
  expect(results).toEqual([expect.any(ReadingTooLong), [[1000]], expect.any(ReadingTooLong), [[1000]]])
  await reader.close()
})

test('what was ended in the middle of its rows is asked again as if for the first time', async () => {
  const reader = startSlowQueries(path, { longest: 50 })
  const ask = (mostBytes?: number) => reader.all(ENDLESS, [], 'ada', { mostBytes }).catch((error: unknown) => error)
  const answers = [await ask(1_000), await ask(), await ask(1_000)]
  expect(answers).toEqual(answers.map(() => expect.any(ReadingTooLong)))
  await reader.close()
})

test('what runs or waits when the storage is closed is asked to come again', async () => {
  const reader = startSlowQueries(path)
  const asked = [ENDLESS, COUNT].map((sql) => reader.all(sql, [], 'ada').catch((error: unknown) => error))
  await reader.close()
  expect(await Promise.all(asked)).toEqual(Array(2).fill(expect.any(StorageBusy)))
})

test('a caller who asks for much goes on in a lane of their own, and others are answered before them', async () => {
  const reader = startSlowQueries(path, { longest: 300 })
  const answered: string[] = []
  const ask = (sql: string, by: string) =>
    reader.all(sql, [], by).then(
      () => answered.push(by),
      () => answered.push(`${by}, ended`),
    )
  const much = ['ada', 'ada', 'bob'].map((by) => ask(ENDLESS, by))
  await ask(COUNT, 'cyd')
  await Promise.all([ask(COUNT, 'cyd'), ask(COUNT, 'dan')])
  expect(answered).toEqual(['cyd', 'cyd', 'dan'])
  await Promise.all(much)
  // Who spent less goes first.
  expect(answered.slice(3)).toEqual(['ada, ended', 'bob, ended', 'ada, ended'])
  await reader.close()
})

test('what each statement took is reported, of those that were ended too', async () => {
  const spent = new Map<string | null, number>()
  const onSpent = (by: string | null, milliseconds: number) => spent.set(by, (spent.get(by) ?? 0) + milliseconds)
  const reader = startSlowQueries(path, { longest: 100, onSpent })
  await Promise.allSettled([reader.all(COUNT, [], null), reader.all(ENDLESS, [], 'ada')])
  await reader.close()
  expect(spent.get('ada')).toBeGreaterThan(100)
  expect(spent.get(null)).toBeGreaterThanOrEqual(0)
})

test('what walks through all rows goes on in a lane of its own where it is too long for the others, and begins there the next time', async () => {
  const spent: boolean[] = []
  const onSpent = (_by: string | null, _milliseconds: number, isUnhurried: boolean) => void spent.push(isUnhurried)
  const reader = startSlowQueries(path, { longest: 5, onSpent })
  const rows = 1_000_000
  const long = ENDLESS.replace('FROM n) SELECT', `FROM n WHERE row < ${rows}) SELECT`)
  const ask = (isUnhurried: boolean) => reader.all(long, [], 'ada', { isUnhurried }).catch((error: unknown) => error)
  expect(await ask(false)).toBeInstanceOf(ReadingTooLong)
  expect(await ask(true)).toEqual([[rows]])
  expect(spent).toEqual([false, false, false, true, true])
  expect(await ask(true)).toEqual([[rows]])
  expect(spent.slice(5)).toEqual([true])
  await reader.close()
})

test('it is ended there, too, and others are answered meanwhile', async () => {
  const reader = startSlowQueries(path, { longest: 20, longestUnhurried: 500 })
  const answered: string[] = []
  const endless = reader.all(ENDLESS, [], 'ada', { isUnhurried: true }).finally(() => answered.push('ada'))
  await Promise.all([
    expect(endless).rejects.toThrow(ReadingTooLong),
    reader.all(ENDLESS, [], 'bob').catch(() => answered.push('bob')),
    reader.all(COUNT, [], 'cyd').then(() => answered.push('cyd')),
  ])
  expect(answered.at(-1)).toBe('ada')
  await reader.close()
})

test('a thread that is late in something that looks at no clock is ended from outside, and another goes on', async () => {
  const reader = startSlowQueries(path, { longest: 50, late: 300 })
  const unending = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000000) SELECT count(*) FROM n`
  const asked = Promise.allSettled([reader.all(unending, [], 'ada'), reader.all(COUNT, [], 'bob')])
  const [ended, other] = await asked
  expect([ended, other]).toEqual([
    { status: 'rejected', reason: expect.any(ReadingTooLong) },
    { status: 'fulfilled', value: [[1000]] },
  ])
  expect(await reader.all(COUNT, [], 'ada')).toEqual([[1000]])
  await reader.close()
})
