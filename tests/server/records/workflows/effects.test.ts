// Effects of point 4 on other records, names, attempts and events, over HTTP with a small document.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const ORDERS = documentOf({
  3: `
### Product

| field | type | required | limits | default |
|---|---|---|---|---|
| name | text | yes | unique | |
| stock | integer | yes | min 0 | |
| sold | integer | no | | 0 |

### Order

- order: number

| field | type | required | default |
|---|---|---|---|
| number | sequence "O-{000}" | | |
| customer | text | yes | |
| watchers | several Person (as watched_orders) | no | |
| placed_by | Person (as placed_orders) | no | |
| parent | Order (as parts) | no | |
| total | integer | no | 0 |
| due_at | date and time | no | |
| note | text | no | |

### Line

| field | type | required | default |
|---|---|---|---|
| order | Order (as lines), deleted with it | yes | |
| product | Product | yes | |
| quantity | integer | yes | 1 |
| open | yes/no | no | yes |

### Log

- deleted: for good

| field | type | required | limits |
|---|---|---|---|
| text | text | yes | unique |
| about | Order (as logs), cleared when deleted | no | |
`,
  4: `
### Order.state

- starts: new
- ends: closed

| state | meaning |
|---|---|
| new | |
| placed | |
| closed | |

| transition | from | to | who | when | asks | then | otherwise |
|---|---|---|---|---|---|---|---|
| place | new | placed | Clerk | | | | |
| close | placed | closed | nobody | \`note != "keep"\` | why: text | \`note = input.why\` | KEPT |
| close all | any | stay | Clerk | | | do close on parts { why: "all of them" } | |
| close what can be | any | stay | Clerk | | | for each part in parts: try do close on part otherwise create Log { text: "left " + part.number, about: this } | |
| watch | any | stay | Clerk | | who: Person | add input.who to watchers; note = "watched" if \`watchers.count() > 1\` | |
| leave | any | stay | Clerk | | | remove me from watchers | |
| log | any | stay | Clerk | | | create Log { text: "log " + number } unless exists | |
| empty | any | stay | Clerk | | | delete lines; note = text(lines.count()) | |
| touch | any | stay | Clerk | | | \`note = "touched"\` | |
| sign | any | stay | Clerk | | | note = "signed" if \`updated_by == me\` | |
| round | any | stay | Clerk | | | do round on this | |
| drop | any | stay | Clerk | | | delete this | |
| tidy | any | stay | Clerk | | | let large = lines.filter(l, l.quantity > 1); update large { open: false }; total = large.sum(l, l.quantity); note = text(large.count()) | |
| shout | any | stay | Clerk | | | try notify me "heard" otherwise refuse EMPTY; try create Line { order: this, product: lines.first().product, quantity: 0 - 1 } otherwise note = "no" | |
| double | any | stay | Clerk | | | let twice = total * 2; total = twice + 1 if \`twice > 0\` | |

#### place

1. \`placed_by = me\`
2. for each line in lines: update line.product { stock: line.product.stock - line.quantity }
3. update lines.filter(l, l.open) { open: false }
4. let sold = lines.sum(l, l.quantity)
5. \`total = sold\`
6. refuse EMPTY if \`sold == 0\`

### Line

| transition | when | then |
|---|---|---|
| created | | update order { note: "a line more" } |
| quantity changed | \`old.quantity < quantity\` | update product { sold: product.sold + quantity - old.quantity } |
| deleted | | create Log { text: "line of " + product.name + " is gone, left " + text(order.lines.count()) } |

### Log

| transition | when | then |
|---|---|---|
| created | \`text == "again"\` | create Log { text: "again " + text(Log.count()) } |
| created | \`text.startsWith("again ")\` | create Log { text: "again " + text(Log.count()) } |
| created | \`text == "blank"\` | text = "filled" |
| created | \`text == "twin"\` | try text = "taken" otherwise create Log { text: "instead of taken" } |
`,
  5: `
| rule | entity | must hold | otherwise |
|---|---|---|---|
| Something | Line | \`quantity > 0\` | "Take something." |
`,
  6: `
| role | is |
|---|---|
| Clerk | sells |

| role | entity | may |
|---|---|---|
| Clerk | Product, Order, Line, Log | everything |
| Clerk | Person | read |
`,
  8: `
| code | status | message | meaning |
|---|---|---|---|
| EMPTY | 422 | {number} has no lines. | |
| KEPT | 409 | {number} is kept. | |
`,
})

let app: TestApp
let clerk: Caller
let other: Caller
let names = 0

beforeAll(async () => {
  app = await startApp(ORDERS)
  clerk = await app.as('Clerk')
  other = await app.as('Clerk', 'Other')
})
afterAll(() => app.stop())

type Json = { readonly [name: string]: unknown }

async function add(entity: string, values: Json): Promise<string> {
  const { body, status } = await clerk.post(`/api/${entity}`, values)
  expect([status, body]).toMatchObject([201, {}])
  return body.id as string
}

async function get(path: string): Promise<Json> {
  return (await clerk.get(`/api/${path}`)).body as Json
}

async function logs(start: string): Promise<readonly string[]> {
  const { body } = await clerk.get(`/api/logs?sort=text&filter=${encodeURIComponent(`text.startsWith("${start}")`)}`)
  return (body.items as readonly { readonly text: string }[]).map(({ text }) => text)
}

async function orderWithLines(...quantities: readonly number[]) {
  const product = await add('products', { name: `Product ${(names += 1)}`, stock: 10 })
  const order = await add('orders', { customer: 'Ann' })
  const lines: string[] = []
  for (const quantity of quantities) lines.push(await add('lines', { order, product, quantity }))
  return { order, product, lines }
}

describe('effects', () => {
  test(
    'change other records, one by one and as a set, each seeing those before',
    { tags: 'reference/effects' },
    async () => {
      const { order, product, lines } = await orderWithLines(3, 4)
      const { body, status } = await clerk.post(`/api/orders/${order}/place`)
      expect([status, body]).toMatchObject([200, { state: 'placed', total: 7, placed_by: clerk.id }])
      expect((await get(`products/${product}`))['stock']).toBe(3)
      for (const line of lines) expect((await get(`lines/${line}`))['open']).toBe(false)
    },
  )

  test('have an entry in the history of each record that they touch', { tags: 'reference/effects' }, async () => {
    const { order, product, lines } = await orderWithLines(2)
    await clerk.post(`/api/orders/${order}/place`)
    const history = async (path: string) => (await clerk.get(`/api/${path}/history`)).body.items[0]
    expect(await history(`products/${product}`)).toMatchObject({ event: 'changed', changes: { stock: [10, 8] } })
    expect(await history(`lines/${lines[0]}`)).toMatchObject({ event: 'changed', changes: { open: [true, false] } })
    expect(await history(`orders/${order}`)).toMatchObject({ event: 'transition', transition: 'place' })
  })

  test(
    'are undone all together by one refusal, also by that of another record’s limits',
    { tags: 'reference/effects' },
    async () => {
      const { order, product, lines } = await orderWithLines(8, 8)
      const { body, status } = await clerk.post(`/api/orders/${order}/place`)
      expect([status, body.errors]).toMatchObject([422, [{ field: 'stock' }]])
      expect((await get(`products/${product}`))['stock']).toBe(10)
      expect((await get(`lines/${lines[0]}`))['open']).toBe(true)
      expect((await get(`orders/${order}`))['state']).toBe('new')
      const empty = await add('orders', { customer: 'Ben' })
      const refused = await clerk.post(`/api/orders/${empty}/place`)
      expect([refused.status, refused.body.code]).toEqual([422, 'EMPTY'])
    },
  )

  test('do a transition that nobody may do, if its "when" is met, on all or on none', async () => {
    const parent = await add('orders', { customer: 'All' })
    const parts = [await add('orders', { customer: 'A', parent }), await add('orders', { customer: 'B', parent })]
    for (const part of parts) {
      await add('lines', { order: part, product: (await orderWithLines()).product })
      expect((await clerk.post(`/api/orders/${part}/place`)).status).toBe(200)
    }
    const alone = await clerk.post(`/api/orders/${parts[0]}/close`)
    expect([alone.status, alone.body.remedy]).toEqual([403, 'It happens along with something else.'])
    await clerk.patch(`/api/orders/${parts[1]}`, { note: 'keep' })
    const { body, status } = await clerk.post(`/api/orders/${parent}/close-all`)
    expect([status, body.code]).toEqual([409, 'KEPT'])
    expect((await get(`orders/${parts[0]}`))['state']).toBe('placed')

    const tried = await clerk.post(`/api/orders/${parent}/close-what-can-be`)
    expect([tried.status, tried.body]).toMatchObject([200, {}])
    expect((await get(`orders/${parts[0]}`))['state']).toBe('closed')
    const kept = await get(`orders/${parts[1]}`)
    expect(kept['state']).toBe('placed')
    expect(await logs('left')).toEqual([`left ${String(kept['number'])}`])

    await clerk.patch(`/api/orders/${parts[1]}`, { note: null })
    await clerk.post(`/api/orders/${parts[0]}/touch`)
    const again = await clerk.post(`/api/orders/${parent}/close-all`)
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  })

  test('pass inputs to the transition that they do', async () => {
    const parent = await add('orders', { customer: 'All' })
    const { order } = await orderWithLines(1)
    await clerk.patch(`/api/orders/${order}`, { parent })
    await clerk.post(`/api/orders/${order}/place`)
    expect((await clerk.post(`/api/orders/${parent}/close-all`)).status).toBe(200)
    expect(await get(`orders/${order}`)).toMatchObject({ state: 'closed', note: 'all of them' })
  })

  test('add to a relation and take out of it, once each', { tags: 'reference/effects' }, async () => {
    const order = await add('orders', { customer: 'Watched' })
    const watch = (who: string) => clerk.post(`/api/orders/${order}/watch`, { who })
    expect((await watch(clerk.id)).body).toMatchObject({ watchers: [clerk.id], note: null })
    expect((await watch(clerk.id)).body).toMatchObject({ watchers: [clerk.id] })
    expect((await watch(other.id)).body).toMatchObject({ watchers: [clerk.id, other.id], note: 'watched' })
    expect((await clerk.post(`/api/orders/${order}/leave`)).body).toMatchObject({ watchers: [other.id] })
  })

  test('create a record unless there is one with the same unique field', { tags: 'reference/effects' }, async () => {
    const order = await add('orders', { customer: 'Logged' })
    for (const _ of [1, 2]) expect((await clerk.post(`/api/orders/${order}/log`)).status).toBe(200)
    expect(await logs('log ')).toHaveLength(1)
  })

  test('name a value for those that follow', { tags: 'reference/effects' }, async () => {
    const { order } = await orderWithLines(2)
    expect((await clerk.post(`/api/orders/${order}/double`)).body.total).toBe(0)
    await clerk.post(`/api/orders/${order}/place`)
    expect((await clerk.post(`/api/orders/${order}/double`)).body.total).toBe(5)
  })

  test('name a set, and do with it what one does with sets', async () => {
    const { order, lines } = await orderWithLines(1, 2, 3)
    const { body, status } = await clerk.post(`/api/orders/${order}/tidy`)
    expect([status, body]).toMatchObject([200, { total: 5, note: '2' }])
    const open = await Promise.all(lines.map(async (line) => (await get(`lines/${line}`))['open']))
    expect(open).toEqual([true, false, false])
  })

  test('see who changes the record: the transition comes before them', async () => {
    const order = await add('orders', { customer: 'Signed' })
    expect((await other.post(`/api/orders/${order}/sign`)).body).toMatchObject({ note: 'signed', updated_by: other.id })
  })

  test('that are tried and refused are not written later with what follows', async () => {
    await add('logs', { text: 'taken' })
    expect(await get(`logs/${await add('logs', { text: 'twin' })}`)).toMatchObject({ text: 'twin' })
    expect(await logs('instead')).toHaveLength(1)
  })

  test('that are tried leave nothing behind when a rule refuses them', { tags: 'reference/effects' }, async () => {
    const { order } = await orderWithLines(1)
    const before = (await clerk.get('/api/system/inbox')).body.items.length as number
    const { body, status } = await clerk.post(`/api/orders/${order}/shout`)
    expect([status, body]).toMatchObject([200, { note: 'no' }])
    expect((await clerk.get('/api/system/inbox')).body.items).toHaveLength(before + 1)
    const lines = await clerk.get(`/api/lines?filter=${encodeURIComponent(`order.id == "${order}"`)}`)
    expect(lines.body.items).toHaveLength(1)
  })

  test('delete other records, and the record itself', async () => {
    const { order, lines } = await orderWithLines(1, 1)
    expect((await clerk.post(`/api/orders/${order}/empty`)).body.note).toBe('0')
    expect((await clerk.get(`/api/lines/${lines[0]}`)).status).toBe(404)
    expect((await clerk.post(`/api/orders/${order}/drop`)).status).toBe(200)
    expect((await clerk.get(`/api/orders/${order}`)).status).toBe(404)
  })

  test('that go round in a circle are refused whole, and the line is cited', async () => {
    const order = await add('orders', { customer: 'Round' })
    const { body, status } = await clerk.post(`/api/orders/${order}/round`)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.detail).toMatch(/more than 20 effects in a row/)
    expect(body.source.text).toMatch(/do round on this/)
    expect((await get(`orders/${order}`))['_version']).toBe(1)
  })
})

describe('what happens when a record', () => {
  test(
    'is created, changed in one field, or deleted: the document does the rest in the same moment',
    { tags: 'reference/events' },
    async () => {
      const { order, product, lines } = await orderWithLines(2, 2)
      expect((await get(`orders/${order}`))['note']).toBe('a line more')
      await clerk.patch(`/api/lines/${lines[0]}`, { quantity: 5 })
      expect((await get(`products/${product}`))['sold']).toBe(3)
      await clerk.patch(`/api/lines/${lines[0]}`, { quantity: 1 })
      await clerk.patch(`/api/lines/${lines[0]}`, { open: false })
      expect((await get(`products/${product}`))['sold']).toBe(3)
      const name = String((await get(`products/${product}`))['name'])
      expect((await clerk.delete(`/api/lines/${lines[0]}`)).status).toBe(204)
      expect(await logs(`line of ${name}`)).toEqual([`line of ${name} is gone, left 1`])
    },
  )

  test('is created: what is set then belongs to the creation', async () => {
    const { body } = await clerk.post('/api/logs', { text: 'blank' })
    expect(body).toMatchObject({ text: 'filled', _version: 1 })
    expect((await clerk.get(`/api/logs/${body.id}/history`)).body.items).toMatchObject([
      { event: 'created', changes: { text: [null, 'filled'] } },
    ])
  })

  test('goes with another that is deleted: that counts as deleted too', { tags: 'reference/events' }, async () => {
    const { order, product } = await orderWithLines(1)
    const name = String((await get(`products/${product}`))['name'])
    expect((await clerk.delete(`/api/orders/${order}`)).status).toBe(204)
    expect(await logs(`line of ${name}`)).toEqual([`line of ${name} is gone, left 0`])
  })

  test('sets off another of its kind without end, the whole is refused', async () => {
    const count = (await clerk.get('/api/logs?count=exact')).body.count
    const { status, body } = await clerk.post('/api/logs', { text: 'again' })
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect((await clerk.get('/api/logs?count=exact')).body.count).toBe(count)
  })
})
