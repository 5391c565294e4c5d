// A history, and an undo, tell what may be read now and might have been read then; what was changed together bears one change set.
// @module-tag P08
// @module-tag P20
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../helpers/compile-document.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

/** Offers are drafted in secret and opened to all; cases belong to their keeper. */
const DOCUMENT = documentOf({
  3: `### Firm

| field | type |
|---|---|
| name | text |
| closed | yes/no |

### Offer

| field | type |
|---|---|
| title | text |
| price | integer |
| partners | several Firm (as offers), cleared when deleted |
| firm | Firm (as main_offers), cleared when deleted |

### Case

| field | type | value |
|---|---|---|
| title | text | |
| note | text | |
| keeper | Person (as cases) | |
| offer | Offer (as cases) | |
| until | date and time | |
| is_open | computed yes/no | \`coalesce(until, now) <= now\` |`,
  4: `### Offer.stage

- starts: draft
- ends: open

| state | meaning |
|---|---|
| draft | |
| open | |

| transition | from | to | who | when | asks | then |
|---|---|---|---|---|---|---|
| publish | draft | open | Guest | | | |
| publish at | draft | open | Guest | | price: integer | \`price = input.price\` |
| claim | open | open | Guest | | | for each c in cases: update c { keeper: me, note: "cleared" } |
| mark down | draft | draft | Guest | | price: integer | \`price = input.price\` |

| field | draft | open |
|---|---|---|
| price | hidden | |`,
  6: `| role | is |
|---|---|
| Guest | reads |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Guest | Offer | read, see history | | |
| Guest | Case | read, see history | \`keeper == me and is_open\` | |
| Guest | Case | update | \`keeper == me\` | note |
| Guest | Offer | update | | price |
| Guest | Firm | read | | |
| Guest | Person | read | | |`,
})

let app: TestApp
/** The administrator, who sees all. */
let writer: Caller
let guest: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  writer = await app.as('Administrator')
  guest = await app.as('Guest')
})
afterAll(() => app.stop())

interface Item {
  readonly event: string
  readonly version: number
  readonly changeSet: string
  readonly changes: { readonly [field: string]: readonly [unknown, unknown] }
}

async function make(path: string, body: object): Promise<string> {
  return String((await writer.post(`/api/${path}`, body).expect(201)).body.id)
}

async function historyOf(caller: Caller, path: string): Promise<readonly Item[]> {
  return (await caller.get(`/api/${path}/history`).expect(200)).body.items as readonly Item[]
}

test(
  'a value that was written while its field was hidden stays unknown when the state has moved on',
  { tags: 'reference/histories-and-undoing' },
  async () => {
    const id = await make('offers', { title: 'one', price: 666 })
    await writer.patch(`/api/offers/${id}`, { price: 667, title: 'two' }).expect(200)
    await writer.patch(`/api/offers/${id}`, { price: 5 }).expect(200)
    await guest.post(`/api/offers/${id}/publish`, {}).expect(200)
    await writer.patch(`/api/offers/${id}`, { price: 6 }).expect(200)
    const items = await historyOf(guest, `offers/${id}`)
    expect(items.map(({ version, changes }) => [version, changes])).toEqual([
      [5, { price: [5, 6] }],
      [4, { stage: ['draft', 'open'] }],
      [3, {}],
      [2, { title: ['one', 'two'] }],
      [1, { title: [null, 'one'], stage: [null, 'draft'] }],
    ])
    // Of the changes only: ids are random, and may have these digits.
    const changesIn = (entries: readonly { readonly changes: unknown }[]) =>
      JSON.stringify(entries.map(({ changes }) => changes))
    expect(changesIn(items)).not.toMatch(/66[67]/)
    expect(changesIn(await historyOf(writer, `offers/${id}`))).toMatch(/666.*667|667.*666/)
  },
)

test('a change from a hidden value to one that is shown is left out', async () => {
  const id = await make('offers', { title: 'three', price: 666 })
  await guest.post(`/api/offers/${id}/publish-at`, { price: 7 }).expect(200)
  expect((await historyOf(guest, `offers/${id}`))[0]?.changes).toEqual({ stage: ['draft', 'open'] })
})

test('what was written before a record became theirs is left out, and so is that it was', async () => {
  const id = await make('cases', { title: 'mine', note: 'SECRET' })
  await writer.patch(`/api/cases/${id}`, { note: 'said openly' }).expect(200)
  await writer.patch(`/api/cases/${id}`, { keeper: guest.id }).expect(200)
  await writer.patch(`/api/cases/${id}`, { note: 'new' }).expect(200)
  const items = await historyOf(guest, `cases/${id}`)
  expect(items.map(({ changes }) => changes)).toEqual([{ note: ['said openly', 'new'] }, {}])
  expect(await historyOf(writer, `cases/${id}`)).toHaveLength(4)
})

test('what was written before its hour is not shown afterwards', async () => {
  const until = new Date(app.clock.now + 3_600_000).toISOString()
  const id = await make('cases', { title: 'later', note: 'SECRET', keeper: guest.id, until })
  await writer.patch(`/api/cases/${id}`, { note: 'said openly' }).expect(200)
  await guest.get(`/api/cases/${id}`).expect(404)
  app.clock.now += 3_600_000
  await writer.patch(`/api/cases/${id}`, { title: 'now' }).expect(200)
  const items = await historyOf(guest, `cases/${id}`)
  expect(items.map(({ changes }) => changes)).toEqual([{ title: ['later', 'now'] }])
})

test('pages hold as many entries as were asked for, whatever was left out', async () => {
  const id = await make('cases', { title: '0' })
  for (const round of [1, 2, 3, 4]) {
    await writer.patch(`/api/cases/${id}`, { keeper: guest.id }).expect(200)
    await writer.patch(`/api/cases/${id}`, { title: String(round) }).expect(200)
    await writer.patch(`/api/cases/${id}`, { keeper: null }).expect(200)
  }
  await writer.patch(`/api/cases/${id}`, { keeper: guest.id }).expect(200)
  const seen: unknown[] = []
  let after = ''
  do {
    const { body } = await guest.get(`/api/cases/${id}/history?limit=2${after}`).expect(200)
    expect(body.items).toHaveLength(body.next === null ? body.items.length : 2)
    seen.push(...body.items.map((item: Item) => item.changes['title']?.[1]))
    after = body.next === null ? '' : `&after=${encodeURIComponent(String(body.next))}`
  } while (after !== '')
  expect(seen.filter((title) => title !== undefined)).toEqual(['4', '3', '2', '1'])
})

test('relations that a deletion cleared are in the history, with their versions', async () => {
  const [kept, gone] = [await make('firms', { name: 'kept' }), await make('firms', { name: 'gone' })]
  const id = await make('offers', { title: 'four', partners: [gone, kept], firm: gone })
  await writer.delete(`/api/firms/${gone}`).expect(204)
  const [cleared] = await historyOf(writer, `offers/${id}`)
  expect(cleared).toMatchObject({
    event: 'changed',
    version: 2,
    changes: { partners: [[gone, kept], [kept]], firm: [gone, null] },
  })
})

test('all that one request changes is one change set, and so is a batch', async () => {
  const firm = await make('firms', { name: 'both' })
  const offers = [await make('offers', { title: 'a', firm }), await make('offers', { title: 'b', firm })]
  await writer.delete(`/api/firms/${firm}`).expect(204)
  const sets = async () =>
    Promise.all(offers.map(async (id) => (await historyOf(writer, `offers/${id}`))[0]?.changeSet))
  const deleted = await sets()
  expect(new Set(deleted).size).toBe(1)
  const calls = offers.map((id) => ({ method: 'PATCH', path: `/api/offers/${id}`, body: { title: 'c' } }))
  await writer.post('/api/batch', { calls }).expect(200)
  const batch = await sets()
  expect(new Set(batch).size).toBe(1)
  expect(batch[0]).not.toBe(deleted[0])
  await Promise.all(offers.map((id) => writer.patch(`/api/offers/${id}`, { title: 'd' }).expect(200)))
  expect(new Set(await sets()).size).toBe(2)
})

describe('an undo', () => {
  const undo = (caller: Caller, id: string) => caller.post(`/api/system/changes/${id}/undo`, {})
  const latestOf = async (caller: Caller): Promise<string> =>
    (await caller.get('/api/system/changes?limit=1').expect(200)).body.items[0].id

  test('is refused where it would bring back a value that its person could not read, and names the record only', async () => {
    const id = await make('offers', { title: 'five', price: 666 })
    // While it is a draft its price is hidden, and `set` gives another one.
    await guest.post(`/api/offers/${id}/mark-down`, { price: 7 }).expect(200)
    const set = await latestOf(guest)
    await guest.post(`/api/offers/${id}/publish`, {}).expect(200)
    const { status, body } = await undo(guest, set)
    expect([status, body.code]).toEqual([409, 'undo_hidden'])
    expect(body.about).toEqual({ entity: 'Offer', id, title: expect.any(String) })
    expect(JSON.stringify({ ...body, about: { ...body.about, id: '' }, request: '' })).not.toContain('666')
    expect((await guest.get(`/api/offers/${id}`)).body.price).toBe(7)
    // Nor does it say whether the value is the same again.
    await writer.patch(`/api/offers/${id}`, { price: 666 }).expect(200)
    expect((await undo(guest, set)).body.code).toBe('undo_hidden')
    // Who could read it then undoes it.
    await writer.patch(`/api/offers/${id}`, { price: 8 }).expect(200)
    await undo(writer, await latestOf(writer)).expect(200)
    expect((await guest.get(`/api/offers/${id}`)).body.price).toBe(666)
  })

  test('is refused for a record that was not theirs to read then', async () => {
    const offer = await make('offers', { title: 'six' })
    const id = await make('cases', { title: 'taken', note: 'SECRET', offer })
    await guest.post(`/api/offers/${offer}/publish`, {}).expect(200)
    await guest.post(`/api/offers/${offer}/claim`, {}).expect(200)
    expect((await guest.get(`/api/cases/${id}`)).body).toMatchObject({ note: 'cleared' })
    const { status, body } = await undo(guest, await latestOf(guest))
    expect([status, body.code, body.about.id]).toEqual([409, 'undo_hidden', id])
    expect(JSON.stringify(body)).not.toContain('SECRET')
    expect((await guest.get(`/api/cases/${id}`)).body).toMatchObject({ note: 'cleared' })
  })

  test('of what was readable all the time is as it was', async () => {
    const id = await make('cases', { title: 'mine', note: 'one', keeper: guest.id })
    await guest.patch(`/api/cases/${id}`, { note: 'two' }).expect(200)
    await undo(guest, await latestOf(guest)).expect(200)
    expect((await guest.get(`/api/cases/${id}`)).body).toMatchObject({ note: 'one' })
  })
})
