// A try undoes what breaks the rules of a head by its lines, and asks nothing of a head that the command has yet to finish.
// @module-tag reference/effects
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const EACH = 'for each g in Gift.filter(g, g.sort == "tried"): try'

const DOCUMENT = documentOf({
  3: `### Gift

| field | type | required | default |
|---|---|---|---|
| sort | one of tried, trigger | yes | |
| amount | integer | yes | 1 |
| note | text | \`parts.count() > 3\` | |
| was tried | yes/no | yes | no |

### Part

| field | type | required | limits |
|---|---|---|---|
| gift | Gift (as parts), part of it | yes | at most 4 |
| amount | integer | yes | |

### Crate

| field | type | required | default |
|---|---|---|---|
| was tried | yes/no | yes | no |

### Piece

| field | type | required | limits |
|---|---|---|---|
| crate | Crate (as pieces), part of it | yes | at least 2 |
`,
  4: `### Gift.status

- starts: open

| transition | from | to | who | then |
|---|---|---|---|---|
| give | open | given | everyone | create Part { gift: this, amount: 1 } |
| give all | open | stay | everyone | ${EACH} do give on g otherwise update g { was_tried: true } |
| add to all | open | stay | everyone | ${EACH} create Part { gift: g, amount: 1 } otherwise update g { was_tried: true } |
| try own | open | stay | everyone | try create Part { gift: this, amount: 1 } otherwise was_tried = true |

### Crate

| transition | then |
|---|---|
| created | try create Piece { crate: this } otherwise was_tried = true; create Piece { crate: this } |
`,
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| Parts fit | Gift | \`parts.count() == 0 or parts.sum(p, p.amount) == amount\` | The parts do not fit. |
`,
  6: `| role | is |
|---|---|
| Giver | gives |

| role | entity | may |
|---|---|---|
| Giver | Gift, Part, Crate, Piece | everything |
`,
})

let app: TestApp
let giver: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  giver = await app.as('Giver')
})
afterAll(() => app.stop())

async function give(values: object) {
  const { body } = await giver.post('/api/gifts', { sort: 'tried', ...values }).expect(201)
  return body.id as string
}

async function doStep(step: string) {
  const id = await give({ sort: 'trigger', amount: 60 })
  const { body } = await giver.post(`/api/gifts/${id}/${step}`, {}).expect(200)
  return body as { readonly id: string; readonly was_tried: boolean; readonly _version: number }
}

async function read(id: string) {
  const { body: gift } = await giver.get(`/api/gifts/${id}?expand=parts`).expect(200)
  const { body: history } = await giver.get(`/api/gifts/${id}/history`).expect(200)
  return { ...gift, entries: history.items.length }
}

test.each(['give-all', 'add-to-all'])(
  '%s undoes what a rule of the head over its lines refuses, and does the others',
  async (step) => {
    const unfit = await give({ amount: 60 })
    const fit = await give({ amount: 1 })
    await doStep(step)
    expect(await read(unfit)).toMatchObject({ was_tried: true, status: 'open', parts: [], _version: 2, entries: 2 })
    expect(await read(fit)).toMatchObject({ was_tried: false, parts: [{ amount: 1 }] })
    await Promise.all([unfit, fit].map((id) => giver.delete(`/api/gifts/${id}`).expect(204)))
  },
)

test('a try is undone by a required field and a number of lines, too', async () => {
  const lines = (count: number) => Array.from({ length: count }, () => ({ amount: 1 }))
  const full = await give({ amount: 4, note: 'full', parts: lines(4) })
  await doStep('add-to-all')
  expect(await read(full)).toMatchObject({ was_tried: true, parts: lines(4), _version: 2 })
  await giver.delete(`/api/gifts/${full}`).expect(204)
})

test('of the record at hand, too, whose version goes up once', async () => {
  const body = await doStep('try-own')
  expect(await read(body.id)).toMatchObject({ was_tried: true, parts: [], _version: 2, entries: 2 })
})

test('a head that the command creates is asked at the end of the command', async () => {
  const { body: made } = await giver.post('/api/crates', {}).expect(201)
  const { body: crate } = await giver.get(`/api/crates/${made.id}?expand=pieces`).expect(200)
  expect(crate).toMatchObject({ was_tried: false, pieces: [{}, {}] })
})
