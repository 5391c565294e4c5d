// An import takes back what an export wrote where states and grants hide or close fields, and still refuses what it may not change.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  3: `### Order

| field | type |
|---|---|
| name | text |
| secret | text |
| price | money |
| note | text |
| team note | text |
`,
  4: `### Order.status

- starts: draft
- ends: done

| transition | from | to | who |
|---|---|---|---|
| finish | draft | done | Boss |

| field | draft | done | role |
|---|---|---|---|
| secret | hidden | | Staff |
| price | | read only | Staff |
`,
  5: 'none.',
  6: `| role | is |
|---|---|
| Staff | works |
| Boss | leads |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Boss | Order | everything | | all |
| Staff | Order | read, import, export | | all except note, team note |
| Staff | Order | read | \`name != "locked"\` | note, team note |
| Staff | Order | export | \`name != "locked"\` | note |
| Staff | Order | import | | note, team note |
| Staff | Order | update | \`name != "locked"\` | all |
`,
})

const FORMATS = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
} as const

let app: TestApp
let boss: Caller
let staff: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  boss = await app.as('Boss')
  staff = await app.as('Staff')
  for (const name of ['new', 'old', 'locked']) {
    const values = { name, secret: `s ${name}`, price: '5.00', note: `n ${name}`, team_note: `t ${name}` }
    const { status, body } = await boss.post('/api/orders', values)
    expect(status, JSON.stringify(body)).toBe(201)
    if (name === 'old') expect((await boss.post(`/api/orders/${body.id}/finish`, {})).status).toBe(200)
  }
})
afterAll(() => app.stop())

const stored = async (): Promise<unknown> => (await boss.get('/api/orders?sort=name')).body.items

async function bringIn(type: string, file: Buffer | string) {
  const { status, body } = await staff.post('/api/orders/import?mode=run&match=id').type(type).send(file)
  return { status, errors: body.errors as readonly { readonly code: string; readonly field?: string }[] }
}

test.each(Object.entries(FORMATS))(
  '%s comes back and changes nothing, nor a version',
  { tags: 'reference/exporting' },
  async (format, type) => {
    const before = await stored()
    const file = await staff.get(`/api/orders/export?format=${format}`).responseType('blob')
    expect(await bringIn(type, Buffer.from(file.body as Uint8Array))).toMatchObject({ status: 200, errors: [] })
    expect(await stored()).toEqual(before)
  },
)

test('what is changed in a closed or hidden field is refused as before, and nothing is guessed', async () => {
  const before = await stored()
  const orders = (await boss.get('/api/orders?sort=name')).body.items as readonly { readonly id: string }[]
  const [locked, fresh, old] = orders
  const send = (rows: string) => bringIn('text/csv', rows)
  const refusals = [
    await send(`id,secret\n${fresh?.id},other\n`),
    // Also where it is what the field holds: nobody learns that.
    await send(`id,secret\n${fresh?.id},s new\n`),
    await send(`id,price\n${old?.id},6.00\n`),
    await send(`id,price\n${locked?.id},6.00\n`),
  ]
  expect(refusals.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
    ['not_allowed'],
    ['not_allowed'],
    ['not_allowed'],
    ['not_allowed'],
  ])
  expect(await stored()).toEqual(before)
})

test('an empty cell still empties what the person reads and exports', async () => {
  const { body } = await boss.get('/api/orders?filter=name == "new"')
  const [{ id }] = body.items as [{ readonly id: string }]
  expect(await bringIn('text/csv', `id,price,note\n${id},7.00,\n`)).toMatchObject({ status: 200, errors: [] })
  expect((await boss.get(`/api/orders/${id}`)).body).toMatchObject({ price: '7.00', note: null, secret: 's new' })
})
