// Questions that would take hours, and those with thousands of groups: they are cut, and that is said.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import { startApp } from '../../../apps/start-app.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Item

| field | type | limits |
|---|---|---|
| rank | integer | |`,
  6: `| role | is |
|---|---|
| Reader | reads |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Reader | Item | read | | all |`,
})

let app: TestApp
let reader: Caller
let other: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  ;[reader, other] = [await app.as('Reader', 'One'), await app.as('Reader', 'Other')]
  const root = await app.as('Administrator')
  const { newId, storage } = app.dependencies
  const at = '2026-11-20T00:00:00.000Z'
  const standard = { _version: 1, created_at: at, created_by: root.id, updated_at: at, updated_by: root.id }
  await storage.write(async (transaction) => {
    for (let rank = 0; rank < 1_001; rank++) await transaction.insert('Item', { id: newId(at), ...standard, rank })
  })
})

afterAll(() => app.stop())

/** A thousand times a thousand times a thousand times a thousand rows. */
const COSTLY = 'Item.exists(a, Item.exists(b, Item.exists(c, a.rank + b.rank + c.rank + rank < 0)))'

test.each(['', '/summary'])(
  'a filter that would take hours is ended after a second, and meanwhile others are answered: %s',
  async (path) => {
    const filter = new URLSearchParams({ filter: COSTLY })
    const costly = Promise.resolve(reader.get(`/api/items${path}?${filter}`))
    const between = Array.from({ length: 5 }, () => other.get('/api/items?limit=1&count=exact').expect(200))
    for (const { body } of await Promise.all(between)) expect(body.count).toBe(1_001)
    const { status, body } = await costly
    expect([status, body.code]).toEqual([400, 'too_costly'])
  },
)

test('a summary of more than a thousand groups says that it is cut', async () => {
  const { body } = await reader.get('/api/items/summary?by=rank').expect(200)
  expect([body.groups.length, body.groups[999].key, body.truncated]).toEqual([1_000, 999, true])
  const few = await reader.get('/api/items/summary?by=rank&filter=rank%20%3C%201000').expect(200)
  expect(few.body.groups).toHaveLength(1_000)
  expect(few.body).not.toHaveProperty('truncated')
})
