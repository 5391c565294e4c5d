// What one person stores is bounded where point 9 says so: texts of the records that the person created, in the trash too.
// @module-tag O11
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WriteTransaction } from '../../../server/storage/handle/write-transaction.ts'
import { ON_POSTGRES } from '../../postgres/open-data.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const NOTES = documentOf({
  3: `
### Note

| field | type |
|---|---|
| name | text |
| body | long text |
| words | list of text |
`,
  6: `
- sign-in: password

| role | is |
|---|---|
| Writer | writes |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Writer | Note | everything | | all |
`,
  9: `
| name | value | meaning |
|---|---|---|
| storage per person | 1 MB | |
`,
})
const CITED = NOTES.split('\n').findIndex((line) => line.includes('storage per person')) + 1
const LARGE = 'x'.repeat(99_000)

let app: TestApp
let other: Caller

beforeAll(async () => {
  app = await startApp(NOTES)
  other = await app.as('Writer', 'Other')
})
afterAll(() => app.stop())
// The last count is good for some seconds.
beforeEach(() => {
  app.clock.now += 10_000
})

/** Writes until it is refused; gives the ids, and the refusal. */
async function fill(who: Caller) {
  const ids: string[] = []
  for (;;) {
    const { status, body } = await who.post('/api/notes', { name: 'large', body: LARGE })
    if (status !== 201) return { ids, status, body }
    ids.push(body.id)
    if (ids.length > 50) throw new Error('there is no bound')
  }
}

test(
  'a write beyond it is refused with the line of point 9, and others go on',
  { tags: 'reference/point-9-business-constants-and-limits' },
  async () => {
    const writer = await app.as('Writer', 'First')
    const { ids, status, body } = await fill(writer)
    expect([ids.length, status, body.code, body.source?.line]).toEqual([10, 413, 'storage_used_up', CITED])
    expect((await writer.get('/api/notes?count=exact&limit=1')).body.count).toBe(10)
    expect((await other.post('/api/notes', { name: 'small' })).status).toBe(201)
  },
)

test('what is changed counts for the person who created it, and a smaller text makes room at the next count', async () => {
  const writer = await app.as('Writer', 'Second')
  const { ids } = await fill(writer)
  const path = `/api/notes/${ids[0]}`
  const words = Array.from({ length: 900 }, () => 'y'.repeat(90))
  expect((await other.patch(path, { words })).body.code).toBe('storage_used_up')
  expect((await writer.patch(path, { body: 'small' })).status).toBe(200)
  expect((await other.patch(path, { words })).status).toBe(200)
})

test('the trash counts until it is emptied; what was refused does not', async () => {
  const writer = await app.as('Writer', 'Third')
  const { ids } = await fill(writer)
  expect((await writer.delete(`/api/notes/${ids[0]}`)).status).toBe(204)
  app.clock.now += 10_000
  expect((await writer.post('/api/notes', { body: LARGE })).body.code).toBe('storage_used_up')
  for (let at = 0; at < 5; at++) expect((await writer.post('/api/notes', { body: LARGE })).status).toBe(413)
  expect((await writer.post('/api/notes', { body: 'x'.repeat(20_000) })).status).toBe(201)
})

test('what was stored before a start counts after it', async () => {
  const writer = await app.as('Writer', 'Fourth')
  await fill(writer)
  app = await app.restart()
  expect((await app.with(writer, writer.token).post('/api/notes', { body: LARGE })).body.code).toBe('storage_used_up')
})

test.runIf(ON_POSTGRES)(
  'where others write, too, who has stored little is counted anew each minute, else soon',
  async () => {
    const writer = await app.as('Writer', 'Fifth')
    const counts = vi.spyOn(app.dependencies.storage, 'committedBytesBy')
    const countsAfter = async (milliseconds: number): Promise<number> => {
      app.clock.now += milliseconds
      counts.mockClear()
      expect((await writer.post('/api/notes', { body: LARGE })).status).toBe(201)
      return counts.mock.calls.length
    }
    expect(await countsAfter(0)).toBe(1)
    expect(await countsAfter(10_000)).toBe(0)
    expect(await countsAfter(60_000)).toBe(1)
    for (const _ of [4, 5]) expect(await countsAfter(0)).toBe(0)
    expect(await countsAfter(10_000)).toBe(1)
    counts.mockRestore()
  },
)

test.skipIf(ON_POSTGRES)(
  'once somebody turns out to store much, a bound for others is found without a look at their records',
  async () => {
    let fresh = await startApp(NOTES)
    const people = await Promise.all(['Much', 'Some', 'Few'].map((name) => fresh.as('Writer', name)))
    const write = async (at: number, length: number) => {
      const { id, token } = people[at] ?? other
      return (await fresh.with({ ...other, id }, token).post('/api/notes', { body: 'x'.repeat(length) })).status
    }
    for (const at of [0, 0, 0, 1, 2]) expect(await write(at, 90_000)).toBe(201)
    fresh = await fresh.restart()
    const { storage } = fresh.dependencies
    const counts = vi.spyOn(WriteTransaction.prototype, 'bytesStoredBy')
    const find = storage.excessBytes.bind(storage)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const excess = vi.spyOn(storage, 'excessBytes').mockImplementation(async () => {
      const found = await find()
      await held
      return found
    })
    const counted = () => [counts.mock.calls.length, excess.mock.calls.length]

    expect([await write(0, 100), ...counted()]).toEqual([201, 1, 1])
    // Until it is there, a command counts by itself.
    expect([await write(1, 90_000), ...counted()]).toEqual([201, 2, 1])
    letGo()
    await excess.mock.results[0]?.value
    expect([await write(2, 90_000), ...counted()]).toEqual([201, 2, 1])

    // Nobody is refused by a bound, and nobody gets beyond what they may store.
    const statuses: number[] = []
    for (let at = 0; at < 10; at++) statuses.push(await write(2, 90_000))
    expect(statuses).toEqual([...Array<number>(9).fill(201), 413])
    expect(excess.mock.calls.length).toBe(1)
    vi.restoreAllMocks()
    await fresh.stop()
  },
)

test('nobody stores more than their records and files would take if they were usual ones, and what all have beyond', async () => {
  const { storage } = app.dependencies
  const [some, none] = [await app.as('Writer', 'Eighth'), await app.as('Writer', 'Ninth')]
  for (const body of ['Größe', 'x'.repeat(3_000), 'y'.repeat(50_000)]) {
    const note = await some.post('/api/notes', { body, words: ['a', 'ü'] })
    if (body.length === 3_000) await some.delete(`/api/notes/${note.body.id}`)
  }
  await storage.write(async (transaction) => {
    const file = { ...FILE, person: some.id }
    for (const id of ['first', 'copy']) await transaction.putFile({ ...file, id, content: 'first' }, true)
    await transaction.putFile({ ...file, id: 'other', content: 'other' }, false)
  })
  const excess = await storage.excessBytes()
  const [stored, usual, nothing] = await storage.write(async (transaction) => [
    await transaction.bytesStoredBy(some.id),
    await transaction.usualBytesBy(some.id),
    await transaction.usualBytesBy(none.id),
  ])
  expect([usual, nothing]).toEqual([3 * 2_000 + 2 * FILE.size, 0])
  expect(stored).toBeLessThan((usual ?? 0) + excess)
  expect(stored).toBeGreaterThan(2 * FILE.size + 53_000)
  await some.post('/api/notes', { body: 'z'.repeat(20_000) })
  expect(await storage.excessBytes()).toBe(excess + 20_000 + '[]'.length + 200 - 2_000)
})

const FILE = {
  name: 'a.txt',
  type: 'text/plain',
  extension: 'txt',
  size: 5_000,
  createdAt: '2026-11-21T10:00:00.000Z',
  owner: null,
}
