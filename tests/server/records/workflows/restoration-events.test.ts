// What the document does when a record comes back from the trash: the event `restored`, and outgoing calls.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const SHOP = documentOf({
  3: `
### Product

| field | type | limits |
|---|---|---|
| name | text | |
| stock | integer | min 0 |

### Sale

| field | type | default |
|---|---|---|
| product | Product | |
| quantity | integer | |
| times back | integer | 0 |

### Sale line

| field | type |
|---|---|
| sale | Sale, deleted with it |
| product | Product |

### Log

- order: number

| field | type |
|---|---|
| number | sequence "{000}" |
| text | text |
`,
  4: `
### Sale

| transition | when | then |
|---|---|---|
| created | | update product { stock: product.stock - quantity } |
| deleted | | update product { stock: product.stock + quantity } |
| restored | quantity > 0 | times_back = times_back + 1; update product { stock: product.stock - quantity }; create Log { text: "sale" } |

### Sale line

| transition | then |
|---|---|
| restored | create Log { text: "line of " + product.name } |
`,
  6: `
| role | is |
|---|---|
| Seller | sells |

| role | entity | may |
|---|---|---|
| Seller | Product, Sale, Sale line, Log | everything |
`,
  7: `
| when | method | url | payload |
|---|---|---|---|
| Sale restored | POST | https://example.com/back | \`{ "quantity": quantity, "back": times_back, "was": old.quantity }\` |
| Sale changed | POST | https://example.com/changed | \`{ "quantity": quantity }\` |
`,
})

let app: TestApp
let seller: Caller

beforeAll(async () => {
  app = await startApp(SHOP)
  seller = await app.as('Seller')
})

afterAll(() => app.stop())

async function create(path: string, values: object): Promise<string> {
  const { status, body } = await seller.post(`/api/${path}`, values)
  expect(status, JSON.stringify(body)).toBe(201)
  return (body as { readonly id: string }).id
}

const read = async <Body>(path: string): Promise<Body> => (await seller.get(path)).body as Body
const stockOf = async (product: string): Promise<number> =>
  (await read<{ readonly stock: number }>(`/api/products/${product}`)).stock

test('a record that comes back does again what its deletion took back, as does what comes with it', async () => {
  const product = await create('products', { name: 'rope', stock: 5 })
  const sale = await create('sales', { product, quantity: 2 })
  await create('sale-lines', { sale, product })
  expect(await stockOf(product)).toBe(3)
  const { _version: version } = await read<{ readonly _version: number }>(`/api/sales/${sale}`)
  expect((await seller.delete(`/api/sales/${sale}`)).status).toBe(204)
  expect(await stockOf(product)).toBe(5)
  const restored = await seller.post(`/api/sales/${sale}/restore`)
  expect([restored.status, restored.body]).toMatchObject([200, { times_back: 1 }])
  expect((restored.body as { readonly _version: number })._version).toBeGreaterThan(version)
  expect(await stockOf(product)).toBe(3)
  const logs = await read<{ readonly items: readonly { readonly text: string }[] }>('/api/logs')
  expect(logs.items.map(({ text }) => text)).toEqual(['sale', 'line of rope'])
  const { items } = await read<{ readonly items: readonly { readonly event: string; readonly changes: object }[] }>(
    `/api/sales/${sale}/history`,
  )
  expect(items.find(({ event }) => event === 'restored')?.changes).toEqual({ times_back: [0, 1] })
  const jobs = await app.dependencies.storage.database.newestJobs('webhook', 100)
  expect(jobs.map(({ value }) => JSON.parse(String(value['body'])) as object)).toEqual([
    { quantity: 2, back: 1, was: 2 },
  ])
})

test('what the event is refused stays in the trash, and nothing of it is kept', async () => {
  const product = await create('products', { name: 'bolt', stock: 3 })
  const sale = await create('sales', { product, quantity: 2 })
  await seller.delete(`/api/sales/${sale}`)
  await seller.patch(`/api/products/${product}`, { stock: 1 })
  expect((await seller.post(`/api/sales/${sale}/restore`)).status).toBe(422)
  expect((await seller.get(`/api/sales/${sale}`)).status).toBe(404)
  expect(await stockOf(product)).toBe(1)
})

test('an undo of the deletion takes back all that it did, once', async () => {
  const product = await create('products', { name: 'nut', stock: 5 })
  const sale = await create('sales', { product, quantity: 2 })
  await seller.delete(`/api/sales/${sale}`)
  const { items } = await read<{ readonly items: readonly { readonly id: string }[] }>('/api/system/changes?limit=1')
  expect((await seller.post(`/api/system/changes/${items[0]?.id}/undo`, {})).status).toBe(200)
  expect((await seller.get(`/api/sales/${sale}`)).status).toBe(200)
  expect(await stockOf(product)).toBe(3)
})
