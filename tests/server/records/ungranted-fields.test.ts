// A field that no row gives the caller is refused with the row of point 6 that leaves it out, or takes it away.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const CREATE = '| Customer | Order | create | name, note |'
const UPDATE = '| Customer | Order | update | name, note |'
const EXCEPT = '| except Trainee | Order | update | note |'
const LINES = '| Customer | Row | create | text |'

const DOCUMENT = documentOf({
  3: `### Order

| field | type | limits |
|---|---|---|
| name | text | |
| note | text | |
| net | money | min 0 |
| client | text | write once |

### Row

| field | type |
|---|---|
| order | Order (as rows), part of it |
| text | text |
| size | integer |
`,
  6: `| role | is | includes |
|---|---|---|
| Customer | orders | |
| Trainee | learns | Customer |

| role | entity | may | fields |
|---|---|---|---|
| Customer | Order, Row | read | all |
${CREATE}
${UPDATE}
${EXCEPT}
${LINES}
`,
})

let app: TestApp
let customer: Caller
let trainee: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  customer = await app.as('Customer', 'Tom')
  trainee = await app.as('Trainee', 'Una')
})
afterAll(() => app.stop())

interface CitedError {
  readonly field: string
  readonly code: string
  readonly message: string
  readonly source?: { readonly text: string }
}

const seen = ({ body }: { readonly body: { readonly errors: readonly CitedError[] } }) =>
  body.errors.map(({ field, code, message, source }) => [field, code, message, source?.text])

test('of a new record', async () => {
  const refused = await customer.post('/api/orders', { name: 'A', net: '5.00', client: 'B' }).expect(422)
  expect(seen(refused)).toEqual([
    ['net', 'not_allowed', 'Net: you may not set this.', CREATE],
    ['client', 'not_allowed', 'Client: you may not set this.', CREATE],
  ])
})

test('of a record that is there', async () => {
  const { id } = (await customer.post('/api/orders', { name: 'A' }).expect(201)).body
  const refused = await customer.patch(`/api/orders/${id}`, { net: '5.00' }).expect(422)
  expect(seen(refused)).toEqual([['net', 'not_allowed', 'Net: you may not change this.', UPDATE]])
  const taken = await trainee.patch(`/api/orders/${id}`, { note: 'x' }).expect(422)
  expect(seen(taken)).toEqual([['note', 'not_allowed', 'Note: you may not change this here.', EXCEPT]])
})

test('of a line', async () => {
  const refused = await customer.post('/api/orders', { name: 'A', rows: [{ text: 'x', size: 1 }] }).expect(422)
  expect(seen(refused)).toEqual([['rows[0].size', 'not_allowed', 'Size: you may not set this.', LINES]])
})
