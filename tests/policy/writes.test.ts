// A body can't set what is not the caller's to set; it is refused with the name of each such field, and nothing is stored.
// @module-tag P14
// @module-tag call/post/entity
// @module-tag call/post/entity/transition
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../helpers/compile-document.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Order

| field | type | value | limits |
|---|---|---|---|
| number | sequence "O-{000}" | | |
| title | text | | |
| price | integer | | |
| double | computed integer | \`price * 2\` | |
| key | text | | hidden |
| note | text | | |
| lines | several Line (as orders) | | |
| status | one of new, paid | | |

### Line

| field | type |
|---|---|
| name | text |`,
  4: `### Order.status

- starts: new
- ends: paid

| transition | from | to | who |
|---|---|---|---|
| pay | new | paid | Clerk |`,
  6: `| role | is |
|---|---|
| Buyer | buys |
| Clerk | is paid |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Buyer | Order | read | \`created_by == me\` | all except note |
| Buyer | Order | create, update | \`created_by == me\` | title |
| Buyer | Person | read, update | \`this == me\` | name, email |
| Clerk | Order | read | | |`,
})

let app: TestApp
let root: Caller
let buyer: Caller
let order: string

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  root = await app.as('Administrator')
  buyer = await app.as('Buyer')
  order = String((await buyer.post('/api/orders', { title: 'mine' }).expect(201)).body.id)
})
afterAll(() => app.stop())

const ID = '019aa5c0-0000-7000-8000-00000000ffff'
const intruding: readonly (readonly [string, unknown])[] = [
  ['id', ID],
  ['_version', 7],
  ['created_at', '2020-01-01T00:00:00Z'],
  ['created_by', ID],
  ['updated_by', ID],
  ['number', 'O-999'],
  ['double', 3],
  ['key', 'k'],
  ['note', 'n'],
  ['price', 5],
  ['status', 'paid'],
  ['lines', [{ name: 'made along' }]],
  ['nonesuch', 1],
  ['__proto__', { price: 1 }],
  ['constructor', 1],
]

describe.each(intruding)('the field %s', (field, value) => {
  const body = (): string => `{"title":"taken over",${JSON.stringify(field)}:${JSON.stringify(value)}}`
  const send = (method: 'post' | 'patch', path: string) =>
    app.anyone[method](path)
      .set('Authorization', `Bearer ${buyer.token}`)
      .set('Content-Type', 'application/json')
      .send(body())

  test('is refused by name when a record is created, and none is', async () => {
    const before = (await root.get('/api/orders?count=exact')).body.count
    const answer = await send('post', '/api/orders')
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field])
    expect((await root.get('/api/orders?count=exact')).body.count).toBe(before)
  })

  test('is refused by name when a record is changed, and nothing of the rest is stored', async () => {
    const before = (await root.get(`/api/orders/${order}`)).body
    const answer = await send('patch', `/api/orders/${order}`)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field])
    expect((await root.get(`/api/orders/${order}`)).body).toEqual(before)
  })
})

test('a field that may be neither read nor written is refused as one that does not exist', async () => {
  const refused = async (field: string): Promise<string> => {
    const { body } = await buyer.patch(`/api/orders/${order}`, { [field]: 'x' }).expect(422)
    return JSON.stringify({ ...body, request: '' })
      .replaceAll(field, 'FIELD')
      .replaceAll(/Key|Note|Nonesuch/g, 'FIELD')
  }
  expect(await refused('key')).toBe(await refused('nonesuch'))
  expect(await refused('note')).toBe(await refused('nonesuch'))
})

test(
  'a state changes only by its transition, and only for those who may do it',
  { tags: 'reference/point-4-states-and-transitions' },
  async () => {
    await buyer.post(`/api/orders/${order}/pay`, {}).expect(403)
    await buyer.post(`/api/orders/${order}/pay`, { status: 'paid' }).expect((answer) => {
      if (![403, 422].includes(answer.status)) throw new Error(`it answered ${answer.status}`)
    })
    expect((await root.get(`/api/orders/${order}`)).body.status).toBe('new')
  },
)

test.each([{ roles: ['Administrator'] }, { roles: ['Clerk'] }, { active: false }, { administrator: true }])(
  'nobody gives himself %j',
  async (body) => {
    const before = (await root.get(`/api/people/${buyer.id}`)).body
    const answer = await buyer.patch(`/api/people/${buyer.id}`, { name: 'Taken over', ...body })
    expect(answer.status).toBe(422)
    expect((await root.get(`/api/people/${buyer.id}`)).body).toEqual(before)
  },
)
