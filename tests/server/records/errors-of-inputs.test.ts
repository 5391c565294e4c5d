// What is refused of an input of a transition stands at the input, whatever field takes it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Order

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | |
| paid | integer | no | max 100 |
| place | text | no | |

### Payment

| field | type | required | limits |
|---|---|---|---|
| order | Order | yes | |
| amount | integer | yes | 1..50 |

### Price

| field | type | required | value |
|---|---|---|---|
| order | Order | yes | |
| kind | one of small, large | yes | |
| fee | computed money | | \`lookup.fees[kind] * 2\` |
`,
  4: `### Order.status

- starts: open
- ends: closed

| transition | from | to | who | when | asks | then | otherwise |
|---|---|---|---|---|---|---|---|
| pay | open | stay | Clerk | | sum: integer required | paid = input.sum | |
| pay more | open | stay | Clerk | | sum: integer required | paid = (paid == null ? 0 : paid) + input.sum | |
| book | open | stay | Clerk | | sum: integer required | create Payment { order: this, amount: input.sum } | |
| move | open | stay | Clerk | | where to: text | place = input.where_to | |
| close | open | closed | Clerk | \`name == "x"\` | | | NOT_YET |
`,
  5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Not there | Order | \`place != "there"\` | "Not there." | place |
`,
  6: `| role | is |
|---|---|
| Clerk | works |

| role | entity | may |
|---|---|---|
| Clerk | Order, Payment, Price | everything |
`,
  8: `| code | status | message |
|---|---|---|
| NOT_YET | 409 | {prices.sum(p, p.fee)} and {prices.max(p, p.fee)} are due, first {prices.first().fee}. |
`,
  9: `| name | value |
|---|---|
| currency | EUR |

### Lookup fees

| kind | fee |
|---|---|
| small | 10.00 |
| large | 20.00 |
`,
})

let app: TestApp
let clerk: Caller
let order: string

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk', 'Ada')
  order = (await clerk.post('/api/orders', { name: 'Roof' }).expect(201)).body.id
})
afterAll(() => app.stop())

const errorsOf = async (step: string, input: object) => {
  const { body, status } = await clerk.post(`/api/orders/${order}/${step}`, input)
  expect(status, JSON.stringify(body)).toBe(422)
  return body.errors.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`)
}

test('a limit of the field that an input sets is said of the input', async () => {
  expect(await errorsOf('pay', { sum: 101 })).toEqual(['sum: Sum must be at most 100.'])
})

test('so is one of what is worked out from an input, in the words of the field', async () => {
  expect(await errorsOf('pay-more', { sum: 101 })).toEqual(['sum: Paid must be at most 100.'])
})

test('so is one of what the step creates, and a rule on the field', async () => {
  expect(await errorsOf('book', { sum: 51 })).toEqual(['sum: Sum must be at most 50.'])
  expect(await errorsOf('move', { where_to: 'there' })).toEqual(['where_to: Not there.'])
})

test('a sum of computed money from plain numbers is money in a message', async () => {
  await clerk.post('/api/prices', { order, kind: 'small' }).expect(201)
  await clerk.post('/api/prices', { order, kind: 'large' }).expect(201)
  const { body } = await clerk.post(`/api/orders/${order}/close`, {})
  expect(body.message ?? body.detail).toBe('€60.00 and €40.00 are due, first €20.00.')
})
