// A mention in a text notifies the person where they may read it, and shows nobody what they may not know.
// @module-tag call/get/system/mentions/path/id
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  2: `| route | screen | shows |
|---|---|---|
| /jobs/:id | Job | record of Job |

### Job

- beside: notes
`,
  3: `### Job

| field | type |
|---|---|
| title | text |
| plan | markdown |
| worker | Person (as jobs_to_do) |

### Note

| field | type |
|---|---|
| job | Job, deleted with it |
| text | long text |
| internal | yes/no |
`,
  6: `| role | is |
|---|---|
| Boss | leads |
| Guest | knows few |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Boss | Job, Note, Person | everything | | |
| everyone | Job | read | \`worker == me\` | |
| everyone | Note | read, create | \`job.worker == me and not internal\` | |
| everyone | Person | read | \`not me.is("Guest")\` | name |
| Guest | Job | read | | title |
| Guest | Note | create, read | | |
`,
})

let app: TestApp
let boss: Caller
let worker: Caller
let other: Caller
let guest: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  boss = await app.as('Boss', 'Bea Boss')
  worker = await app.as('', 'Ada King')
  other = await app.as('', 'Otto')
  guest = await app.as('Guest', 'Gil')
})
afterAll(() => app.stop())

const create = async (title: string): Promise<string> =>
  (await boss.post('/api/jobs', { title, worker: worker.id }).expect(201)).body.id
const say = (caller: Caller, job: string, text: string, internal = false) =>
  caller.post('/api/notes', { job, text, internal })
const messages = async (caller: Caller, record: string): Promise<readonly string[]> =>
  (await caller.get('/api/system/inbox').expect(200)).body.items
    .filter((item: { record: string }) => item.record === record)
    .map(({ subject, text }: { subject: string; text: string }) => `${subject} – ${text}`)
const mentionable = async (caller: Caller, id: string, search = ''): Promise<readonly string[]> =>
  (await caller.get(`/api/system/mentions/jobs/${id}?search=${search}`).expect(200)).body.items.map(
    ({ name }: { name: string }) => name,
  )

test(
  'the mentioned person hears of it, on the page where the text is read; nobody else does',
  { tags: 'reference/mentions' },
  async () => {
    const id = await create('Roof')
    await say(boss, id, 'Please look, @Ada King, and tell @Otto and me@otto.example. @Bea Boss @Nobody').expect(201)
    expect(await messages(worker, id)).toEqual([
      'Roof – Bea Boss mentioned you: Please look, @Ada King, and tell @Otto and me@otto.example. @Bea Boss @Nobody',
    ])
    // They may not read the job.
    expect((await other.get('/api/system/inbox')).body.items).toEqual([])
    expect(await messages(boss, id)).toEqual([])
  },
)

test('what they may not read mentions them in vain', async () => {
  const id = await create('Wall')
  await say(boss, id, '@Ada King is too dear', true).expect(201)
  expect(await messages(worker, id)).toEqual([])
})

test('any text of several lines can mention; who was mentioned before is not notified again', async () => {
  const id = await create('Door')
  await boss.patch(`/api/jobs/${id}`, { plan: 'Ask **@Ada King**.' }).expect(200)
  await boss.patch(`/api/jobs/${id}`, { plan: 'Ask **@Ada King** first.' }).expect(200)
  await boss.patch(`/api/jobs/${id}`, { title: '@Ada King' }).expect(200)
  expect(await messages(worker, id)).toEqual(['Door – Bea Boss mentioned you: Ask **@Ada King**.'])
})

test('people of one name are all meant, and each only where they may read it', async () => {
  const namesake = await app.as('', 'Namesake')
  await boss.patch(`/api/people/${namesake.id}`, { name: 'Ada King' }).expect(200)
  const id = await create('Gate')
  await say(boss, id, 'Hello @Ada King').expect(201)
  expect(await messages(worker, id)).toHaveLength(1)
  expect((await namesake.get('/api/system/inbox')).body.items).toEqual([])
})

test('a writer mentions nobody whose name they may not read', async () => {
  const id = await create('Hedge')
  await say(guest, id, 'Hello @Ada King').expect(201)
  expect(await messages(worker, id)).toEqual([])
  expect(await mentionable(guest, id)).toEqual([])
})

test('those who may read the record are offered, found by a part of their name', async () => {
  const id = await create('Path')
  expect(await mentionable(boss, id)).toEqual(['Ada King', 'Gil'])
  expect(await mentionable(boss, id, 'KIN')).toEqual(['Ada King'])
  expect(await mentionable(boss, id, 'Ott')).toEqual([])
  await other.get(`/api/system/mentions/jobs/${id}`).expect(404)
  await boss.get(`/api/system/mentions/rooms/${id}`).expect(404)
})

test('of a text those who are mentioned are answered, by whole names that the caller may read', async () => {
  const id = await create('Shed')
  const mentioned = async (caller: Caller, text: string) =>
    (await caller.get(`/api/system/mentions/jobs/${id}?text=${encodeURIComponent(text)}`).expect(200)).body.items.map(
      ({ name }: { name: string }) => name,
    )
  expect(await mentioned(boss, '@Ada King, see below\n@Gil @Otto @Ada @Bea Boss @Nobody me@Gil')).toEqual([
    'Bea Boss',
    'Ada King',
    'Gil',
  ])
  expect(await mentioned(boss, 'Ada King')).toEqual([])
  expect(await mentioned(guest, '@Ada King')).toEqual([])
})
