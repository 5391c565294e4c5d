// Lists are in one order by fields that hold several values, and sums of what a caller may not read are nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const SHELF = documentOf({
  3: `### Shelf

| field | type |
|---|---|
| name | text |
| marks | list of text |
| near | several Shelf (as nearby) |
| extra | json |
| weight | duration |`,
  6: `| role | is |
|---|---|
| Keeper | keeps |
| Guest | looks |

| role | entity | may | fields | where |
|---|---|---|---|---|
| Keeper | Shelf | everything | | |
| Guest | Shelf | read | name, near | |
| Guest | Shelf | read | marks, extra | \`name != "hidden"\` |`,
  7: `### GET /api/weights

- who: Guest

1. answer 200

\`\`\`json
{ "sum": "\`Shelf.sum(s, Shelf.first().weight)\`" }
\`\`\``,
})

let app: TestApp
let keeper: Caller
let guest: Caller
beforeAll(async () => {
  app = await startApp(SHELF)
  keeper = await app.as('Keeper')
  guest = await app.as('Guest')
  const create = async (body: object): Promise<string> => (await keeper.post('/api/shelves', body).expect(201)).body.id
  const [a, b] = [await create({ name: 'a' }), await create({ name: 'b', weight: 'PT8H' })]
  await create({ name: 'one', marks: ['x'], near: [a], extra: [1] })
  await create({ name: 'two', marks: ['x', 'y'], near: [a, b], extra: { a: 'B' } })
  await create({ name: 'other', marks: ['y'], near: [b], extra: 'B' })
})
afterAll(() => app.stop())

const named = async (caller: Caller, sort: string): Promise<readonly string[]> => {
  const { status, body } = await caller.get(`/api/shelves?sort=${sort}&filter=${encodeURIComponent('near.size() > 0')}`)
  expect(status).toBe(200)
  return (body.items as readonly { readonly name: string }[]).map(({ name }) => name)
}

test('by the text of the list, as far as it may be read', async () => {
  for (const caller of [keeper, guest]) {
    expect(await named(caller, 'marks')).toEqual(['two', 'one', 'other'])
    expect(await named(caller, 'near')).toEqual(['two', 'one', 'other'])
    expect(await named(caller, 'extra')).toEqual(['other', 'one', 'two'])
  }
})

test('a sum of what may not be read is nothing', async () => {
  const { status, body } = await guest.get('/api/weights')
  expect([status, body]).toEqual([200, { sum: 'PT0S' }])
})
