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
| last lot | Lot (as last picks) | | \`status == "in_stock"\` | WRONG_LOT |
| first lot | Lot (as first picks) | | \`shelf == this.shelf\` | WRONG_LOT |
`,
  4: `### Lot.status

- starts: in stock
- ends: used up

| transition | from | to | who |
|---|---|---|---|
| use up | in stock | used up | nobody |

### Pick.status

- starts: planned
- ends: done

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| take | planned | done | Hand | last: Lot required | last_lot = input.last; do use up on input.last |
| take late | planned | done | Hand | last: Lot required | do use up on input.last; last_lot = input.last |
| take the spare | planned | done | Hand | | last_lot = spare; update spare { shelf: "taken" }; do use up on spare |

### Pick

| transition | when | then |
|---|---|---|
| created | \`lot.remaining == 0\` | do use up on lot |
| created | \`spare != null\` | next_lot = spare |
| created | \`quantity == 7\` | last_lot = spare; do use up on spare |
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

test('a step and an event choose where their effect stands, and the effects after it use up what they chose', async () => {
  const pick = async (fields: object = {}) =>
    (await hand.post('/api/picks', { lot: await lotOf(9), quantity: 1, ...fields })).body.id
  const last = await lotOf(3)
  expect((await hand.post(`/api/picks/${await pick()}/take`, { last })).body).toMatchObject({ last_lot: last })
  expect(await statusOf(last)).toBe('used_up')
  const again = await hand.post(`/api/picks/${await pick()}/take`, { last })
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  const late = await hand.post(`/api/picks/${await pick()}/take-late`, { last: await lotOf(3) })
  expect([late.status, late.body.code]).toEqual([422, 'WRONG_LOT'])
  const spare = await lotOf(3)
  expect(
    (await hand.post(`/api/picks/${await pick({ spare, next_lot: await lotOf(1) })}/take-the-spare`, {})).status,
  ).toBe(200)
  expect(await statusOf(spare)).toBe('used_up')
  const other = await lotOf(3)
  const made = await hand.post('/api/picks', { lot: await lotOf(9), quantity: 7, spare: other })
  expect([made.status, made.body.code]).toEqual([201, undefined])
  expect(await statusOf(other)).toBe('used_up')
})
