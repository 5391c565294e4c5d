// What a list and a record show is what was written, letter by letter: their JSON is made by the database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../apps/start-app.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

let app: TestApp
let clerk: Caller

beforeAll(async () => {
  app = await startApp(
    documentOf({
      3: `### Part

| field | type | required |
|---|---|---|
| name | text | yes |
| code | text | |
| of | Part | |
| kind | one of small, large | yes |
| made_on | date | yes |
| sold_at | date and time | yes |
| price | decimal(2) | |
| ratio | decimal(6) | yes |
`,
      6: `- sign-in: password

| role | is |
|---|---|
| Clerk | keeps parts |

| role | entity | may |
|---|---|---|
| Clerk | Part | create, read |
`,
    }),
  )
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

const PLAIN = {
  name: 'bolt',
  code: null,
  of: null,
  kind: 'small',
  made_on: '2026-11-30',
  sold_at: '2026-11-30T22:00:00.000Z',
  price: null,
  ratio: '0.000000',
}

test.each([
  PLAIN,
  { ...PLAIN, name: 'a "quoted" \\ name', code: '"\\/' },
  { ...PLAIN, name: 'Öse → 🚀', code: "it's" },
  ...['0.00', '0.05', '-0.05', '0.50', '12.50', '-7.10', '100.00', '90071992547409.91', '-90071992547409.91'].map(
    (price) => ({ ...PLAIN, price, kind: 'large' }),
  ),
  ...['0.000001', '-0.000001', '1.100000', '123456.000100'].map((ratio) => ({ ...PLAIN, ratio })),
])('%j', async (fields) => {
  const made = await clerk.post('/api/parts', fields)
  expect(made.status).toBe(201)
  const { id } = made.body
  const within = await clerk.post('/api/parts', { ...PLAIN, of: id })
  expect((await clerk.get(`/api/parts/${id}`)).body).toMatchObject({ id, ...fields })
  const items: readonly { readonly id: string }[] = (await clerk.get('/api/parts?limit=200')).body.items
  expect(items.find((item) => item.id === id)).toMatchObject(fields)
  expect(items.find((item) => item.id === within.body.id)).toMatchObject({ of: id })
})
