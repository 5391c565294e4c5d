// Numbers beyond what a field holds, over HTTP: exact while they are worked with, refused where they would be kept, never empty.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const ORDERS = documentOf({
  2: `
| route | screen | shows | for |
|---|---|---|---|
| /orders | Orders | table of Order | everyone |
`,
  3: `
### Order

| field | type | required | default | value |
|---|---|---|---|---|
| name | text | yes | | |
| limit | integer | no | \`boxes * boxes\` | |
| boxes | integer | no | | |
| net | computed money | | | \`lines.sum(l, l.net)\` |
| gross | computed money | | | \`lines.sum(l, l.gross)\` |
| huge | computed decimal(2) | | | \`lines.sum(l, l.net * 1000000)\` |
| big | computed yes/no | | | \`gross > 5000\` |
| says | computed text | | | "{huge}, {net}" |
| from | date | no | | |
| to | date | no | | |
| nights | computed integer | | | \`dates(from, to).count()\` |
| cells | computed integer | | | \`boxes * boxes\` |
| power | computed number | | | \`double(text(boxes)) * 1e300\` |
| time | computed duration | | | \`days(boxes)\` |

### Order line

| field | type | required | value |
|---|---|---|---|
| order | Order (as lines), part of it | yes | |
| what | text | yes | |
| quantity | decimal(4) | yes | |
| unit price | decimal(6) | yes | |
| net | computed money | | \`quantity * unit_price\` |
| gross | computed money | | \`quantity * unit_price * (1 + limits.vat)\` |
`,
  5: `
| rule | entity | must hold | otherwise |
|---|---|---|---|
| Cap | Order | \`gross <= 50000 or name == "without a cap"\` | An order is at most 50,000. |
| Few nights | Order | \`from == null or to == null or dates(from, to, "day", ["monday"]).count() <= 60\` | Too many Mondays. |
`,
  6: `
| role | is |
|---|---|
| Clerk | orders |

| role | entity | may |
|---|---|---|
| Clerk | Order, Order line | everything |
`,
  9: `
| name | value |
|---|---|
| vat | 19 % |
| currency | EUR |
`,
})

let app: TestApp
let clerk: Caller

beforeAll(async () => {
  app = await startApp(ORDERS)
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

const line = (quantity: string, price: string) => ({ what: 'screws', quantity, unit_price: price })
const order = async (name: string, ...lines: readonly ReturnType<typeof line>[]) =>
  clerk.post('/api/orders', { name, lines })

describe('a product beyond the fifteen digits of a field', () => {
  test('counts in sums and rules', { tags: 'reference/functions-of-numbers-and-values' }, async () => {
    const refused = await order('a', line('4000000', '2500.00'), line('1', '5.00'))
    expect(refused.status).toBe(422)
    expect(refused.body.detail).toBe('An order is at most 50,000.')
    const made = await order('without a cap', line('4000000', '2500.00'), line('1', '5.00'))
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ net: '10000000005.00', gross: '11900000005.95', big: true })
  })

  test('refuses the write where its field can’t hold it, with a message at the field', async () => {
    const { status, body } = await order('without a cap', line('90000000000', '9000000000'))
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      expect.objectContaining({
        field: 'lines[0].net',
        code: 'out_of_range',
        message: 'Net would be too large to be kept exactly.',
      }),
      expect.objectContaining({ field: 'lines[0].gross', code: 'out_of_range' }),
    ])
  })

  test('is listed, filtered, sorted and added up as what it is', async () => {
    const large = line('8000000', '9000000.00')
    const made = await order('without a cap', large, large, line('-1', '1'))
    const least = await order('without a cap', line('-8000000', '9000000.00'), line('-1', '1'))
    const small = await order('without a cap', line('1', '3'))
    expect(made.body).toMatchObject({ net: '143999999999999.00', huge: '143999999999999000000.00' })
    expect(made.body.says).toBe('143,999,999,999,999,000,000.00, €143,999,999,999,999.00')
    expect(least.body).toMatchObject({ net: '-72000000000001.00', huge: '-72000000000001000000.00' })
    const named = async (query: string): Promise<readonly string[]> => {
      const { status, body } = await clerk.get(`/api/orders?${query}`)
      expect({ status, detail: body.detail }).toEqual({ status: 200 })
      return (body.items as readonly { readonly huge: string }[]).map(({ huge }) => huge)
    }
    const filter = (condition: string): string => `filter=${encodeURIComponent(condition)}`
    expect(await named(filter('huge > 143999999999998000000.0'))).toContain(made.body.huge)
    expect(await named(filter('huge < 0'))).toEqual([least.body.huge])
    expect(await named(filter('huge <= -8000 * 9000000000000000'))).toEqual([least.body.huge])
    const sorted = await named('sort=huge')
    expect(sorted.map(Number)).toEqual(sorted.map(Number).toSorted((a, b) => a - b))
    expect(sorted).toContain(small.body.huge)
    const summary = await clerk.get('/api/orders/summary?measure=sum(huge),min(huge),max(huge)')
    expect(summary.status).toBe(200)
    const sum = sorted.reduce((total, each) => total + BigInt(each.replace('.', '')), 0n)
    expect(JSON.stringify(summary.body)).toContain(`"${String(sum).slice(0, -2)}.00"`)
    expect(JSON.stringify(summary.body)).toContain(least.body.huge)
    expect(JSON.stringify(summary.body)).toContain(made.body.huge)
  })
})

describe('what can’t be held refuses the write', () => {
  test.each([
    ['a whole number', { boxes: 4_000_000_000 }, 'cells'],
    ['a number', { boxes: 4_000_000_000 }, 'power'],
    ['a default', { boxes: 4_000_000_000 }, 'limit'],
    ['a duration', { boxes: 900_000_000_000_000 }, 'time'],
  ])('%s', async (_kind, values, field) => {
    const { status, body } = await clerk.post('/api/orders', { name: 'a', ...values })
    expect(status).toBe(422)
    const fields = (body.errors as readonly { readonly field: string }[]).map((error) => error.field)
    const withoutDefault = await clerk.post('/api/orders', { name: 'a', limit: 1, ...values })
    const others = (withoutDefault.body.errors as readonly { readonly field: string }[]).map((error) => error.field)
    expect([...fields, ...others]).toContain(field)
  })

  test('more dates than a list has', async () => {
    const { status, body } = await clerk.post('/api/orders', { name: 'a', from: '1990-01-01', to: '2026-01-01' })
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      expect.objectContaining({
        field: 'nights',
        code: 'out_of_range',
      }),
    ])
    const fits = await clerk.post('/api/orders', { name: 'a', from: '2026-01-01', to: '2026-12-31' })
    expect(fits.body.nights).toBe(365)
  })
})
