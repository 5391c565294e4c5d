// An entity with two workflows: each state moves by its own transitions, and all that asks for a state asks for the right one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDERS } from '../../../apps/orders.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

let app: TestApp
let clerk: Caller
let warehouse: Caller
let accountant: Caller
let count = 0

beforeAll(async () => {
  app = await startApp(ORDERS)
  clerk = await app.as('Clerk')
  warehouse = await app.as('Warehouse')
  accountant = await app.as('Accountant')
})
afterAll(() => app.stop())

/** Its path. `done`: transitions with what they are given, by the first that may do each. */
async function order(values: object = {}, done: readonly (readonly [who: Caller, name: string, body?: object])[] = []) {
  const { body, status } = await clerk.post('/api/orders', { title: `Order ${(count += 1)}`, amount: 50, ...values })
  expect([status, body]).toMatchObject([201, {}])
  const path = `/api/orders/${body.id}`
  for (const [who, name, given] of done)
    expect((await who.post(`${path}/${name}`, given)).body, name).not.toHaveProperty('code')
  return path
}

const PACKED = () => [[clerk, 'pack']] as const
const PAID = () => [...PACKED(), [clerk, 'pay', { receipt: 'R' }]] as const
const SHIPPED = () => [...PAID(), [warehouse, 'ship', { tracking: 'T' }]] as const

describe('a new record', () => {
  test('is where each of its workflows starts, whatever default the field has', async () => {
    expect((await clerk.get(await order())).body).toMatchObject({ delivery: 'draft', payment: 'due' })
  })

  test(
    'made by a transition is where that leads, and where the other workflow starts',
    { tags: 'reference/transitions-that-create' },
    async () => {
      const ordered = await clerk.post('/api/orders/order', { title: 'A', amount: 1 })
      expect([ordered.status, ordered.body]).toMatchObject([201, { delivery: 'packed', payment: 'due' }])
      const prepaid = await clerk.post('/api/orders/prepay', { title: 'A', amount: 1, receipt: 'R' })
      expect([prepaid.status, prepaid.body]).toMatchObject([201, { delivery: 'draft', payment: 'paid', receipt: 'R' }])
      const bare = await clerk.post('/api/orders/prepay', { title: 'A', amount: 1 })
      expect([bare.status, bare.body.errors]).toMatchObject([422, [{ field: 'receipt', code: 'required' }]])
    },
  )

  test('is given neither state by hand, and none later', async () => {
    const given = await clerk.post('/api/orders', { title: 'A', amount: 1, delivery: 'packed', payment: 'paid' })
    const errors = ['delivery', 'payment'].map((field) => ({ field, code: 'state_field' }))
    expect([given.status, given.body.errors]).toMatchObject([422, errors])
    const changed = await clerk.patch(await order(), { payment: 'paid', delivery: 'packed' })
    expect([changed.status, changed.body.errors]).toMatchObject([422, errors.toReversed()])
  })
})

describe('a transition', () => {
  test('moves only the state of its own workflow', { tags: 'reference/several-fields-with-states' }, async () => {
    const path = await order()
    expect((await clerk.post(`${path}/pay`, { receipt: 'R' })).body).toMatchObject({
      delivery: 'draft',
      payment: 'paid',
    })
    expect((await clerk.post(`${path}/pack`)).body).toMatchObject({ delivery: 'packed', payment: 'paid', _version: 3 })
  })

  test('is refused by the state of its own workflow, and names that one', async () => {
    const path = await order({}, PAID())
    const paid = await clerk.post(`${path}/pay`, { receipt: 'again' })
    expect([paid.status, paid.body]).toMatchObject([409, { code: 'conflict', state: 'paid' }])
    expect(paid.body.remedy).toBe('“Pay” needs the state “Due”. It is “Paid” now: “Pay” by Clerk 1, 10:00 AM.')
    const packed = await clerk.post(`${path}/pack`)
    expect([packed.status, packed.body]).toMatchObject([409, { code: 'conflict', state: 'packed' }])
  })

  test(
    'may depend on the other state, and says what stands in its way',
    { tags: 'reference/several-fields-with-states' },
    async () => {
      const path = await order({ title: 'Chair' }, PACKED())
      const { status, body } = await warehouse.post(`${path}/ship`, { tracking: 'T' })
      expect([status, body.code]).toEqual([409, 'UNPAID'])
      // Those who may not read what it depends on do not learn it.
      expect(body.detail).toBe('Chair is ….')
    },
  )

  test('does a transition of the other workflow as one of its effects', async () => {
    const path = await order({}, SHIPPED())
    const { body } = await warehouse.post(`${path}/take-back`, { why: 'broken' })
    expect(body).toMatchObject({ delivery: 'returned', payment: 'refunded', note: 'broken' })
    const { items } = (await clerk.get(`${path}/history`)).body
    expect(items.map((item: { transition?: string; event: string }) => item.transition ?? item.event)).toEqual([
      'take_back',
      'refund',
      'ship',
      'pay',
      'pack',
      'created',
    ])
    // Both are changes of it: no version stands for two of them.
    expect(body._version).toBe(6)
  })

  test('whose effects may not be done is not done either', async () => {
    const path = await order({}, [...SHIPPED(), [accountant, 'correct', { to: 'due' }]])
    const { status, body } = await warehouse.post(`${path}/take-back`)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect((await clerk.get(path)).body).toMatchObject({ delivery: 'shipped', payment: 'due' })
  })

  test('that leads to several states takes one of its own workflow', async () => {
    const path = await order()
    expect((await accountant.post(`${path}/correct`, { to: 'packed' })).body.errors).toMatchObject([{ field: 'to' }])
    expect((await accountant.post(`${path}/correct`, { to: 'paid', receipt: 'R' })).body).toMatchObject({
      delivery: 'draft',
      payment: 'paid',
    })
  })

  test('asks for another person than the one who did one of the other workflow', async () => {
    const path = await order({}, [...PACKED(), [warehouse, 'pay', { receipt: 'R' }]])
    expect((await warehouse.post(`${path}/ship`, { tracking: 'T' })).status).toBe(403)
    const other = await app.as('Warehouse', 'Other')
    expect((await other.post(`${path}/ship`, { tracking: 'T' })).body.delivery).toBe('shipped')
  })

  test('is bound by the rules that name it', async () => {
    const path = await order({ amount: 0 })
    expect((await clerk.post(`${path}/pay`, { receipt: 'R' })).body.code).toBe('NOTHING')
    expect((await clerk.post(`${path}/pack`)).status).toBe(200)
  })
})

describe('fields bound to states', () => {
  test('are required by the state of either workflow, and asked for by the transition that leads there', async () => {
    const path = await order({}, PACKED())
    const asked = (await clerk.get('/api/openapi.json')).body.components.schemas.Order_pay
    expect(Object.keys(asked.properties)).toEqual(['receipt'])
    const { status, body } = await clerk.post(`${path}/pay`)
    expect([status, body.errors]).toMatchObject([422, [{ field: 'receipt', code: 'required' }]])
    await clerk.post(`${path}/pay`, { receipt: 'R' })
    const emptied = await clerk.patch(path, { receipt: null })
    expect([emptied.status, emptied.body.errors]).toMatchObject([422, [{ field: 'receipt', code: 'required' }]])
    const shipped = await warehouse.post(`${path}/ship`)
    expect([shipped.status, shipped.body.errors]).toMatchObject([422, [{ field: 'tracking', code: 'required' }]])
  })

  test('are hidden where either state hides them', { tags: 'reference/several-fields-with-states' }, async () => {
    const cheap = await order({ terms: 'T' }, SHIPPED())
    expect((await clerk.get(cheap)).body.terms).toBe('T')
    const dear = await order({ amount: 2000, terms: 'T' })
    expect((await clerk.get(dear)).body.terms).toBe('T')
    await clerk.post(`${dear}/pay`, { receipt: 'R' })
    expect((await clerk.get(dear)).body).not.toHaveProperty('terms')
    await warehouse.post(`${cheap}/take-back`)
    expect((await clerk.get(cheap)).body).not.toHaveProperty('terms')
  })

  test('are read only where either state says so, with the line that does', async () => {
    const path = await order({ terms: 'T' }, SHIPPED())
    const closed = await clerk.patch(path, { terms: 'U' })
    expect([closed.status, closed.body.errors]).toMatchObject([422, [{ field: 'terms', code: 'not_allowed' }]])
    expect(closed.body.source.text).toBe('| terms | | read only | read only | | hidden |')
    expect((await clerk.patch(path, { title: 'New' })).status).toBe(200)
    await warehouse.post(`${path}/take-back`)
    expect((await clerk.patch(path, { title: 'Newer' })).body.source.text).toBe('| title | | | read only | |')
  })
})

describe('a state that somebody may not read', () => {
  test('is no part of the model of their client, and the other workflow is', async () => {
    const model = JSON.stringify((await warehouse.get('/api/spec')).body)
    expect(model).toContain('take_back')
    const told = (await warehouse.get('/api/openapi.json')).body.paths
    expect(Object.keys(told).filter((path) => path.startsWith('/api/orders/{id}/'))).toContain('/api/orders/{id}/ship')
    const listed = await warehouse.get('/api/orders?sort=payment')
    expect(listed.status).toBe(200)
  })

  test('is not named where it refuses a transition that they may do', async () => {
    const path = await order({}, PAID())
    const { status, body } = await warehouse.post(`${path}/pay`, { receipt: 'R' })
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body).not.toHaveProperty('state')
    const { _may } = (await warehouse.get(`${path}?may=yes`)).body
    expect(_may.transitions.pay.refusal).not.toHaveProperty('state')
    expect(_may.transitions.arrive.refusal.state).toBe('packed')
    const dear = await order({ amount: 100_000 })
    expect((await clerk.post(`${dear}/pay`, { receipt: 'R' })).body).toMatchObject({ code: 'DEAR', state: 'due' })
    const hidden = await warehouse.post(`${dear}/pay`, { receipt: 'R' })
    expect([hidden.status, hidden.body.code]).toEqual([403, 'DEAR'])
    expect(hidden.body).not.toHaveProperty('state')
  })
})

test('what may be done says so for the transitions of both workflows', async () => {
  const path = await order({}, PAID())
  const allowed = async (who: Caller) =>
    Object.entries<{ allowed: boolean }>((await who.get(`${path}?may=yes`)).body._may.transitions)
      .filter(([, decision]) => decision.allowed)
      .map(([name]) => name)
  expect(await allowed(warehouse)).toEqual(['ship'])
  expect(await allowed(accountant)).toEqual(['correct'])
  expect(await allowed(clerk)).toEqual([])
})

test('lists, sums and messages know either state', async () => {
  const path = await order({ title: 'Sofa', amount: 7777 }, SHIPPED())
  const filter = encodeURIComponent('delivery == "shipped" and payment == "paid" and amount == 7777')
  expect((await clerk.get(`/api/orders?filter=${filter}`)).body.items).toMatchObject([{ title: 'Sofa' }])
  const groups = (await clerk.get(`/api/orders/summary?by=payment&filter=${encodeURIComponent('amount == 7777')}`)).body
  expect(groups.groups).toMatchObject([{ key: 'paid', measures: { count: 1 } }])
  await warehouse.post(`${path}/arrive`)
  expect((await clerk.get('/api/system/inbox')).body.items[0].text).toBe('Sofa is arrived, and paid')
})

test('why a transition is refused is explained by the state of its workflow, to those who may read it', async () => {
  const path = await order({}, PAID())
  const explain = async (who: Caller, name: string) => {
    const body = name === 'pay' ? { receipt: 'R' } : {}
    const call = { method: 'POST', path: `${path}/${name}`, body }
    return (await who.post('/api/system/explain', { call })).body.remedy.ways[0].conditions[0]
  }
  expect(await explain(warehouse, 'arrive')).toMatchObject({ text: 'Delivery is shipped', met: false })
  expect(await explain(clerk, 'pay')).toMatchObject({ text: 'Payment is due', met: false })
  expect(await explain(warehouse, 'pay')).not.toHaveProperty('met')
})
