// Starts orders that send webhooks to a receiver: with each transition, creation, change and deletion, and by calls.
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import type { Receiver } from './start-receiver.ts'
import { startReceiver, take } from './start-receiver.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 'new').toString('base64')}`
export const FORMER = `whsec_${Buffer.alloc(32, 'old').toString('base64')}`
export const DAY = 24 * 3_600_000

/** A webhook as administrators see it. */
interface Delivery {
  readonly id: number
  readonly webhook: string
  readonly url: string
  readonly record: string | null
  readonly nextTryAt: string | null
  readonly milliseconds: number
}

export interface Orders {
  /** The document. */
  readonly text: string
  readonly app: TestApp
  readonly receiver: Receiver
  readonly clerk: Caller
  /** An administrator who has just signed in: each test is days after the one before. */
  administrator(): Promise<Caller>
  /** A new order, which is sent with the next due jobs. */
  create(fields?: object): Promise<string>
  /** A new order, without what only its creation shows. */
  order(fields?: object): Promise<string>
  deliveries(): Promise<readonly Delivery[]>
  deliveriesOf(order: string, path?: string): Promise<readonly Delivery[]>
  /** Sends what is left of the test before, two days later, and forgets it. */
  clear(): Promise<void>
  stop(): Promise<void>
}

export async function startOrders(): Promise<Orders> {
  const receiver = await startReceiver()
  const { base, received } = receiver
  const text = documentFor(base)
  const secrets = [
    { address: `${base}/sent`, keys: [SECRET, FORMER] },
    { address: `${base}/`, keys: [SECRET] },
    { address: 'http://127.0.0.1:1/', keys: [FORMER] },
  ]
  const app = await startApp(text, undefined, {
    webhooks: { allowPrivateHosts: new Set(['127.0.0.1']), secrets, limitMilliseconds: 300 },
  })
  const clerk = await app.as('Clerk')
  const firstAdministrator = await app.as('Administrator')

  const orders: Orders = {
    text,
    app,
    receiver,
    clerk,
    async administrator() {
      const given = { email: 'administrator.1@example.com', password: 'password of Administrator 1' }
      const { body: session } = await app.anyone.post('/api/auth/sign-in').send(given)
      return app.with(firstAdministrator, session.token)
    },
    async create(fields = {}) {
      const { body } = await clerk.post('/api/orders', { text: 'pens', ...fields }).expect(201)
      return body.id
    },
    async order(fields = {}) {
      const id = await orders.create(fields)
      await app.runner.runDue()
      received.length = 0
      return id
    },
    async deliveries() {
      const administrator = await orders.administrator()
      return (await administrator.get('/api/system/deliveries').expect(200)).body.items
    },
    async deliveriesOf(order, path = '/prices') {
      return (await orders.deliveries()).filter(({ url, record }) => record === order && url.includes(path))
    },
    async clear() {
      receiver.answer = take
      app.clock.now += 2 * DAY
      await app.runner.runDue()
      await app.runner.runDue()
      received.length = 0
    },
    async stop() {
      await app.stop()
      await receiver.stop()
    },
  }
  return orders
}

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
