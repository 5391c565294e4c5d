// One meaning of per cent, and of the quotient of whole numbers, over HTTP: fields, constants, filters, messages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const HOUSES = documentOf({
  2: `
| route | screen | shows | for |
|---|---|---|---|
| /houses | Houses | table of House | everyone |
`,
  3: `
### House

| field | type | required | default | limits | value |
|---|---|---|---|---|---|
| name | text | yes | | | |
| rent | money | no | | | |
| rooms | integer | no | | | |
| let | integer | no | | | |
| discount | percent | no | 12.5 % | 0..50 | |
| tax | percent | no | \`limits.vat\` | | |
| saved | computed money | | | | \`rent * discount\` |
| saved by all | computed money | | | | \`rent * (discount + limits.vat)\` |
| occupancy | computed percent | | | | \`let / rooms\` |
| share | computed decimal(4) | | | | \`let / rooms\` |
| pairs | computed integer | | | | \`div(rooms, 2)\` |
| is full | computed yes/no | | | | \`occupancy >= 0.9\` |
| says | computed text | | | | "{name}: {occupancy}, {discount}" |
| rates | computed text | | | | "{limits.vat}, {limits.duty}, {lookup.fee['flat']}, {[limits.vat, limits.duty].max(r, r)}" |
| others | computed percent | | | | \`House.filter(h, h.id != id).max(h, h.discount)\` |
`,
  5: `
| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Not so much | House | \`discount <= limits.most\` | At most {limits.most}, not {discount}. | discount |
`,
  6: `
| role | is |
|---|---|
| Clerk | lets |

| role | entity | may |
|---|---|---|
| Clerk | House | everything |
`,
  9: `
| name | value |
|---|---|
| vat | 19 % |
| most | 40 % |
| currency | EUR |

| name | value | from |
|---|---|---|
| duty | 7 % | 2000-01-01 |
| duty | 7.5 % | 2001-01-01 |

### Lookup fee

| kind | fee |
|---|---|
| flat | 0.5 % |
| house | 12 % |
`,
})

let app: TestApp
let clerk: Caller

beforeAll(async () => {
  app = await startApp(HOUSES)
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

test(
  '12.5 % is 0.125 wherever it is worked with, and "12.50" in JSON',
  { tags: 'reference/functions-of-numbers-and-values' },
  async () => {
    const { status, body } = await clerk.post('/api/houses', { name: 'A', rent: '1000', rooms: 3, let: 2 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      discount: '12.50',
      tax: '19.00',
      saved: '125.00',
      saved_by_all: '315.00',
      occupancy: '66.67',
      share: '0.6667',
      pairs: 1,
      is_full: false,
    })
    expect(body.says).toMatch(/^A: 66\.67\s?%, 12\.5\s?%$/)
  },
)

test('is filtered, sorted and measured as such', async () => {
  await clerk.post('/api/houses', { name: 'B', rent: '10', rooms: 10, let: 9, discount: '30' })
  const names = async (query: string): Promise<readonly string[]> => {
    const { body } = await clerk.get(`/api/houses?${query}`)
    return (body.items as readonly { readonly name: string }[]).map(({ name }) => name)
  }
  expect(await names(`filter=${encodeURIComponent('discount == 0.3')}`)).toEqual(['B'])
  expect(await names(`filter=${encodeURIComponent('discount < 0.3 and others > 0.2')}`)).toEqual(['A'])
  expect(await names(`filter=${encodeURIComponent('is_full and let / rooms > 0.8')}`)).toEqual(['B'])
  expect(await names('sort=-discount')).toEqual(['B', 'A'])
  const { body } = await clerk.get('/api/houses/summary?measure=max(discount)')
  expect(JSON.stringify(body)).toContain('30.00')
  const listed = await clerk.get('/api/houses?sort=name')
  expect(listed.body.items.map((each: { readonly others: string }) => each.others)).toEqual(['30.00', '12.50'])
})

test('is refused by a rule in the words of its reader', async () => {
  const { status, body } = await clerk.post('/api/houses', { name: 'C', discount: '45' })
  expect(status).toBe(422)
  expect(body.errors[0].message).toMatch(/^At most 40\s?%, not 45\s?%\.$/)
})

test('a division by zero is empty', { tags: 'reference/functions-of-numbers-and-values' }, async () => {
  const { body } = await clerk.post('/api/houses', { name: 'D', rooms: 0, let: 0 })
  expect(body).toMatchObject({ occupancy: null, share: null, pairs: 0 })
})

test('a constant and a lookup that are written as per cents are printed as such, and worked with as hundredths', async () => {
  const { body } = await clerk.post('/api/houses', { name: 'C', discount: '40' })
  expect(body.rates).toMatch(/^19\s?%, 7\.5\s?%, 0\.5\s?%, 19\s?%$/)
  const found = await clerk.get(`/api/houses?filter=${encodeURIComponent('name == "C" and discount == 0.4')}`)
  expect(found.body.items).toMatchObject([{ rates: body.rates }])
})
