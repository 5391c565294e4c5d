// Webhooks (R01, T06, I05, I06, P01): rendered in the transaction, sent after the commit, signed, retried, in order, given up visibly.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCommand } from '../../../server/config.ts'
import { isPublicAddress } from '../../../server/jobs/public-address.ts'
import { signWebhook } from '../../../server/jobs/sign-webhook.ts'
import { createWebhookDelivery } from '../../../server/jobs/webhook-delivery.ts'
import { runInTransaction } from '../../../server/records/command/run-command.ts'
import { runCreate } from '../../../server/records/command/run-create.ts'
import { entityNamed } from '../../../server/policy/policy.ts'
import { systemActor } from '../../../shared/policy/actor.ts'
import { systemClock } from '../../../server/clock.ts'
import type { Caller, TestApp } from '../../helpers/start-app.ts'
import { startApp } from '../../helpers/start-app.ts'
import { compile } from '../../../shared/compile.ts'
import { sayDiagnostics } from '../../helpers/compile-document.ts'

const SECRET = `whsec_${Buffer.alloc(32, 'new').toString('base64')}`
const FORMER = `whsec_${Buffer.alloc(32, 'old').toString('base64')}`
const DAY = 24 * 3_600_000

const documentFor = (base: string): string => `# Specification: Orders

## 1. What the product does and for whom

Takes orders.

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Order

| field | type |
|---|---|
| text | text |
| price | decimal(2) |
| secret | text |
| note | long text |
| buyer | Person |

### Line

| field | type |
|---|---|
| order | Order (as lines) |
| name | text |

## 4. States and transitions

### Order.state

- starts: draft
- ends: sent

| state |
|---|
| draft |
| sent |

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| announce | draft | stay | Clerk | why: text | text = text + "!"; send PUT "${base}/orders/{id}?why={input.why}" { "text": text, "why": input.why, "price": price, "lines": lines.map(l, shape.line(l)) } if text != "quiet!" |
| fail | draft | stay | Clerk | | send POST "${base}/never" { "text": text }; refuse NO |
| dispatch | draft | sent | Clerk | | |
| leave | draft | stay | Clerk | | try send POST "${base}/never" otherwise text = "x"; send POST "${base}/bare" |
| whisper | draft | stay | Clerk | | notify buyer "Never"; notify created_by "For {buyer.name}: {lines.first().name}"; send POST "${base}/empty/{buyer.name}/x" { "first": lines.first().name, "lines": lines.map(l, l.name), "line": shape.line(lines.first()) } |
| grow | draft | stay | Clerk | | send POST "${base}/large" { "text": note + note + note } |

## 5. Validation rules

not shown

## 6. Roles and permissions

| role | is |
|---|---|
| Clerk | sells |
| Poor | tells |

| role | entity | may |
|---|---|---|
| Clerk | Order, Line | everything |

## 7. The calls it makes

| when | method | url | payload |
|---|---|---|---|
| Order.dispatch | POST | \`limits.hooks\` | \`{ "order": id, "state": state, "was": old.state, "buyer": buyer.name }\` |
| Order created | POST | ${base}/created/{text} | \`{ "text": text }\` |
| Order.price changed | PATCH | ${base}/prices | \`{ "was": old.price, "is": price }\` |
| Order deleted | DELETE | ${base}/orders/{id} | |

### POST /api/orders/:id/tell of Order

- who: Clerk

1. send POST "${base}/told" { "text": text, "secret": secret }

### POST /api/ring

- who: anyone

1. send POST "${base}/rung"

### Shape line of Line

| name | value |
|---|---|
| label | \`name\` |

## 8. The error catalogue

| code | status | message |
|---|---|---|
| NO | 409 | No. |

## 9. Business constants and limits

| name | value |
|---|---|
| session | 400 days |
| hooks | "${base}/sent" |
`

interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const received: Received[] = []
type Answer = (request: IncomingMessage, response: ServerResponse) => unknown
const take: Answer = (_, response) => void response.writeHead(204).end()
let answer: Answer = take
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    void answer(request, response)
  })
})

let app: TestApp
let clerk: Caller
let administrator: Caller
let text: string
let base: string
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  text = documentFor(base)
  const secrets = [
    { address: `${base}/sent`, keys: [SECRET, FORMER] },
    { address: `${base}/`, keys: [SECRET] },
    { address: 'http://127.0.0.1:1/', keys: [FORMER] },
  ]
  app = await startApp(text, undefined, {
    webhooks: { allowPrivateHosts: new Set(['127.0.0.1']), secrets, limitMilliseconds: 300 },
  })
  clerk = await app.as('Clerk')
  const id = (await app.as('Administrator')).id
  const given = { email: 'administrator.1@example.com', password: 'password of Administrator 1' }
  const { body } = await app.anyone.post('/api/auth/sign-in').send(given)
  administrator = app.with({ ...(await app.as('Administrator')), id }, body.token)
})
afterAll(async () => {
  await app.stop()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})
beforeEach(async () => {
  answer = take
  app.clock.now += 2 * DAY
  await app.runner.runDue()
  await app.runner.runDue()
  received.length = 0
})

const create = async (fields: object = {}): Promise<string> => {
  const { body } = await clerk.post('/api/orders', { text: 'pens', ...fields }).expect(201)
  return body.id
}
/** Without what only its creation shows. */
const order = async (fields: object = {}): Promise<string> => {
  const id = await create(fields)
  await app.runner.runDue()
  received.length = 0
  return id
}
const deliveries = async () => {
  const given = { email: 'administrator.1@example.com', password: 'password of Administrator 1' }
  const { body: session } = await app.anyone.post('/api/auth/sign-in').send(given)
  administrator = app.with(administrator, session.token)
  return (await administrator.get('/api/system/deliveries').expect(200)).body.items
}
const toldOf = async (id: string, path = '/prices') =>
  (await deliveries()).filter(({ url, record }: { url: string; record: string }) => record === id && url.includes(path))
const paths = () => received.map(({ method, url }) => `${method} ${url}`)

test('nothing of webhooks is noted as not run', () => {
  const notes = sayDiagnostics(text, compile(text), ['error', 'warning', 'note'])
  expect(notes.filter((note) => /not-run|error|send|outgoing/i.test(note))).toEqual([])
})

describe('what is sent', () => {
  test('is rendered where the effect stands, leaves after the commit, once, and signed by the address', async () => {
    const id = await order({ price: '12.50' })
    await clerk.post('/api/lines', { order: id, name: 'red' }).expect(201)
    await clerk.post(`/api/orders/${id}/announce`, { why: 'a & b?' }).expect(200)
    expect(received).toEqual([])
    // What is changed afterwards tells nothing new of what was sent before.
    await clerk.patch(`/api/orders/${id}`, { text: 'ink' }).expect(200)
    await Promise.all([app.runner.runDue(), app.runner.runDue()])
    await app.runner.runDue()
    expect(paths()).toEqual([`PUT /orders/${id}?why=a%20%26%20b%3F`])
    const { headers, body } = received[0] as Received
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
  })

  test('is not sent where the transition is refused, undone or the condition is not met', async () => {
    const id = await order({ text: 'quiet' })
    await clerk.post(`/api/orders/${id}/announce`, { why: 'x' }).expect(200)
    await clerk.post(`/api/orders/${id}/fail`).expect(409)
    await app.runner.runDue()
    expect(received).toEqual([])
  })

  test('follows transitions, creations, changes of a field and deletions of the table of point 7', async () => {
    const id = await create({ text: 'a/b?c', price: '1.00', buyer: clerk.id })
    await clerk.patch(`/api/orders/${id}`, { text: 'none' }).expect(200)
    await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
    await clerk.post(`/api/orders/${id}/dispatch`).expect(200)
    await clerk.delete(`/api/orders/${id}`).expect(204)
    await app.runner.runDue()
    expect(received.map(({ method, url, body }) => [method, url, body === '' ? '' : JSON.parse(body)])).toEqual([
      ['POST', '/created/a%2Fb%3Fc', { text: 'a/b?c' }],
      ['PATCH', '/prices', { was: '1.00', is: '2.00' }],
      ['POST', '/sent', { order: id, state: 'sent', was: 'draft', buyer: 'Clerk 1' }],
      ['DELETE', `/orders/${id}`, ''],
    ])
    // While a secret is changed, both sign.
    expect(String(received[2]?.headers['webhook-signature']).split(' ')).toHaveLength(2)
  })

  test('is sent by calls too, with a record at hand and without, on the authority of the document', async () => {
    const id = await order({ secret: 'canary' })
    await clerk.post(`/api/orders/${id}/tell`).expect(204)
    await app.anyone.post('/api/ring').send({}).expect(204)
    await app.runner.runDue()
    expect(received.map(({ url, body }) => [url, body])).toEqual([
      ['/told', JSON.stringify({ text: 'pens', secret: 'canary' })],
      ['/rung', ''],
    ])
  })

  test('of 50 parallel transitions one webhook leaves', async () => {
    const id = await order()
    const all = await Promise.all(Array.from({ length: 50 }, () => clerk.post(`/api/orders/${id}/dispatch`)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    await app.runner.runDue()
    expect(paths()).toEqual(['POST /sent'])
  })

  test('larger than 256 kB is given up at once, visibly, and holds up nothing', async () => {
    const id = await order({ note: 'ü'.repeat(50_000) })
    await clerk.post(`/api/orders/${id}/grow`).expect(200)
    await clerk.post(`/api/orders/${id}/leave`).expect(200)
    await app.runner.runDue()
    expect(paths()).toEqual(['POST /never', 'POST /bare'])
    const [item] = await toldOf(id, '/large')
    expect(item).toMatchObject({
      status: 'failed',
      tries: 0,
      isSendable: false,
      problem: expect.stringContaining('256'),
    })
    await administrator.post(`/api/system/deliveries/${item.id}/send`, {}).expect(404)
  })
})

describe('a receiver', () => {
  const fail =
    (status: number): Answer =>
    (_, response) =>
      void response.writeHead(status).end('canary')

  test('that answers 500 has it again after growing pauses, under one id, and in the order of the record', async () => {
    const id = await order({ price: '1.00' })
    answer = fail(500)
    await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
    await clerk.patch(`/api/orders/${id}`, { price: '3.00' }).expect(200)
    const other = await create()
    for (const pause of [0, 5_000, 30_000]) {
      app.clock.now += pause - 1
      await app.runner.runDue()
      app.clock.now += 1
      await app.runner.runDue()
    }
    const prices = received.filter(({ url }) => url === '/prices')
    expect(prices.map(({ body }) => JSON.parse(body).is)).toEqual(['2.00', '2.00', '2.00'])
    expect(new Set(prices.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(prices.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3)
    expect(received.length).toBe(6)
    expect(other).not.toBe(id)
    expect(await toldOf(id)).toMatchObject([
      { status: 'waiting', tries: 0 },
      { status: 'retrying', tries: 3, response: 500, problem: 'It answered 500.', isSigned: true, record: id },
    ])
    answer = take
    received.length = 0
    app.clock.now += 120_000
    await app.runner.runDue()
    const bodies = received.filter(({ url }) => url === '/prices').map(({ body }) => JSON.parse(body).is)
    expect(bodies).toEqual(['2.00', '3.00'])
    const delivered = await toldOf(id)
    expect(delivered).toMatchObject([
      { status: 'delivered', response: 204 },
      { status: 'delivered', tries: 4 },
    ])
    expect(delivered[0].milliseconds).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(delivered)).not.toContain('canary')
    // A week later it is gone.
    app.clock.now += 8 * DAY
    await app.runner.runDue()
    expect(await toldOf(id)).toEqual([])
  })

  test('that is away for a day loses it: an administrator sees it and sends it again', async () => {
    const id = await order({ price: '1.00' })
    answer = fail(503)
    const begun = app.clock.now
    await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
    for (let hour = 0; hour <= 32; hour++) {
      await app.runner.runDue()
      app.clock.now += 3_600_000
    }
    const last = Number(received.at(-1)?.headers['webhook-timestamp']) * 1_000 - begun
    expect(last).toBeGreaterThanOrEqual(20 * 3_600_000)
    expect(last).toBeLessThan(33 * 3_600_000)
    const [item] = await toldOf(id)
    expect(item).toMatchObject({
      status: 'failed',
      tries: 11,
      nextTryAt: null,
      problem: 'It answered 503.',
      isSendable: true,
    })
    await clerk.get('/api/system/deliveries').expect(403)
    await app.anyone.get('/api/system/deliveries').expect(403)
    await clerk.post(`/api/system/deliveries/${item.id}/send`, {}).expect(403)
    await clerk.delete(`/api/system/deliveries/${item.id}`).expect(403)
    await administrator.post('/api/system/deliveries/999999/send', {}).expect(404)
    answer = take
    received.length = 0
    await administrator.post(`/api/system/deliveries/${item.id}/send`, {}).expect(204)
    await app.runner.runDue()
    expect(received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).is])).toEqual([
      [item.webhook, '2.00'],
    ])
    await administrator.delete(`/api/system/deliveries/${item.id}`).expect(404)
    const { body: audit } = await administrator.get('/api/system/audit?event=webhook_sent_again&limit=1').expect(200)
    expect(audit.items).toMatchObject([{ subject: { id }, detail: { webhook: item.webhook, entity: 'Order' } }])
  })

  test('that wants no more (410), and what is dismissed, is not tried again', async () => {
    const id = await order({ price: '1.00' })
    answer = fail(410)
    await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
    await app.runner.runDue()
    const [item] = await toldOf(id)
    expect(item).toMatchObject({ status: 'failed', tries: 1, response: 410 })
    await administrator.delete(`/api/system/deliveries/${item.id}`).expect(204)
    expect(await toldOf(id)).toEqual([])
  })

  test('may ask for a longer pause', async () => {
    const id = await order({ price: '1.00' })
    answer = (_, response) => void response.writeHead(429, { 'retry-after': '600' }).end()
    await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
    await app.runner.runDue()
    expect((await toldOf(id))[0].nextTryAt).toBe(new Date(app.clock.now + 600_000).toISOString())
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
    answer = behaviour
    await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
    const begun = performance.now()
    await app.runner.runDue()
    expect(performance.now() - begun).toBeLessThan(2_000)
    const [item] = await toldOf(id)
    if (problem === undefined) expect(item).toMatchObject({ status: 'delivered', response: 200 })
    else expect(item).toMatchObject({ status: 'retrying', problem: expect.stringContaining(problem) })
    expect(paths()).toEqual(['PATCH /prices'])
  })
})

test('a receiver that hangs holds up no other: it gets nothing for a while, and has all once it is back', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => order({ price: '1.00' })))
  app.clock.now += 60_000
  answer = () => {}
  for (const id of ids) await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
  await app.runner.runDue()
  expect(received).toHaveLength(8)
  received.length = 0
  app.clock.now += 30_000
  await app.runner.runDue()
  // One looks whether it is back.
  expect(received).toHaveLength(1)
  answer = take
  received.length = 0
  for (let minutes = 0; minutes < 5; minutes++) {
    app.clock.now += 60_000
    await app.runner.runDue()
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
})

function stream(to: NodeJS.WritableStream, first: string, chunk: string): void {
  to.on('error', () => {})
  const goOn = (): void => {
    if ((to as { destroyed?: boolean }).destroyed !== true && to.writable) to.write(chunk, () => setImmediate(goOn))
  }
  to.write(first)
  goOn()
}

describe('an address', () => {
  const hook = (url: string) => ({ id: 'msg_1', method: 'POST', url, body: '{}', hops: 1 })
  const deliveryTo = (...addresses: readonly string[]) =>
    createWebhookDelivery({
      clock: systemClock,
      allowPrivateHosts: new Set(),
      secrets: [],
      limitMilliseconds: 300,
      resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    })

  test.each([
    ...['http://127.0.0.1', 'http://2130706433', 'http://0x7f.1', 'http://0177.0.0.1', 'http://127.1', 'http://0'],
    ...['http://[::1]', 'http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]', 'http://[fd00::1]', 'http://[fe80::1]'],
    ...['http://[64:ff9b::7f00:1]', 'http://[2002:7f00:1::]', 'http://169.254.169.254', 'http://10.1.2.3'],
    ...['http://172.16.0.1', 'http://192.168.1.1', 'http://100.64.0.1', 'http://[::]', 'http://255.255.255.255'],
  ])('in the private network is refused, however it is written: %s', async (host) => {
    const { port } = receiver.address() as AddressInfo
    const result = await deliveryTo()(hook(`${host}:${port}/x`))
    expect(result).toMatchObject({ problem: 'The address leads into a private network.' })
    expect(received).toEqual([])
  })

  test('is checked as it resolves when it connects, each of several, and is not asked for again', async () => {
    const { port } = receiver.address() as AddressInfo
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::1']]) {
      const result = await deliveryTo(...addresses)(hook(`http://hooks.example.com:${port}/x`))
      expect(result.problem).toBe('The address leads into a private network.')
    }
    // A name that turns to another address after the first look-up: there is no second one.
    let asked = 0
    const rebinding = createWebhookDelivery({
      clock: systemClock,
      ...{ allowPrivateHosts: new Set<string>(), secrets: [], limitMilliseconds: 50 },
      resolve: async () => [{ address: (asked += 1) === 1 ? '198.51.100.1' : '127.0.0.1', family: 4 }],
    })
    expect((await rebinding(hook(`http://hooks.example.com:${port}/x`))).problem).toContain('private network')
    expect(asked).toBe(1)
    expect(received).toEqual([])
  })

  test('in the private network is reached where ALLOW_PRIVATE_HOSTS names its host', async () => {
    const { port } = receiver.address() as AddressInfo
    const deliver = createWebhookDelivery({
      clock: systemClock,
      ...{ allowPrivateHosts: new Set([`hooks.local:${port}`]), secrets: [] },
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const url = `http://hooks.local:${port}/x`
    expect(await deliver(hook(url))).toMatchObject({ status: 204, isSigned: false })
    expect(received[0]?.headers['webhook-signature']).toBeUndefined()
  })

  test('on the internet is public', () => {
    expect(['1.1.1.1', '93.184.215.14', '2606:4700::1111'].map(isPublicAddress)).toEqual([true, true, true])
    expect(isPublicAddress('no address')).toBe(false)
  })
})

test('signs by the published vector of Standard Webhooks', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' }
  expect(signWebhook(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], message)['webhook-signature']).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

describe('bad input', () => {
  test('templates over an empty relation: nobody is notified, a text has nothing, a payload null, an address nothing', async () => {
    const id = await order()
    await clerk.post(`/api/orders/${id}/whisper`).expect(200)
    await app.runner.runDue()
    expect(received.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      ['/empty//x', { first: null, lines: [], line: null }],
    ])
    const { body } = await clerk.get('/api/system/inbox').expect(200)
    expect(body.items[0].text).toBe('For : ')
  })

  test('a loop of calls, each sending the webhook that makes the next, ends after ten, and is listed', async () => {
    let last = 0
    answer = async (request, response) => {
      const hops = String(request.headers['verbatim-hops'])
      const called = await app.anyone.post('/api/ring').set('verbatim-hops', hops).send({})
      last = called.status
      response.writeHead(called.status).end()
    }
    await app.anyone.post('/api/ring').send({}).expect(204)
    await app.runner.runDue()
    expect([received.length, last]).toEqual([11, 409])
    const items = (await deliveries()).filter(({ url }: { url: string }) => url.endsWith('/rung'))
    expect(items[0]).toMatchObject({ status: 'retrying', response: 409 })
  })

  test('a clock that jumps: forward, what waits is sent once; back, nothing is sent again', async () => {
    const id = await order({ price: '1.00' })
    answer = (_, response) => void response.writeHead(500).end()
    await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
    await app.runner.runDue()
    answer = take
    app.clock.now -= DAY
    await app.runner.runDue()
    expect(received).toHaveLength(1)
    app.clock.now += 2 * DAY
    await app.runner.runDue()
    await app.runner.runDue()
    expect(received).toHaveLength(2)
    app.clock.now -= DAY
    await app.runner.runDue()
    app.clock.now += DAY
    await app.runner.runDue()
    expect(received).toHaveLength(2)
  })
})

test('what sample data do is sent to nobody', async () => {
  const { dependencies, clock } = app
  const actorContext = { actor: systemActor, now: new Date(clock.now).toISOString() }
  await runInTransaction({ ...dependencies, isSilent: true }, actorContext, {}, (context) =>
    runCreate(context, 'document', entityNamed(context.running.model, 'Order'), { text: 'sample' }),
  )
  await app.runner.runDue()
  expect(received).toEqual([])
})

test('two processes that claim one webhook deliver it once', async () => {
  const id = await order({ price: '1.00' })
  await clerk.patch(`/api/orders/${id}`, { price: '2.00' }).expect(200)
  const now = new Date(app.clock.now).toISOString()
  const leasedUntil = new Date(app.clock.now + 60_000).toISOString()
  const { storage } = app.dependencies
  const claim = () => storage.write((transaction) => transaction.claimJobs('webhook', { now, leasedUntil, limit: 5 }))
  const [one, other] = await Promise.all([claim(), claim()])
  expect([one.length, other.length]).toEqual([1, 0])
  // While one holds it, the other sends nothing; when that one has ended without a word, it is sent.
  await app.runner.runDue()
  expect(received).toEqual([])
  app.clock.now += 60_000
  await app.runner.runDue()
  expect(paths()).toEqual(['PATCH /prices'])
})

test('the environment names private hosts and secrets, and is refused without repeating them', () => {
  const read = (environment: Record<string, string | undefined>) => readCommand([], environment, '/')
  const URL_AND_SECRET = { WEBHOOK_CRM_URL: 'https://crm.example.com/hooks', WEBHOOK_CRM_SECRET: `${SECRET} ${FORMER}` }
  expect(read({ ALLOW_PRIVATE_HOSTS: 'CRM.local, 10.0.0.5:8080', ...URL_AND_SECRET })).toMatchObject({
    config: {
      webhooks: {
        allowPrivateHosts: new Set(['crm.local', '10.0.0.5:8080']),
        secrets: [{ address: 'https://crm.example.com/hooks', keys: [SECRET, FORMER] }],
      },
    },
  })
  for (const wrong of [
    { ALLOW_PRIVATE_HOSTS: '10.0.0.0/8' },
    { WEBHOOK_CRM_URL: 'ftp://x', WEBHOOK_CRM_SECRET: SECRET },
    { WEBHOOK_CRM_URL: 'https://crm.example.com', WEBHOOK_CRM_SECRET: 'canary' },
    { WEBHOOK_CRM_URL: 'https://crm.example.com' },
  ]) {
    const command = read(wrong)
    expect(command).toMatchObject({ kind: 'mistake' })
    expect(JSON.stringify(command)).not.toContain('canary')
  }
})
