// Sentences of the language that no other test runs: texts, rows of transitions, taken rights, constants by date, lookups.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Order

- order: weight descending, title

| field | type | required | default | limits | value |
|---|---|---|---|---|---|
| title | text | yes | | unique per team | |
| team | text | | | | |
| note | long text | | | | |
| weight | integer | | 1 | | |
| country | one of at, de, fr | | at | | |
| rank | one of low, high | | \`"low"\` | | |
| author | Person (as orders) | | \`me\` | | |
| helpers | several Person (as helped) | | | | |
| tax | computed number | | | | \`limits.vat\` |
| rate | computed text | | | | \`text(lookup.rate[country])\` |
| helped | computed yes/no | | | | \`me in helpers\` |
`,
  4: `### Order.status

- starts: new
- ends: done

| transition | from | to | who | when | then |
|---|---|---|---|---|---|
| finish | new | done | Clerk | \`weight > 5\` | note = "heavy" |
| finish | new | parked | Clerk | | note = "light" |
| place | any | parked, done | Clerk | | |
| help | any | stay | everyone | | add me to helpers |
| leave | any | stay | everyone | | remove me from helpers |
`,
  6: `| role | is |
|---|---|
| Clerk | works |
| Guest | looks |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Order | read, update, delete | | all |
| Clerk | Order | create | | all except rank |
| everyone | Order | read | | all except note |
| except Guest | Order | read | \`team == "inner"\` | all |
| everyone | Person | read | | name |
`,
  9: `| name | value | from |
|---|---|---|
| vat | 19 % | |
| vat | 21 % | 2026-12-01 |
| page size | 2 | |

### Lookup rate

| country | rate |
|---|---|
| at | 20 |
| de | 19 |
`,
})

let app: TestApp
let clerk: Caller
let guest: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
  guest = await app.as('Guest')
})
afterAll(() => app.stop())

let count = 0
const make = async (fields: object = {}) => {
  const { status, body } = await clerk.post('/api/orders', { title: `Order ${++count}`, ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const read = async (id: string, caller = clerk) => (await caller.get(`/api/orders/${id}`)).body

describe('a text', () => {
  test('that is empty is stored as empty, so that a required one is refused', { tags: 'reference/types' }, async () => {
    const { id, note } = await make({ note: '' })
    expect(note).toBeNull()
    const { status, body } = await clerk.patch(`/api/orders/${id}`, { title: '' })
    expect([status, body.errors[0].field]).toEqual([422, 'title'])
  })

  test('that is absent from an update stays as it was', async () => {
    const { id } = await make({ note: 'kept' })
    await clerk.patch(`/api/orders/${id}`, { weight: 3 })
    expect((await read(id)).note).toBe('kept')
  })

  test('is unique among those of its team only', { tags: 'reference/limits' }, async () => {
    await make({ title: 'Same', team: 'a' })
    await make({ title: 'Same', team: 'b' })
    const { status, body } = await clerk.post('/api/orders', { title: 'Same', team: 'b' })
    expect([status, body.errors[0].field]).toEqual([409, 'title'])
  })
})

describe('a transition', () => {
  test('of several rows does the first that fits', { tags: 'reference/point-4-states-and-transitions' }, async () => {
    const finish = async (weight: number) => {
      const { id } = await make({ weight })
      return (await clerk.post(`/api/orders/${id}/finish`)).body
    }
    expect(await finish(9)).toMatchObject({ status: 'done', note: 'heavy' })
    expect(await finish(2)).toMatchObject({ status: 'parked', note: 'light' })
  })

  test('with several states in "to" asks which', { tags: 'reference/point-4-states-and-transitions' }, async () => {
    const { id } = await make()
    expect((await clerk.post(`/api/orders/${id}/place`, {})).status).toBe(422)
    expect((await clerk.post(`/api/orders/${id}/place`, { to: 'done' })).body.status).toBe('done')
  })

  test(
    'that stays keeps the state, and adds and removes the person who acts',
    { tags: 'reference/point-4-states-and-transitions' },
    async () => {
      const { id } = await make()
      const joined = (await clerk.post(`/api/orders/${id}/help`)).body
      expect([joined.status, joined.helpers, joined.helped]).toEqual(['new', [clerk.id], true])
      expect((await read(id, guest)).helped).toBe(false)
      expect((await clerk.post(`/api/orders/${id}/leave`)).body.helpers).toEqual([])
    },
  )
})

describe('a right', () => {
  test(
    'that is taken from a role outweighs what all have',
    { tags: 'reference/point-6-roles-and-permissions' },
    async () => {
      const { id: inner } = await make({ team: 'inner' })
      const { id: outer } = await make({ team: 'outer' })
      expect((await guest.get(`/api/orders/${inner}`)).status).toBe(404)
      expect((await guest.get(`/api/orders/${outer}`)).status).toBe(200)
      expect((await clerk.get(`/api/orders/${inner}`)).status).toBe(200)
    },
  )

  test(
    'that lacks a field gives it its default, and refuses it where it is sent',
    { tags: 'reference/point-6-roles-and-permissions' },
    async () => {
      expect((await make()).rank).toBe('low')
      const { status, body } = await clerk.post('/api/orders', { title: 'High', rank: 'high' })
      expect([status, body.errors[0].field]).toEqual([422, 'rank'])
    },
  )
})

test(
  'a list has the order and the page that the document gives it',
  { tags: 'reference/settings-of-an-entity' },
  async () => {
    await make({ title: 'B', weight: 100 })
    await make({ title: 'A', weight: 100 })
    const { items } = (await clerk.get('/api/orders')).body
    expect(items.map(({ title }: { title: string }) => title)).toEqual(['A', 'B'])
  },
)

test('a lookup with one key gives its cell, and nothing where it has no such row', async () => {
  expect((await make({ country: 'de' })).rate).toBe('19')
  expect((await make({ country: 'fr' })).rate).toBeNull()
})

test(
  'a constant has the value in force at the moment',
  { tags: 'reference/point-9-business-constants-and-limits' },
  async () => {
    const { id } = await make()
    const before = (await read(id)).tax
    const { now } = app.clock
    app.clock.now = Date.parse('2026-12-02T10:00:00Z')
    const after = (await read(id)).tax
    app.clock.now = now
    expect([Number(before), Number(after)]).toEqual([0.19, 0.21])
  },
)
