// What one person stores is bounded where point 9 says so: texts of the records that the person created, in the trash too.
// @module-tag O11
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chargeBytes } from '../../../server/records/followers/storage-quota.ts'
import type { Transaction } from '../../../server/storage/transaction.ts'
import { WriteTransaction } from '../../../server/storage/handle/write-transaction.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { RUN_TWICE, startApp } from '../../apps/start-app.ts'

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
| Writer | Note | everything, import | | all |
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

test('nobody is counted where the total is below the bound, also right after a start', async () => {
  const [writer, second] = [await app.as('Writer', 'Fifth'), await app.as('Writer', 'Sixth')]
  for (const who of [writer, second]) for (let at = 0; at < 4; at++) await who.post('/api/notes', { body: LARGE })
  app = await app.restart()
  const counts = countsOf(app)
  for (let at = 0; at < 4; at++) {
    app.clock.now += 60_000
    for (const { id, token } of [writer, second])
      expect((await app.with({ ...other, id }, token).post('/api/notes', { body: LARGE })).status).toBe(201)
  }
  expect(counts()).toBe(0)
  vi.restoreAllMocks()
})

test('who comes near the bound is counted, and what was deleted makes room', async () => {
  const writer = await app.as('Writer', 'Seventh')
  const { ids } = await fill(writer)
  for (const id of ids) await writer.delete(`/api/notes/${id}`)
  const counts = countsOf(app)
  expect((await writer.post('/api/notes', { body: LARGE })).status).toBe(413)
  // The last count is relied on for some seconds.
  expect(counts()).toBe(0)
  app.clock.now += 10_000
  expect((await writer.post('/api/notes', { body: LARGE })).status).toBe(413)
  expect(counts()).toBe(1)
  vi.restoreAllMocks()
})

/** Counts how often the bytes of a person are added up. */
function countsOf({ dependencies: { storage } }: TestApp): () => number {
  const spies = [vi.spyOn(WriteTransaction.prototype, 'bytesStoredBy'), vi.spyOn(storage, 'committedBytesBy')]
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
}

const totalOf = (of: TestApp, who: { readonly id: string }): Promise<number> =>
  of.dependencies.storage.write((transaction) => transaction.raiseTotal(who.id, 0))

const storedBy = (of: TestApp, who: { readonly id: string }): Promise<number> =>
  of.dependencies.storage.write((transaction) => transaction.bytesStoredBy(who.id))

test('the total in the database is never less than what is stored, however many write at once', async () => {
  const writer = await app.as('Writer', 'Eighth')
  for (let round = 0; round < 3; round++) {
    const bodies = Array.from({ length: 12 }, (_, at) => 'ß'.repeat(at % 3 === 0 ? 12_000 : 100))
    const made = await Promise.all(bodies.map((body) => writer.post('/api/notes', { body, words: ['a', 'ü'] })))
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]))
    const longer = made.map(({ body: { id } }) => writer.patch(`/api/notes/${id}`, { name: 'n'.repeat(900) }))
    await Promise.all(longer)
    expect(await totalOf(app, writer)).toBeGreaterThanOrEqual(await storedBy(app, writer))
  }
})

const sendRows = (who: Caller, bodies: readonly string[]) => {
  const rows = bodies.map((body, at) => `row ${at},${body}\n`)
  return who
    .post('/api/notes/import?mode=run')
    .type('text/csv')
    .send(`name,body\n${rows.join('')}`)
}

test('all rows of an import count together: the first that goes beyond the bound is refused, and so is the file', async () => {
  const writer = await app.as('Writer', 'Importer')
  const beyond = await sendRows(
    writer,
    Array.from({ length: 12 }, () => LARGE),
  )
  expect(beyond.body).toMatchObject({ kept: false, created: 10, refused: 2 })
  const errors = (beyond.body.errors as readonly { line: number; code: string; source?: { line: number } }[]).map(
    ({ line, code, source }) => [line, code, source?.line],
  )
  expect(errors).toEqual([
    [12, 'storage_used_up', CITED],
    [13, 'storage_used_up', CITED],
  ])
  const within = await sendRows(
    writer,
    Array.from({ length: 10 }, () => LARGE),
  )
  expect(within.body).toMatchObject({ kept: true, created: 10 })
  expect((await writer.post('/api/notes', { body: LARGE })).status).toBe(413)
})

test('an import raises the total by hundreds of rows at once, to no more than about twice what it stores', async () => {
  const writer = await app.as('Writer', 'Importer of many')
  const raises = vi.spyOn(WriteTransaction.prototype, 'raiseTotal')
  const { body } = await sendRows(
    writer,
    Array.from({ length: 400 }, () => 'x'.repeat(500)),
  )
  expect(body).toMatchObject({ kept: true, created: 400 })
  const stored = await storedBy(app, writer)
  expect(raises.mock.calls.length).toBeLessThanOrEqual(RUN_TWICE ? 12 : 6)
  vi.restoreAllMocks()
  const total = await totalOf(app, writer)
  expect(total).toBeGreaterThanOrEqual(stored)
  expect(total).toBeLessThanOrEqual(2 * stored + 150_000)
})

test('the total is never less than what is stored where commands of a batch are undone, and the others run again', async () => {
  const { storage } = app.dependencies
  for (let round = 0; round < 6; round++) {
    const writer = await app.as('Writer', `Beside ${round}`)
    const made = [0, 1, 2, 3].map(() => writer.post('/api/notes', { body: 'x'.repeat(40_000) }))
    const undone = [0, 1, 2].map(() =>
      storage.write(async (transaction) => {
        await transaction.putFile({ ...FILE, id: `undone ${round}`, content: 'undone', person: writer.id }, true)
        throw new Error('undone')
      }),
    )
    await Promise.allSettled(undone)
    expect((await Promise.all(made)).map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await totalOf(app, writer)).toBeGreaterThanOrEqual(await storedBy(app, writer))
  }
})

test('memory hears of a total only when its batch is committed', async () => {
  const { storage, current } = app.dependencies
  const writer = await app.as('Writer', 'Undone with others')
  const charge = { person: writer.id, bytes: 20_000, now: app.clock.now, isWritten: false }
  const charging = (transaction: Transaction) => chargeBytes({ running: current.running, storage, transaction }, charge)
  let runs = 0
  const first = storage.write(async (transaction) => {
    runs += 1
    await charging(transaction)
  })
  const second = storage.write(async (transaction) => {
    await transaction.raiseTotal(other.id, 0)
    throw new Error('it undoes the batch')
  })
  await Promise.allSettled([first, second])
  expect(runs).toBeGreaterThan(0)
  expect(await totalOf(app, writer)).toBeGreaterThanOrEqual(20_000)
})

test('a document that bounds it from now on, or has a column filled in, adds what is there to the totals once', async () => {
  const withoutBound = (text: string) => text.replace(/\| storage per person .*\n/, '')
  let fresh = await startApp(withoutBound(NOTES))
  const writer = await fresh.as('Writer', 'Early')
  await fresh.dependencies.storage.write(async (transaction) => {
    for (const id of ['first', 'copy'])
      await transaction.putFile({ ...FILE, person: writer.id, id, content: 'first' }, true)
  })
  const ids: string[] = []
  for (const body of ['x'.repeat(90_000), 'Größe', 'y'.repeat(3_000)])
    ids.push((await fresh.with(writer, writer.token).post('/api/notes', { body, words: ['ü'] })).body.id)
  expect((await fresh.with(writer, writer.token).delete(`/api/notes/${ids[2]}`)).status).toBe(204)
  const startWith = async (text: string) => {
    const { directory } = fresh
    await fresh.close()
    fresh = await startApp(text, directory)
  }

  await startWith(NOTES)
  const stored = await storedBy(fresh, writer)
  expect(stored).toBeGreaterThan(93_000 + FILE.size)
  expect(await totalOf(fresh, writer)).toBe(stored)
  await startWith(NOTES)
  expect(await totalOf(fresh, writer)).toBe(stored)

  const wide = NOTES.replace(
    '| field | type |\n|---|---|',
    '| field | type | required | default |\n|---|---|---|---|',
  ).replace('| words | list of text |', `| words | list of text | | |\n| more | text | yes | ${'d'.repeat(80)} |`)
  await startWith(wide)
  expect(await storedBy(fresh, writer)).toBe(stored + 3 * 80)
  expect(await totalOf(fresh, writer)).toBe(stored + 3 * 80)

  await startWith(withoutBound(wide))
  await startWith(wide)
  expect(await totalOf(fresh, writer)).toBe(stored + 3 * 80)
  await fresh.stop()
})

const FILE = {
  name: 'a.txt',
  type: 'text/plain',
  extension: 'txt',
  size: 5_000,
  createdAt: '2026-11-21T10:00:00.000Z',
  owner: null,
}
