// Receivers of webhooks: away, slow, wrong or endless; what is given up is seen and sent again.
// @module-tag T06
// @module-tag call/get/system/deliveries
// @module-tag call/post/system/deliveries/id/send
// @module-tag call/delete/system/deliveries/id
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import type { Orders } from './start-orders.ts'
import { DAY, startOrders } from './start-orders.ts'
import type { Answer, Receiver } from './start-receiver.ts'
import { take } from './start-receiver.ts'

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

describe('a receiver', () => {
  const fail =
    (status: number): Answer =>
    (_, response) =>
      void response.writeHead(status).end('canary')

  test(
    'that answers 500 has it again after growing pauses, under one id, and in the order of the record',
    { tags: 'reference/webhooks' },
    async () => {
      const id = await order({ price: '1.00' })
      receiver.answer = fail(500)
      await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
      await clerk.patch(`/api/orders/${id}`, { price: '3.00' }).expect(200)
      const other = await create()
      for (const pause of [0, 5_000, 30_000]) {
        app.clock.now += pause - 1
        await app.runner.runDue()
        app.clock.now += 1
        await app.runner.runDue()
      }
      const prices = receiver.received.filter(({ url }) => url === '/prices')
      expect(prices.map(({ body }) => JSON.parse(body).is)).toEqual(['2.00', '2.00', '2.00'])
      expect(new Set(prices.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      expect(new Set(prices.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3)
      expect(receiver.received.length).toBe(6)
      expect(other).not.toBe(id)
      expect(await deliveriesOf(id)).toMatchObject([
        { status: 'waiting', tries: 0 },
        { status: 'retrying', tries: 3, response: 500, problem: 'It answered 500.', isSigned: true, record: id },
      ])
      receiver.answer = take
      receiver.received.length = 0
      app.clock.now += 120_000
      await app.runner.runDue()
      const bodies = receiver.received.filter(({ url }) => url === '/prices').map(({ body }) => JSON.parse(body).is)
      expect(bodies).toEqual(['2.00', '3.00'])
      const delivered = await deliveriesOf(id)
      expect(delivered).toMatchObject([
        { status: 'delivered', response: 204 },
        { status: 'delivered', tries: 4 },
      ])
      expect(delivered[0]?.milliseconds).toBeGreaterThanOrEqual(0)
      expect(JSON.stringify(delivered)).not.toContain('canary')
      // A week later it is gone.
      app.clock.now += 8 * DAY
      await app.runner.runDue()
      expect(await deliveriesOf(id)).toEqual([])
    },
  )

  test('that is away for a day loses it: an administrator sees it and sends it again', async () => {
    const id = await order({ price: '1.00' })
    receiver.answer = fail(503)
    const begun = app.clock.now
    await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
    for (let hour = 0; hour <= 32; hour++) {
      await app.runner.runDue()
      app.clock.now += 3_600_000
    }
    const last = Number(receiver.received.at(-1)?.headers['webhook-timestamp']) * 1_000 - begun
    expect(last).toBeGreaterThanOrEqual(20 * 3_600_000)
    expect(last).toBeLessThan(33 * 3_600_000)
    const [item] = await deliveriesOf(id)
    expect(item).toMatchObject({
      status: 'failed',
      tries: 11,
      nextTryAt: null,
      problem: 'It answered 503.',
      isSendable: true,
    })
    const administrator = await orders.administrator()
    await clerk.get('/api/system/deliveries').expect(403)
    await app.anyone.get('/api/system/deliveries').expect(401)
    await clerk.post(`/api/system/deliveries/${item?.id}/send`, {}).expect(403)
    await clerk.delete(`/api/system/deliveries/${item?.id}`).expect(403)
    await administrator.post('/api/system/deliveries/999999/send', {}).expect(404)
    receiver.answer = take
    receiver.received.length = 0
    await administrator.post(`/api/system/deliveries/${item?.id}/send`, {}).expect(204)
    await app.runner.runDue()
    expect(receiver.received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).is])).toEqual([
      [item?.webhook, '2.00'],
    ])
    await administrator.delete(`/api/system/deliveries/${item?.id}`).expect(404)
    const { body: audit } = await administrator.get('/api/system/audit?event=webhook_sent_again&limit=1').expect(200)
    expect(audit.items).toMatchObject([{ subject: { id }, detail: { webhook: item?.webhook, entity: 'Order' } }])
  })

  test('that wants no more (410), and what is dismissed, is not tried again', async () => {
    const id = await order({ price: '1.00' })
    receiver.answer = fail(410)
    await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
    await app.runner.runDue()
    const [item] = await deliveriesOf(id)
    expect(item).toMatchObject({ status: 'failed', tries: 1, response: 410 })
    const administrator = await orders.administrator()
    await administrator.delete(`/api/system/deliveries/${item?.id}`).expect(204)
    expect(await deliveriesOf(id)).toEqual([])
  })

  test('may ask for a longer pause', async () => {
    const id = await order({ price: '1.00' })
    receiver.answer = (_, response) => void response.writeHead(429, { 'retry-after': '600' }).end()
    await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
    await app.runner.runDue()
    expect((await deliveriesOf(id))[0]?.nextTryAt).toBe(new Date(app.clock.now + 600_000).toISOString())
  })

  test.each<[string, Answer, string | undefined]>([
    [
      'redirects',
      (_, response) => void response.writeHead(302, { location: '/secret' }).end(),
      'redirects are not followed',
    ],
    ['hangs', () => {}, 'did not answer in time'],
    ['resets after the body', (request) => void request.socket.destroy(), 'could not be reached'],
    ['answers what is no HTTP', (request) => void request.socket.end('no\r\n\r\n'), 'could not be reached'],
    [
      'streams headers for ever',
      (request) => stream(request.socket, 'HTTP/1.1 200 OK\r\n', 'a: b\r\n'.repeat(1_000)),
      'could not be reached',
    ],
    ['streams a body for ever', (_, response) => stream(response.writeHead(200), '', 'x'.repeat(65_536)), undefined],
    ['says 200 and never ends', (_, response) => void response.writeHead(200).write('x'), undefined],
  ])('that %s is noted as such', async (_, behaviour, problem) => {
    const id = await order({ price: '1.00' })
    receiver.answer = behaviour
    await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
    await app.runner.runDue()
    const [item] = await deliveriesOf(id)
    if (problem === undefined) expect(item).toMatchObject({ status: 'delivered', response: 200 })
    else expect(item).toMatchObject({ status: 'retrying', problem: expect.stringContaining(problem) })
    expect(receiver.paths()).toEqual(['PATCH /prices'])
  })
})

test('a receiver that hangs holds up no other: it gets nothing for a while, and has all once it is back', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => order({ price: '1.00' })))
  app.clock.now += 60_000
  receiver.answer = () => {}
  for (const id of ids) await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
  await app.runner.runDue()
  expect(receiver.received).toHaveLength(8)
  receiver.received.length = 0
  app.clock.now += 30_000
  await app.runner.runDue()
  // One looks whether it is back.
  expect(receiver.received).toHaveLength(1)
  receiver.answer = take
  receiver.received.length = 0
  for (let minutes = 0; minutes < 5; minutes++) {
    app.clock.now += 60_000
    await app.runner.runDue()
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
})

test('a loop of calls, each sending the webhook that makes the next, ends after ten, and is listed', async () => {
  let last = 0
  receiver.answer = async (request, response) => {
    const hops = String(request.headers['verbatim-hops'])
    const called = await app.anyone.post('/api/ring').set('verbatim-hops', hops).send({})
    last = called.status
    response.writeHead(called.status).end()
  }
  await app.anyone.post('/api/ring').send({}).expect(204)
  await app.runner.runDue()
  expect([receiver.received.length, last]).toEqual([11, 409])
  const items = (await orders.deliveries()).filter(({ url }) => url.endsWith('/rung'))
  expect(items[0]).toMatchObject({ status: 'retrying', response: 409 })
})

test('a clock that jumps: forward, what waits is sent once; back, nothing is sent again', async () => {
  const id = await order({ price: '1.00' })
  receiver.answer = (_, response) => void response.writeHead(500).end()
  await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
  await app.runner.runDue()
  receiver.answer = take
  app.clock.now -= DAY
  await app.runner.runDue()
  expect(receiver.received).toHaveLength(1)
  app.clock.now += 2 * DAY
  await app.runner.runDue()
  await app.runner.runDue()
  expect(receiver.received).toHaveLength(2)
  app.clock.now -= DAY
  await app.runner.runDue()
  app.clock.now += DAY
  await app.runner.runDue()
  expect(receiver.received).toHaveLength(2)
})

test('two processes that claim one webhook deliver it once', async () => {
  const id = await order({ price: '1.00' })
  await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
  const now = new Date(app.clock.now).toISOString()
  const leasedUntil = new Date(app.clock.now + 60_000).toISOString()
  const { storage } = app.dependencies
  const claim = () => storage.claimJobs('webhook', { now, leasedUntil, limit: 5 })
  const [one, other] = await Promise.all([claim(), claim()])
  expect(one.length + other.length).toBe(1)
  // While one holds it, the other sends nothing; when that one has ended without a word, it is sent.
  await app.runner.runDue()
  expect(receiver.received).toEqual([])
  app.clock.now += 60_000
  await app.runner.runDue()
  expect(receiver.paths()).toEqual(['PATCH /prices'])
})

function stream(to: NodeJS.WritableStream, first: string, chunk: string): void {
  to.on('error', () => {})
  const goOn = (): void => {
    if ((to as { destroyed?: boolean }).destroyed !== true && to.writable) to.write(chunk, () => setImmediate(goOn))
  }
  to.write(first)
  goOn()
}
