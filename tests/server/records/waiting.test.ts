// What waits for a person: records on which they, rather than everyone, can do the next step.
// @module-tag call/get/system/waiting
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Request

- title: \`text\`

| field | type |
|---|---|
| text | text |
| amount | integer |
| boss | Person (as requests_to_decide) |
| secret | yes/no |
`,
  4: `### Request.status

- starts: draft
- ends: paid, refused

| state |
|---|
| draft |
| asked |
| questioned |
| approved |
| checked |
| bundled |
| paid |
| refused |

| transition | from | to | who | when | after |
|---|---|---|---|---|---|
| ask | draft | asked | everyone | | |
| approve | asked | approved | \`boss == me\` | \`amount < 100\` | |
| refuse | asked | refused | \`boss == me\` | | |
| question | asked | questioned | Clerk | \`me.name == "Head"\` | |
| reply | questioned | asked | \`created_by == me\` | | |
| override | questioned | approved | Clerk | | |
| send back | approved, questioned | draft | Auditor | | |
| give up | approved | refused | \`boss == me\` | | |
| check | approved | checked | Clerk | | |
| look again | checked | approved | Clerk | | |
| end | checked | paid | nobody | | 2 days |
| pay | approved | paid | Clerk | | |
| bundle | approved | bundled | Clerk | | |
| settle | bundled | paid | nobody | | |
| lapse | asked, approved | refused | nobody | | |
| unbundle | bundled | approved | Clerk | | |
| note | any | stay | Clerk | | |
| reopen | paid, refused | draft | Clerk | | |
`,
  6: `| role | is |
|---|---|
| Clerk | pays |
| Auditor | looks again |
| Guest | looks on |

| role | entity | may | where | fields |
|---|---|---|---|---|
| everyone | Request | read, create, update | \`not secret\` | all |
| everyone | Person | read | | |
`,
})

let app: TestApp
let boss: Caller
let clerk: Caller
let other: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  boss = await app.as('', 'Boss')
  clerk = await app.as('Clerk')
  other = await app.as('', 'Other')
})
afterAll(() => app.stop())

const waiting = async (caller: Caller) => (await caller.get('/api/system/waiting').expect(200)).body
const titles = async (caller: Caller) => (await waiting(caller)).items.map(({ title }: { title: string }) => title)
const request = async (text: string, fields: object = {}): Promise<string> => {
  const given = { text, amount: 10, boss: boss.id, secret: false, ...fields }
  const { body } = await other.post('/api/requests', given).expect(201)
  return `/api/requests/${body.id}`
}

test(
  'a record waits for those who can lead it on now, and for nobody else',
  { tags: 'reference/what-waits-for-a-person' },
  async () => {
    const path = await request('Chairs')
    // Everyone may ask: it waits for nobody in particular.
    expect([await titles(boss), await titles(clerk), await titles(other)]).toEqual([[], [], []])
    await other.post(`${path}/ask`).expect(200)
    expect(await waiting(boss)).toEqual({
      items: [
        {
          entity: 'Request',
          path: 'requests',
          id: path.split('/')[3],
          title: 'Chairs',
          state: 'asked',
          steps: [
            { name: 'approve', label: 'approve' },
            { name: 'refuse', label: 'refuse' },
          ],
        },
      ],
      count: 1,
      more: false,
    })
    expect([await titles(clerk), await titles(other)]).toEqual([[], []])
    await boss.post(`${path}/approve`).expect(200)
    expect([await titles(boss), await titles(clerk)]).toEqual([[], ['Chairs']])
    await clerk.post(`${path}/pay`).expect(200)
    // What is at its end waits for nobody, though it could be opened again.
    expect(await titles(clerk)).toEqual([])
  },
)

test('what another record takes along waits for nobody, though somebody may lead it elsewhere', async () => {
  const path = await request('Lamps')
  await other.post(`${path}/ask`).expect(200)
  await boss.post(`${path}/approve`).expect(200)
  expect(await titles(clerk)).toEqual(['Lamps'])
  // A step that only cancels it, as `lapse` may, takes it nowhere.
  await clerk.post(`${path}/bundle`).expect(200)
  expect(await titles(clerk)).toEqual([])
  await clerk.post(`${path}/unbundle`).expect(200)
  expect(await titles(clerk)).toEqual(['Lamps'])
  await clerk.post(`${path}/pay`).expect(200)
})

test('what ends by itself waits for nobody who could only take it back', async () => {
  const path = await request('Desks')
  await other.post(`${path}/ask`).expect(200)
  await boss.post(`${path}/approve`).expect(200)
  expect(await titles(clerk)).toEqual(['Desks'])
  // The boss can still give it up: that is nothing to be done.
  expect(await titles(boss)).toEqual([])
  await clerk.post(`${path}/check`).expect(200)
  expect(await titles(clerk)).toEqual([])
  await clerk.post(`${path}/look-again`).expect(200)
  expect(await titles(clerk)).toEqual(['Desks'])
  await clerk.post(`${path}/pay`).expect(200)
})

test('who could only send it back waits for those who lead it on; a question waits for the one who was asked', async () => {
  const [head, auditor] = [await app.as('Clerk', 'Head'), await app.as('Auditor')]
  const path = await request('Plants')
  await other.post(`${path}/ask`).expect(200)
  expect([await titles(head), await titles(clerk)]).toEqual([['Plants'], []])
  await head.post(`${path}/question`).expect(200)
  expect([await titles(other), await titles(clerk), await titles(auditor)]).toEqual([['Plants'], ['Plants'], []])
  await other.post(`${path}/reply`).expect(200)
  await boss.post(`${path}/approve`).expect(200)
  expect(await titles(auditor)).toEqual([])
  await auditor.post(`${path}/send-back`).expect(200)
})

test('only steps whose condition is met are offered, and no record that may not be read', async () => {
  const dear = await request('Car', { amount: 1_000 })
  const hidden = await request('Spy', { secret: false })
  await other.post(`${dear}/ask`).expect(200)
  await other.post(`${hidden}/ask`).expect(200)
  expect(await titles(boss)).toEqual(expect.arrayContaining(['Car', 'Spy']))
  const [car] = (await waiting(boss)).items.filter(({ title }: { title: string }) => title === 'Car')
  expect(car.steps).toEqual([{ name: 'refuse', label: 'refuse' }])
  await other.patch(hidden, { secret: true })
  const { storage } = app.dependencies
  await storage.write((transaction) => transaction.update('Request', hidden.split('/')[3] ?? '', { secret: true }))
  expect(await titles(boss)).toEqual(['Car'])
})

test('that somebody is an administrator makes nothing wait for them; nobody who is not signed in is answered', async () => {
  expect(await waiting(await app.as('Administrator'))).toMatchObject({ count: 0 })
  await app.anyone.get('/api/system/waiting').expect(401)
})

test('what lies between the start and the end waits, also where no table lists the states', async () => {
  const desk = await startApp(
    documentOf({
      3: '### Failure\n\n| field | type |\n|---|---|\n| what | text |\n',
      4: `### Failure.status

- starts: open
- ends: closed

| transition | from | to | who |
|---|---|---|---|
| explain | open | explained | Clerk |
| close | explained | closed | Head |
`,
      6: '| role | is |\n|---|---|\n| Clerk | explains |\n| Head | closes |\n\n| role | entity | may |\n|---|---|---|\n| Clerk, Head | Failure | read, create |\n',
    }),
  )
  try {
    const [one, head] = [await desk.as('Clerk'), await desk.as('Head')]
    const { id } = (await one.post('/api/failures', { what: 'It jumps' }).expect(201)).body
    const waitsFor = async (who: Caller) =>
      (await who.get('/api/system/waiting').expect(200)).body.items.map((item: { readonly id: string }) => item.id)
    expect([await waitsFor(one), await waitsFor(head)]).toEqual([[id], []])
    await one.post(`/api/failures/${id}/explain`).expect(200)
    expect([await waitsFor(one), await waitsFor(head)]).toEqual([[], [id]])
  } finally {
    await desk.stop()
  }
})
