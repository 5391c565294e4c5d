// A field of a line that its head makes required is asked for when the head changes, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Order

| field | type | required | value |
|---|---|---|---|
| name | text | yes | |
| level | integer | no | |
| urgent | computed yes/no | | \`level != null and level > 3\` |

### Position

| field | type | required |
|---|---|---|
| order | Order, part of it (as positions) | yes |
| what | text | yes |
| due | date | \`order.urgent\` |
| proof | text | \`order.status == "sent"\` |
`,
  4: `### Order.status

- starts: open
- ends: sent

| transition | from | to | who |
|---|---|---|---|
| send | open | sent | Clerk |
`,
  6: `| role | is |
|---|---|
| Clerk | works |

| role | entity | may |
|---|---|---|
| Clerk | Order, Position | everything |
`,
})

let app: TestApp
let clerk: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk', 'Ada')
})
afterAll(() => app.stop())

test('by a plain change, also of what the condition works out, and by a transition', async () => {
  const position = { what: 'Tiles', due: '2026-12-01' }
  const { body } = await clerk
    .post('/api/orders', { name: 'Roof', positions: [position, { what: 'Nails' }] })
    .expect(201)
  const change = (values: object) => clerk.patch(`/api/orders/${body.id}`, values)
  const refused = await change({ level: 4 })
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toMatchObject([{ field: 'positions', code: 'required' }])
  await change({ level: 2 }).expect(200)
  expect((await clerk.post(`/api/orders/${body.id}/send`, {})).status).toBe(422)
  const list = await clerk.get(`/api/positions?filter=${encodeURIComponent('what == "Nails"')}`)
  const [nails] = list.body.items
  await clerk.patch(`/api/positions/${nails.id}`, { due: '2026-12-02', proof: 'x' }).expect(200)
  await change({ level: 4 }).expect(200)
  expect((await clerk.post(`/api/orders/${body.id}/send`, {})).status).toBe(422)
})

test('a line that is sent with its head is named by its place', async () => {
  const { body } = await clerk.post('/api/orders', { name: 'Wall', positions: [{ what: 'Bricks' }] }).expect(201)
  const sent = { level: 5, positions: [{ id: body.positions?.[0]?.id, what: 'Bricks' }] }
  const refused = await clerk.patch(`/api/orders/${body.id}`, sent).set('If-Match', `"${body._version}"`)
  expect(refused.status, JSON.stringify(refused.body)).toBe(422)
  expect(refused.body.errors[0].field).toMatch(/^positions\b.*due$/)
})
