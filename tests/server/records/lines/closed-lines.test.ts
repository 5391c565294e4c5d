// Lines that a state of their head closes: no way of a person changes them, and the cell of point 4 is cited.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { predictCreate } from '../../../../client/data/records/predict-create.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import { actorWithRoles } from '#shared/policy/actor.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { patch } from './start-claims.ts'

const DOCUMENT = documentOf({
  3: `### Claim

| field | type |
|---|---|
| title | text |
| urgent | yes/no |

### Item

| field | type | required |
|---|---|---|
| claim | Claim (as lines), part of it | yes |
| what | text | yes |
`,
  4: `### Claim.status

- starts: draft
- ends: paid

| state |
|---|
| draft |
| sent |
| paid |

| transition | from | to | who | then |
|---|---|---|---|---|
| send | draft | sent | everyone | |
| pay | sent | paid | everyone | |
| mark | sent | stay | everyone | create Item { claim: this, what: "A mark" } |

| field | draft | sent | paid | role |
|---|---|---|---|---|
| lines, title | | read only | | |
| lines | | | read only | Clerk |
`,
  5: 'none.',
  6: `| role | is |
|---|---|
| Clerk | claims |
| Chief | decides |

| role | entity | may |
|---|---|---|
| Clerk, Chief | Claim, Item | everything |
`,
})

let app: TestApp
let clerk: Caller
let chief: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
  chief = await app.as('Chief')
})
afterAll(() => app.stop())

async function claim(...steps: readonly string[]) {
  const made = await clerk.post('/api/claims', { title: 'Trip', lines: [{ what: 'Train' }, { what: 'Hotel' }] })
  expect(made.status).toBe(201)
  const path = `/api/claims/${made.body.id}`
  for (const step of steps) expect((await clerk.post(`${path}/${step}`)).status).toBe(200)
  const version: number = (await clerk.get(path)).body._version
  const items: readonly string[] = made.body.lines.map(({ id }: { readonly id: string }) => id)
  return { path, id: made.body.id as string, version, items }
}

const CLOSED = [
  403,
  {
    code: 'not_allowed',
    detail: 'Item: none can be added, changed or removed in this state.',
    source: { point: 4, text: '| lines, title | | read only | | |' },
  },
]

const BORN_CLOSED = documentOf({
  3: `### Invoice

| field | type | required |
|---|---|---|
| their number | text | yes |

### Invoice line

| field | type | required | limits |
|---|---|---|---|
| invoice | Invoice (as lines), part of it | yes | at least 1 |
| what | text | yes | |

### Split

| field | type | required |
|---|---|---|
| line | Invoice line (as splits), part of it | yes |
| share | integer | yes |
`,
  4: `### Invoice.status

- starts: received
- ends: paid

| transition | from | to | who |
|---|---|---|---|
| pay | received | paid | Clerk |
| pay at once | new record | paid | Clerk |

| field | received | paid |
|---|---|---|
| lines, their number | read only | read only |
`,
  6: `| role | is |
|---|---|
| Clerk | pays |
| Writer | writes heads |

| role | entity | may |
|---|---|---|
| Clerk | Invoice, Invoice line, Split | everything |
| Writer | Invoice | everything |
`,
})

const CLOSED_IN_MOST = documentOf({
  3: `### Order

| field | type |
|---|---|
| status | one of draft, sent, to sign, back, done |
| locked | yes/no |

### Row

| field | type | required |
|---|---|---|
| order | Order (as lines), part of it | yes |
| what | text | |
`,
  4: `### Order.status

- starts: draft
- ends: done

| transition | from | to | who |
|---|---|---|---|
| send | draft | sent | everyone |
| ask | draft | to sign | everyone |
| return | draft | back | everyone |
| finish | draft | done | everyone |

| field | draft | sent | to sign | back | done |
|---|---|---|---|---|---|
| lines | | read only | read only | | read only |
`,
  5: 'none.',
  6: `| role | is |
|---|---|
| Keeper | keeps |
| Helper | helps |

| role | entity | may | where |
|---|---|---|---|
| everyone | Order, Row | read | |
| Keeper | Order, Row | create, update | |
| Helper | Row | create | \`order.status in ["draft", "sent"]\` |
| Helper | Order | update | |
| except Helper | Order | update | \`status in ["to_sign", "done"]\` |
| except Helper | Order | update | \`locked\` |
`,
})

describe('lines that the first state of their head closes', { tags: 'reference/fields-in-states' }, () => {
  test('come with the new head, by whatever way, and no line comes later', async () => {
    const invoices = await startApp(BORN_CLOSED)
    const writer = await invoices.as('Clerk')
    const whole = { their_number: 'R-1', lines: [{ what: 'Tiles', splits: [{ share: 1 }] }, { what: 'Glue' }] }
    for (const path of ['/api/invoices', '/api/invoices/pay-at-once']) {
      const { status, body } = await writer.post(path, whole)
      expect([status, body.lines?.length ?? body]).toEqual([201, 2])
      const more = await writer.post('/api/invoice-lines', { invoice: body.id, what: 'Nails' })
      expect([more.status, more.body.detail]).toEqual([
        403,
        'Invoice line: none can be added, changed or removed in this state.',
      ])
      const lines = [...body.lines.map(({ id }: { readonly id: string }) => ({ id })), { what: 'Nails' }]
      const changed = await patch(writer, `/api/invoices/${body.id}`, body._version, { lines })
      expect([changed.status, changed.body.errors[0]]).toMatchObject([
        403,
        { field: 'lines[2]', message: 'Invoice line: none can be added, changed or removed in this state.' },
      ])
    }
    const stranger = await invoices.as('Writer')
    expect((await stranger.post('/api/invoices', whole)).status).toBe(422)
    await invoices.stop()
  })
})

describe('lines that a state closes', { tags: 'reference/fields-in-states' }, () => {
  test('are open in other states', async () => {
    const { path, version, items, id } = await claim()
    expect((await patch(clerk, path, version, { lines: [{ id: items[0], what: 'Bus' }] })).status).toBe(200)
    expect((await clerk.post('/api/items', { claim: id, what: 'Taxi' })).status).toBe(201)
  })

  test('are neither added nor changed nor deleted, with the head or by themselves', async () => {
    const { path, version, items, id } = await claim('send')
    const kept = items.map((item) => ({ id: item }))
    for (const refused of [
      await clerk.post('/api/items', { claim: id, what: 'Taxi' }),
      await clerk.patch(`/api/items/${items[0]}`, { what: 'Bus' }),
      await clerk.delete(`/api/items/${items[0]}`),
    ])
      expect([refused.status, refused.body]).toMatchObject(CLOSED)
    for (const lines of [[...kept, { what: 'Taxi' }], [{ id: items[0], what: 'Bus' }, kept[1]], kept.slice(1)])
      expect((await patch(clerk, path, version, { lines })).status).toBe(403)
    // What is sent as it is changes nothing, and what the row does not name is open.
    expect((await patch(clerk, path, version, { urgent: true, lines: kept })).status).toBe(200)
    expect((await clerk.get(`${path}?expand=lines`)).body.lines).toHaveLength(2)
  })

  test('no line is moved into such a head, or out of it', async () => {
    const [open, closed] = [await claim(), await claim('send')]
    const into = await clerk.patch(`/api/items/${open.items[0]}`, { claim: closed.id })
    expect([into.status, into.body]).toMatchObject(CLOSED)
    const out = await clerk.patch(`/api/items/${closed.items[0]}`, { claim: open.id })
    expect([out.status, out.body]).toMatchObject(CLOSED)
  })

  test('are closed only for the role of the row, and effects write them', async () => {
    const { path, id } = await claim('send', 'mark')
    expect((await clerk.get(`${path}?expand=lines`)).body.lines).toHaveLength(3)
    await clerk.post(`${path}/pay`)
    expect((await clerk.post('/api/items', { claim: id, what: 'Taxi' })).status).toBe(403)
    expect((await chief.post('/api/items', { claim: id, what: 'Taxi' })).status).toBe(201)
  })

  test(
    'are opened by all states that a remedy names, and by no other',
    { tags: 'reference/fields-in-states' },
    async () => {
      const orders = await startApp(CLOSED_IN_MOST)
      const [keeper, helper] = [await orders.as('Keeper'), await orders.as('Helper')]
      const refusedIn = async (caller: Caller, step: string) => {
        const { body: order } = await keeper.post('/api/orders', {}).expect(201)
        if (step !== '') await keeper.post(`/api/orders/${order.id}/${step}`).expect(200)
        const { status, body } = await caller.post('/api/rows', { order: order.id, what: 'Nails' })
        return status === 201 ? 'open' : body.remedy
      }
      const open = 'You can do this when the status of its order is draft or back.'
      for (const step of ['send', 'ask', 'finish']) expect(await refusedIn(keeper, step)).toBe(open)
      for (const step of ['', 'return']) expect(await refusedIn(keeper, step)).toBe('open')
      // What the helper is granted ends where the order is no draft, and what takes it away names both.
      expect(await refusedIn(helper, 'send')).toBe('You can do this when the status of its order is draft.')
      expect(await refusedIn(helper, '')).toBe('open')
      const { body: order } = await keeper.post('/api/orders', { locked: true }).expect(201)
      const locked = await helper.patch(`/api/orders/${order.id}`, { locked: false })
      expect([locked.status, locked.body.remedy]).toEqual([
        403,
        'You can do this when status is draft, sent, or back and locked is no.',
      ])
      await orders.stop()
    },
  )

  test('are not offered in the browser', () => {
    const model = compileDocument(DOCUMENT)
    const actor = actorWithRoles(model, ['Clerk'])
    const seen = projectModel(model, actor, new Set())
    const entity = seen.entities.get('Item')
    const field = entity?.fields.get('claim')
    if (!entity || !field) throw new Error('An item has a claim.')
    const may = (status: string) =>
      predictCreate(seen, actor, {
        entity,
        field,
        record: { id: 'c', title: 'T', status },
        now: '2026-01-01T00:00:00.000Z',
      })
    expect([may('draft'), may('sent'), may('paid')]).toEqual([true, false, false])
  })
})
