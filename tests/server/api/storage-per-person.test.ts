// What one person stores is bounded where point 9 says so: texts of the records that the person created, in the trash too.
// @module-tag O11
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
