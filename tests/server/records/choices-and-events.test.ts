// A choice is checked as it was offered: before the effects that use up what was chosen, and after those that choose.
// @module-tag reference/choose-from
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Lot

| field | type | required | value |
|---|---|---|---|
| quantity | integer | yes | |
| shelf | text | | |
| remaining | computed integer | | \`quantity - picks.sum(p, p.quantity)\` |

### Pick

| field | type | required | choose from | otherwise |
|---|---|---|---|---|
| lot | Lot | yes | \`status == "in_stock"\` | WRONG_LOT |
| next lot | Lot (as next picks) | | \`status == "in_stock"\` | WRONG_LOT |
| quantity | integer | yes | | |
| spare | Lot (as spare picks) | | | |
| shelf | text | | | |
| first lot | Lot (as first picks) | | \`shelf == this.shelf\` | WRONG_LOT |
`,
  4: `### Lot.status

- starts: in stock
- ends: used up

| transition | from | to | who |
|---|---|---|---|
| use up | in stock | used up | nobody |

### Pick

| transition | when | then |
|---|---|---|
| created | \`lot.remaining == 0\` | do use up on lot |
| created | \`spare != null\` | next_lot = spare |
| created | \`shelf == null\` | shelf = first_lot.shelf |
| quantity changed | \`lot.remaining == 0\` | do use up on lot |
`,
  6: `| role | is |
|---|---|
| Hand | works in the depot |

| role | entity | may |
|---|---|---|
| Hand | Lot, Pick | everything |
`,
  8: `| code | status | message |
|---|---|---|
| WRONG_LOT | 422 | Choose a lot in stock. |
`,
})

let app: TestApp
let hand: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  hand = await app.as('Hand')
})
afterAll(() => app.stop())

const lotOf = async (quantity: number): Promise<string> => (await hand.post('/api/lots', { quantity })).body.id
const statusOf = async (lot: string): Promise<unknown> => (await hand.get(`/api/lots/${lot}`)).body.status

test('the last piece can be picked, by a new record and by a change', async () => {
  const lot = await lotOf(3)
  expect((await hand.post('/api/picks', { lot, quantity: 3 })).status).toBe(201)
  expect(await statusOf(lot)).toBe('used_up')
  const other = await lotOf(3)
  const { body: pick } = await hand.post('/api/picks', { lot: other, quantity: 1 })
  const another = await lotOf(2)
  expect((await hand.patch(`/api/picks/${pick.id}`, { lot: another, quantity: 2 })).status).toBe(200)
  expect(await statusOf(another)).toBe('used_up')
})

test('what is used up before is refused, also where an effect chooses it', async () => {
  const lot = await lotOf(1)
  expect((await hand.post('/api/picks', { lot, quantity: 1 })).status).toBe(201)
  const again = await hand.post('/api/picks', { lot, quantity: 1 })
  expect([again.status, again.body.code]).toEqual([422, 'WRONG_LOT'])
  const wrong = await hand.post('/api/picks', { lot: await lotOf(5), quantity: 1, spare: lot })
  expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([422, 'next_lot'])
})

test('a choice is compared with what an effect fills in', async () => {
  const { body: first } = await hand.post('/api/lots', { quantity: 3, shelf: 'A' })
  const lot = await lotOf(3)
  const pick = async (fields: object) =>
    (await hand.post('/api/picks', { lot, quantity: 1, first_lot: first.id, ...fields })).body
  expect(await pick({})).toMatchObject({ shelf: 'A' })
  expect(await pick({ shelf: 'A' })).toMatchObject({ shelf: 'A' })
  expect(await pick({ shelf: 'B' })).toMatchObject({ code: 'WRONG_LOT' })
})
