// What lies in the trash for as long as the document says is gone for good, with what went with it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followAccounts } from '../../../server/auth/follow-accounts.ts'
import { createSession } from '../../helpers/create-account.ts'
import { purgeTrash } from '../../../server/records/write/purge-trash.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { startApp } from '../../apps/start-app.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Firm

- deleted: to trash for 10 days

| field | type | limits |
|---|---|---|
| name | text | unique |

### Club

- deleted: for good

| field | type | limits |
|---|---|---|
| name | text | |

### Person

| field | type | limits |
|---|---|---|
| club | Club (as members), deleted with it | |
| firm | Firm (as people), deleted with it | |

### Order

| field | type | limits |
|---|---|---|
| firm | Firm (as orders), deleted with it | |

### Visit

- deleted: to trash for 60 days

| field | type | limits |
|---|---|---|
| firm | Firm (as visits) | |
| host | Firm (as hosted) | |

### Note

| field | type | limits |
|---|---|---|
| text | text | |`,
  4: `### Club

| transition | when | then |
|---|---|---|
| deleted | | create Note { text: "gone" } |`,
  9: `| name | value |
|---|---|
| trash | 20 days |`,
})
const DAY = 86_400_000
const START = Date.parse('2026-11-21T10:00:00.000Z')

let app: TestApp
let root: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  root = await app.as('Administrator')
})
afterAll(() => app.stop())

async function onDay(day: number): Promise<void> {
  app.clock.now = START + day * DAY
  const now = new Date(app.clock.now).toISOString()
  root = app.with(root, await createSession(app.dependencies, root.id, now))
}
const make = async (path: string, body: object) => String((await root.post(`/api/${path}`, body).expect(201)).body.id)
const purge = () =>
  purgeTrash({ ...app.dependencies, people: followAccounts(app.dependencies) }, new Date(app.clock.now).toISOString())
const inTrash = async (path: string): Promise<readonly string[]> =>
  (await root.get(`/api/${path}?trash=yes`).expect(200)).body.items.map(({ id }: { readonly id: string }) => id)

describe('the trash', () => {
  test(
    'holds a record for as long as its entity says, else point 9, and then no longer',
    { tags: 'reference/settings-of-an-entity' },
    async () => {
      await onDay(0)
      const [firm, note] = [await make('firms', { name: 'Acme' }), await make('notes', { text: 'x' })]
      await root.delete(`/api/firms/${firm}`).expect(204)
      await root.delete(`/api/notes/${note}`).expect(204)
      await onDay(9.9)
      expect(await purge()).toBe(0)
      await onDay(10)
      expect(await purge()).toBe(1)
      expect([await inTrash('firms'), await inTrash('notes')]).toEqual([[], [note]])
      await root.post(`/api/firms/${firm}/restore`).expect(404)
      await onDay(20)
      expect([await purge(), await inTrash('notes')]).toEqual([1, []])
    },
  )

  test('keeps what went with something as long as that, and no longer', async () => {
    await onDay(100)
    const firm = await make('firms', { name: 'Along' })
    const [order, alone] = [await make('orders', { firm }), await make('orders', {})]
    await root.delete(`/api/firms/${firm}`).expect(204)
    await root.delete(`/api/orders/${alone}`).expect(204)
    await onDay(110)
    expect([await purge(), await inTrash('orders')]).toEqual([1, [alone]])
    expect(await inTrash('orders')).not.toContain(order)
  })

  test('gives back what is restored in time', async () => {
    await onDay(200)
    const note = await make('notes', { text: 'back' })
    await root.delete(`/api/notes/${note}`).expect(204)
    await onDay(219)
    await root.post(`/api/notes/${note}/restore`).expect(200)
    await onDay(221)
    expect(await purge()).toBe(1)
    await root.get(`/api/notes/${note}`).expect(200)
  })

  test('keeps what something else in it refers to, until that is gone', async () => {
    await onDay(300)
    const host = await make('firms', { name: 'Host' })
    const visit = await make('visits', { host })
    await root.delete(`/api/firms/${host}`).expect(409)
    await root.delete(`/api/visits/${visit}`).expect(204)
    await root.delete(`/api/firms/${host}`).expect(204)
    await onDay(320)
    expect([await purge(), await inTrash('firms')]).toEqual([0, [host]])
    await onDay(360)
    expect([await purge(), await inTrash('firms'), await inTrash('visits')]).toEqual([2, [], []])
  })

  test('is emptied part by part, however much is in it', async () => {
    await onDay(400)
    const { newId, storage } = app.dependencies
    const now = new Date(app.clock.now).toISOString()
    await storage.write(async (transaction) => {
      for (let count = 0; count < 120; count++) {
        const id = newId(now)
        await transaction.insert('Note', { id, _version: 1 })
        await transaction.delete('Note', id, false)
      }
    })
    await onDay(420)
    expect([await purge(), await inTrash('notes')]).toEqual([120, []])
  })

  test('takes a person with their account, so that the address is free', async () => {
    await onDay(500)
    const person = (await app.as('', 'Ada')).id
    await root.delete(`/api/people/${person}`).expect(204)
    const account = () => app.dependencies.storage.database.system('account', 'ada@example.com')
    await onDay(519)
    expect([await purge(), (await account())?.person]).toEqual([0, person])
    await onDay(520)
    expect([await purge(), await account()]).toEqual([1, undefined])
  })

  test('takes a person with the firm that they went with, and their account too', async () => {
    await onDay(600)
    const firm = await make('firms', { name: 'Theirs' })
    const person = (await app.as('', 'Bob')).id
    await root.patch(`/api/people/${person}`, { firm }).expect(200)
    await root.delete(`/api/firms/${firm}`).expect(204)
    await onDay(610)
    expect(await purge()).toBe(1)
    expect(await app.dependencies.storage.database.system('account', 'bob@example.com')).toBeUndefined()
    const { body } = await root.get(`/api/system/audit?event=person_removed&limit=1`).expect(200)
    expect([body.items[0].subject.id ?? body.items[0].subject, body.items[0].by]).toEqual([person, null])
  })
})

test('a person who goes for good with something has no account left, whatever else happens then', async () => {
  await onDay(700)
  const club = await make('clubs', { name: 'Chess' })
  const person = (await app.as('', 'Cyd')).id
  await root.patch(`/api/people/${person}`, { club }).expect(200)
  await root.delete(`/api/clubs/${club}`).expect(204)
  expect(await app.dependencies.storage.database.system('account', 'cyd@example.com')).toBeUndefined()
  expect(await inTrash('people')).toEqual([])
  expect((await root.get('/api/notes?filter=text%20==%20%22gone%22').expect(200)).body.items).toHaveLength(1)
})
