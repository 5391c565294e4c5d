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

/** Watches the counts within commands, and holds the count of all beside them until it is let go. */
function watchCounts() {
  const { storage } = app.dependencies
  const inCommands = vi.spyOn(WriteTransaction.prototype, 'bytesStoredBy')
  const countAll = storage.bytesByPerson.bind(storage)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const all = vi.spyOn(storage, 'bytesByPerson').mockImplementation(async (most) => {
    const counted = await countAll(most)
    await held
    return counted
  })
  return { inCommands, all, letGo }
}

test.skipIf(ON_POSTGRES)(
  'once somebody turns out to store much, others are counted beside the commands, and bound alike',
  async () => {
    const people = [await app.as('Writer', 'Fifth'), await app.as('Writer', 'Sixth'), await app.as('Writer', 'Seventh')]
    const first = await Promise.all(people.map(async (person) => (await fill(person)).ids[0]))
    app = await app.restart()
    const shrink = async (at: number) =>
      (await app.with(other, people[at]?.token ?? '').patch(`/api/notes/${first[at]}`, { body: 'small' })).status
    const write = async (at: number, length: number) =>
      (await app.with(other, people[at]?.token ?? '').post('/api/notes', { body: 'x'.repeat(length) })).status
    const { inCommands, all, letGo } = watchCounts()
    const counts = () => [inCommands.mock.calls.length, all.mock.calls.length]

    expect([await shrink(0), await shrink(1), await shrink(2), ...counts()]).toEqual([200, 200, 200, 0, 0])
    expect([await write(0, 1_000), ...counts()]).toEqual([201, 1, 1])
    // While all are counted, a command counts by itself.
    expect([await write(1, 1_000), ...counts()]).toEqual([201, 2, 1])
    letGo()
    await all.mock.results[0]?.value

    expect([await write(1, 90_000), await write(2, 90_000), ...counts()]).toEqual([201, 201, 2, 1])
    expect([await write(1, 90_000), await write(2, 90_000)]).toEqual([413, 413])
    vi.restoreAllMocks()
  },
)

test('all are counted as each is: records, the trash, and files, whose copies count once', async () => {
  const { storage } = app.dependencies
  const [some, none] = [await app.as('Writer', 'Eighth'), await app.as('Writer', 'Ninth')]
  for (const name of ['Größe', 'Länge']) {
    const { body } = await some.post('/api/notes', { name, words: ['a', 'ü'] })
    if (name === 'Länge') await some.delete(`/api/notes/${body.id}`)
  }
  await storage.write(async (transaction) => {
    const file = { ...FILE, person: some.id }
    for (const id of ['first', 'copy']) await transaction.putFile({ ...file, id, content: 'first' }, true)
    await transaction.putFile({ ...file, id: 'other', content: 'other' }, false)
  })
  const counted = await storage.bytesByPerson(100)
  expect(counted.get(none.id)).toBeUndefined()
  expect(counted.get(some.id)).toBeGreaterThan(2 * FILE.size)
  for (const [person, bytes] of counted)
    expect(await storage.write((transaction) => transaction.bytesStoredBy(person))).toBe(bytes)
  expect((await storage.bytesByPerson(1)).size).toBe(1)
})

const FILE = {
  name: 'a.txt',
  type: 'text/plain',
  extension: 'txt',
  size: 5_000,
  createdAt: '2026-11-21T10:00:00.000Z',
  owner: null,
}
