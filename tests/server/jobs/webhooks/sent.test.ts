// What webhooks send: rendered in the transaction, sent after the commit, once, signed, in order.
// @module-tag R01
// @module-tag P01
// @module-tag I10
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entityNamed } from '../../../../server/policy/policy.ts'
import { runInTransaction } from '../../../../server/records/write/unit-of-work.ts'
import { runCreate } from '../../../../server/records/write/run-create.ts'
import { compile } from '../../../../shared/compile.ts'
import { systemActor } from '../../../../shared/policy/actor.ts'
import { sayDiagnostics } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import type { Orders } from './start-orders.ts'
import { startOrders } from './start-orders.ts'
import type { Received, Receiver } from './start-receiver.ts'

let orders: Orders
let receiver: Receiver
let app: TestApp
let clerk: Caller
let create: Orders['create']
let order: Orders['order']
let deliveriesOf: Orders['deliveriesOf']
beforeAll(async () => {
  orders = await startOrders()
  ;({ receiver, app, clerk, create, order, deliveriesOf } = orders)
})
afterAll(() => orders.stop())
beforeEach(() => orders.clear())

test('nothing of webhooks is noted as not run', () => {
  const notes = sayDiagnostics(orders.text, compile(orders.text), ['error', 'warning', 'note'])
  expect(notes.filter((note) => /not-run|error|send|outgoing/i.test(note))).toEqual([])
})

describe('what is sent', () => {
  test(
    'is rendered where the effect stands, leaves after the commit, once, and signed by the address',
    { tags: 'reference/webhooks' },
    async () => {
      const id = await order({ price: '12.50' })
      await clerk.post('/api/lines', { order: id, name: 'red' }).expect(201)
      await clerk.post(`/api/orders/${id}/announce`, { why: 'a & b?' }).expect(200)
      expect(receiver.received).toEqual([])
      // What is changed afterwards tells nothing new of what was sent before.
      await clerk.patch(`/api/orders/${id}`, { text: 'ink' }).expect(200)
      await Promise.all([app.runner.runDue(), app.runner.runDue()])
      await app.runner.runDue()
      expect(receiver.paths()).toEqual([`PUT /orders/${id}?why=a%20%26%20b%3F`])
      const { headers, body } = receiver.received[0] as Received
      expect(JSON.parse(body)).toEqual({ text: 'pens!', why: 'a & b?', price: '12.50', lines: [{ label: 'red' }] })
      const seconds = Math.floor(app.clock.now / 1_000)
      const signed = `${String(headers['webhook-id'])}.${seconds}.${body}`
      const signature = createHmac('sha256', Buffer.alloc(32, 'new')).update(signed).digest('base64')
      expect(headers).toMatchObject({
        'webhook-timestamp': String(seconds),
        'webhook-signature': `v1,${signature}`,
        'idempotency-key': headers['webhook-id'],
        'content-type': 'application/json',
      })
      expect(Object.keys(headers).filter((name) => /cookie|authorization/.test(name))).toEqual([])
    },
  )

  test(
    'is not sent where the transition is refused, undone or the condition is not met',
    { tags: 'reference/webhooks' },
    async () => {
      const id = await order({ text: 'quiet' })
      await clerk.post(`/api/orders/${id}/announce`, { why: 'x' }).expect(200)
      await clerk.post(`/api/orders/${id}/fail`).expect(409)
      await app.runner.runDue()
      expect(receiver.received).toEqual([])
    },
  )

  test.each(['.', '..'])('goes to no address where a value of it is “%s”, a step in the path', async (text) => {
    const id = await create({ text })
    await app.runner.runDue()
    expect(receiver.paths()).toEqual([])
    const [failed] = await deliveriesOf(id, '')
    expect(failed).toMatchObject({ status: 'failed', problem: expect.stringContaining('is no address'), url: '' })
    receiver.received.length = 0
    // A dot in a name, and one behind the path, are as good as any letter.
    await create({ text: `a${text}b` })
    await clerk.post(`/api/orders/${id}/announce`, { why: text }).expect(200)
    await app.runner.runDue()
    expect(receiver.paths().toSorted()).toEqual([`POST /created/a${text}b`, `PUT /orders/${id}?why=${text}`])
  })

  test('of an earlier version is listed without the name and password of its address', async () => {
    const id = await order()
    await clerk.patch(`/api/orders/${id}`, { price: '3.00' }).expect(200)
    await app.dependencies.storage.write(async (transaction) => {
      const jobs = await transaction.newestJobs('webhook', 200)
      for (const job of jobs)
        await transaction.changeJob({
          ...job,
          value: { ...job.value, url: String(job.value['url']).replace('://', '://crm:canary@') },
        })
    })
    const [listed] = await deliveriesOf(id)
    expect(listed?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/prices$/)
  })

  test(
    'follows transitions, creations, changes of a field and deletions of the table of point 7',
    { tags: 'reference/outgoing-calls' },
    async () => {
      const id = await create({ text: 'a/b?c', price: '1.00', buyer: clerk.id })
      await clerk.patch(`/api/orders/${id}`, { text: 'none' }).expect(200)
      await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
      await clerk.post(`/api/orders/${id}/dispatch`).expect(200)
      await clerk.delete(`/api/orders/${id}`).expect(204)
      await app.runner.runDue()
      expect(
        receiver.received.map(({ method, url, body }) => [method, url, body === '' ? '' : JSON.parse(body)]),
      ).toEqual([
        ['POST', '/created/a%2Fb%3Fc', { text: 'a/b?c' }],
        ['PATCH', '/prices', { was: '1.00', is: '2.00' }],
        ['POST', '/sent', { order: id, state: 'sent', was: 'draft', buyer: 'Clerk 1' }],
        ['DELETE', `/orders/${id}`, ''],
      ])
      // While a secret is changed, both sign.
      expect(String(receiver.received[2]?.headers['webhook-signature']).split(' ')).toHaveLength(2)
    },
  )

  test('is sent by calls too, with a record at hand and without, on the authority of the document', async () => {
    const id = await order({ secret: 'canary' })
    await clerk.post(`/api/orders/${id}/tell`).expect(204)
    await app.anyone.post('/api/ring').send({}).expect(204)
    await app.runner.runDue()
    expect(receiver.received.map(({ url, body }) => [url, body])).toEqual([
      ['/told', JSON.stringify({ text: 'pens', secret: 'canary' })],
      ['/rung', ''],
    ])
  })

  test('of 50 parallel transitions one webhook leaves', async () => {
    const id = await order()
    const all = await Promise.all(Array.from({ length: 50 }, () => clerk.post(`/api/orders/${id}/dispatch`)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    await app.runner.runDue()
    expect(receiver.paths()).toEqual(['POST /sent'])
  })

  test('larger than 256 kB is given up at once, visibly, and holds up nothing', async () => {
    const id = await order({ note: 'ü'.repeat(50_000) })
    await clerk.post(`/api/orders/${id}/grow`).expect(200)
    await clerk.post(`/api/orders/${id}/leave`).expect(200)
    await app.runner.runDue()
    expect(receiver.paths()).toEqual(['POST /never', 'POST /bare'])
    const [item] = await deliveriesOf(id, '/large')
    expect(item).toMatchObject({
      status: 'failed',
      tries: 0,
      isSendable: false,
      problem: expect.stringContaining('256'),
    })
    const administrator = await orders.administrator()
    await administrator.post(`/api/system/deliveries/${item?.id}/send`, {}).expect(404)
  })

  test('templates over an empty relation: nobody is notified, a text has nothing, a payload null, an address nothing', async () => {
    const id = await order()
    await clerk.post(`/api/orders/${id}/whisper`).expect(200)
    await app.runner.runDue()
    expect(receiver.received.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      ['/empty//x', { first: null, lines: [], line: null }],
    ])
    const { body } = await clerk.get('/api/system/inbox').expect(200)
    expect(body.items[0].text).toBe('For : ')
  })
})

test('what sample data do is sent to nobody', async () => {
  const { dependencies, clock } = app
  const actorContext = { actor: systemActor, now: new Date(clock.now).toISOString() }
  await runInTransaction({ ...dependencies, isSilent: true }, actorContext, {}, (context) =>
    runCreate(context, 'document', entityNamed(context.running.model, 'Order'), { text: 'sample' }),
  )
  await app.runner.runDue()
  expect(receiver.received).toEqual([])
})
