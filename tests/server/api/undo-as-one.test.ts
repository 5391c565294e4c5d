// Undoing as one: what one call did is taken back whole, though one of its steps would be refused by itself.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const DONATIONS = documentOf({
  3: `### Donation

| field | type | required |
|---|---|---|
| name | text | yes |

### Item

| field | type | required | limits |
|---|---|---|---|
| donation | Donation (as items), part of it | yes | at least 1, at most 2 |
| what | text | yes | unique per donation |
| count | integer | | |

### Errand

| field | type | required |
|---|---|---|
| name | text | yes |
| first | Diary (as firsts) | |
| tour | Tour (as errands), cleared when deleted | \`name == "toured"\` |

### Diary

| field | type | required |
|---|---|---|
| errand | Errand (as diaries) | yes |

### Tour

| field | type | required |
|---|---|---|
| name | text | yes |`,
  4: `### Errand.status

- starts: open
- ends: done

| transition | from | to | who | then |
|---|---|---|---|---|
| created | | | | create Diary { errand: this } if \`name != "plain"\` |
| finish | open | done | Boss | create Donation { name: name, items: [{ what: "x" }] }; create Diary { errand: this } |
| reopen | done | open | Boss | |

### Diary

| transition | then |
|---|---|
| created | update errand { first: this } if \`errand.name == "plain"\` |

### Tour

| transition | then |
|---|---|
| created | create Errand { name: "toured", tour: this } |`,
  6: `| role | is |
|---|---|
| Boss | all |
| Contact | gives |

| role | entity | may |
|---|---|---|
| Boss | Donation, Item, Errand, Diary, Tour | everything |
| Contact | Donation | read, create, update |
| Contact | Item | read, create, update, delete |`,
})

let app: TestApp
let boss: Caller
let contact: Caller

beforeAll(async () => {
  app = await startApp(DONATIONS)
  boss = await app.as('Boss')
  contact = await app.as('Contact')
})
afterAll(() => app.stop())

const latest = async (caller: Caller): Promise<string> =>
  (await caller.get('/api/system/changes?limit=1').expect(200)).body.items[0].id
const undoLatest = async (caller = boss) => caller.post(`/api/system/changes/${await latest(caller)}/undo`, {})

async function create(path: string, body: object, by = boss) {
  const answer = await by.post(`/api/${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

async function undone(caller = boss): Promise<number> {
  const answer = await undoLatest(caller)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.records
}

const donation = (items: readonly string[], by = boss) =>
  create('donations', { name: 'Bread', items: items.map((what) => ({ what })) }, by)

async function itemsOf(id: string) {
  const { body } = await boss.get('/api/items').expect(200)
  const items = body.items as { readonly id: string; readonly what: string; readonly donation: string }[]
  return items.filter((each) => each.donation === id).toSorted((a, b) => a.what.localeCompare(b.what))
}

const wordsOf = async (id: string) => (await itemsOf(id)).map(({ what }) => what)

async function replace(id: string, items: readonly object[]): Promise<void> {
  const { headers } = await boss.get(`/api/donations/${id}`).expect(200)
  await boss.patch(`/api/donations/${id}`, { items }).set('If-Match', String(headers['etag'])).expect(200)
}

test('a head is created with its lines, deleted, and back, as often as one likes', async () => {
  const { id } = await donation(['a', 'b'])
  expect(await undone()).toBe(3)
  await boss.get(`/api/donations/${id}`).expect(404)
  expect(await undone()).toBe(3)
  expect(await wordsOf(id)).toEqual(['a', 'b'])
  expect(await undone()).toBe(3)
  await boss.get(`/api/donations/${id}`).expect(404)
  const other = await donation(['c'])
  await boss.delete(`/api/donations/${other.id}`).expect(204)
  await undone()
  await undone()
  await boss.get(`/api/donations/${other.id}`).expect(404)
})

test('who may not delete the head is refused by that', async () => {
  const { id } = await donation(['a'], contact)
  expect((await undoLatest(contact)).status).toBe(403)
  expect(await wordsOf(id)).toEqual(['a'])
})

test('lines that were replaced come back, within the limits of their head', async () => {
  const { id } = await donation(['a', 'b'])
  const [a] = await itemsOf(id)
  await replace(id, [{ id: a?.id }, { what: 'c' }])
  await undone()
  expect(await wordsOf(id)).toEqual(['a', 'b'])
  await replace(id, [{ what: 'a' }, { what: 'b' }])
  await undone()
  expect((await itemsOf(id))[0]).toMatchObject({ id: a?.id, what: 'a' })
  expect(await wordsOf(id)).toEqual(['a', 'b'])
})

test('lines that have exchanged what is unique exchange it again', async () => {
  const { id } = await donation(['a', 'b'])
  const [a, b] = await itemsOf(id)
  await replace(id, [
    { id: a?.id, what: 'b', count: 1 },
    { id: b?.id, what: 'a' },
  ])
  await undone()
  expect(await itemsOf(id)).toMatchObject([
    { id: a?.id, what: 'a', count: null },
    { id: b?.id, what: 'b' },
  ])
  expect((await boss.get(`/api/items/${a?.id}/history`).expect(200)).body.items[0].changes).toMatchObject({
    what: ['b', 'a'],
  })
  await undone()
  expect((await itemsOf(id))[0]).toMatchObject({ id: b?.id, what: 'a' })
})

test('the limits of heads still hold for what comes of it, and the head is named', async () => {
  const { id } = await donation(['a', 'b'])
  const [a] = await itemsOf(id)
  await boss.delete(`/api/items/${a?.id}`).expect(204)
  const set = await latest(boss)
  await create('items', { donation: id, what: 'c' })
  const { body } = await boss.post(`/api/system/changes/${set}/undo`, {}).expect(422)
  expect(body).toMatchObject({ about: { entity: 'Donation', id }, errors: [{ code: 'too_many' }] })
  expect(await wordsOf(id)).toEqual(['b', 'c'])
})

test('what refers to a created record goes with it where the same call made it, and comes back', async () => {
  const { id } = await create('errands', { name: 'shop' })
  expect(await undone()).toBe(2)
  await boss.get(`/api/errands/${id}`).expect(404)
  expect(await undone()).toBe(2)
  await boss.get(`/api/errands/${id}`).expect(200)
  await create('diaries', { errand: id })
  await boss.post(`/api/errands/${id}/finish`, {}).expect(200)
  await undone()
  expect((await boss.get(`/api/errands/${id}`).expect(200)).body).toMatchObject({ status: 'open' })
})

test('what others have made refer to it since stands against it', async () => {
  const { id } = await create('errands', { name: 'shop' })
  const set = await latest(boss)
  await create('diaries', { errand: id })
  const { body } = await boss.post(`/api/system/changes/${set}/undo`, {}).expect(409)
  expect(body).toMatchObject({ code: 'conflict', about: { entity: 'Errand', id } })
  await boss.get(`/api/errands/${id}`).expect(200)
})

test('a record that an event changed to refer to a new one is led back before that goes', async () => {
  const { id } = await create('errands', { name: 'plain' })
  const diary = await create('diaries', { errand: id })
  await undone()
  await boss.get(`/api/diaries/${diary.id}`).expect(404)
  expect((await boss.get(`/api/errands/${id}`).expect(200)).body.first).toBeNull()
})

test('a record that requires what goes is deleted before', async () => {
  const { id } = await create('tours', { name: 'North' })
  expect(await undone()).toBe(3)
  await boss.get(`/api/tours/${id}`).expect(404)
})
