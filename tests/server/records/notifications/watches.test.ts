// Who watches a record hears of its changes, and of nothing that they may not read; a right that ends ends that too.
// @module-tag call/get/system/watches
// @module-tag call/put/system/watches/path/id
// @module-tag call/delete/system/watches/path/id
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SmtpMessage } from '../../../../server/jobs/smtp-delivery.ts'
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
| pay | integer |
| worker | Person (as jobs_to_do) |

### Note

| field | type |
|---|---|
| job | Job, deleted with it |
| text | long text |
| internal | yes/no |
`,
  4: `### Job.status

- starts: open
- ends: done

| transition | from | to | who |
|---|---|---|---|
| finish | open | done | everyone |
`,
  6: `| role | is |
|---|---|
| Boss | leads |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Boss | Job, Note, Person | everything, import | | |
| everyone | Job | read | \`worker == me\` | title, worker, status |
| everyone | Note | read | \`job.worker == me and not internal\` | |
`,
})

const sent: SmtpMessage[] = []
let app: TestApp
let boss: Caller
let worker: Caller
let other: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT, undefined, {
    publicUrl: 'https://jobs.example.com',
    deliver: async (message) => void sent.push(message),
  })
  boss = await app.as('Boss')
  worker = await app.as('', 'Worker')
  other = await app.as('', 'Other')
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.runner.runDue()
  sent.length = 0
})

const create = async (title: string): Promise<string> =>
  (await boss.post('/api/jobs', { title, pay: 1, worker: worker.id }).expect(201)).body.id
const watch = (caller: Caller, id: string) => caller.put(`/api/system/watches/jobs/${id}`, {})
const messages = async (caller: Caller, id: string): Promise<readonly string[]> =>
  (await caller.get('/api/system/inbox').expect(200)).body.items
    .filter(({ record }: { record: string }) => record === id)
    .map(({ subject, text }: { subject: string; text: string }) => `${subject} – ${text}`)
    .toReversed()
const watched = async (caller: Caller): Promise<readonly string[]> =>
  (await caller.get('/api/system/watches').expect(200)).body.items.map(({ title }: { title: string }) => title)

test(
  'they hear of changes, transitions, what is added beside it, and its end; by name only where they may know it',
  { tags: 'reference/watching' },
  async () => {
    const id = await create('Roof')
    await watch(worker, id).expect(204)
    await watch(worker, id).expect(204)
    await watch(boss, id).expect(204)
    expect(await watched(worker)).toEqual(['Roof'])
    await boss.patch(`/api/jobs/${id}`, { title: 'Roofs', pay: 2 }).expect(200)
    await boss.post('/api/notes', { job: id, text: 'Bring a ladder', internal: false }).expect(201)
    await worker.post(`/api/jobs/${id}/finish`).expect(200)
    await boss.delete(`/api/jobs/${id}`).expect(204)
    // Of what they do themselves they hear nothing.
    expect(await messages(worker, id)).toEqual([
      'Roofs – Changed: Title',
      'Roofs – Added: Note: Bring a ladder',
      'Roofs – Deleted',
    ])
    expect(await messages(boss, id)).toEqual(['Roofs – Worker: Finish'])
    await app.runner.runDue()
    expect(sent.filter(({ to }) => to === 'worker@example.com').map(({ subject }) => subject)).toEqual(
      Array<string>(3).fill('Roofs'),
    )
    expect(await watched(worker)).toEqual([])
  },
)

test('they hear of each row of an import that is added beside it, and nobody of those beside others', async () => {
  const [unwatched, id] = [await create('Cellar'), await create('Attic')]
  await watch(worker, id).expect(204)
  const rows = Array.from({ length: 6 }, (_, at) => `${at % 2 === 0 ? unwatched : id},Note ${at},no\n`)
  const file = `job,text,internal\n${rows.join('')}`
  const { body } = await boss.post('/api/notes/import?mode=run').type('text/csv').send(file).expect(200)
  expect(body).toMatchObject({ kept: true, created: 6 })
  expect(await messages(worker, id)).toEqual([1, 3, 5].map((at) => `Attic – Added: Note: Note ${at}`))
  expect(await messages(worker, unwatched)).toEqual([])
})

test('what they may not read is not named, and nothing is said of it', async () => {
  const id = await create('Wall')
  await watch(worker, id).expect(204)
  await boss.patch(`/api/jobs/${id}`, { pay: 5 }).expect(200)
  await boss.post('/api/notes', { job: id, text: 'Too dear', internal: true }).expect(201)
  expect(await messages(worker, id)).toEqual([])
  expect(JSON.stringify((await worker.get('/api/system/inbox')).body)).not.toMatch(/Pay|Too dear/)
})

test('a record that one may not read can’t be watched, and is refused as one that there is not', async () => {
  const id = await create('Door')
  const hidden = (await watch(other, id).expect(404)).body
  const absent = (await watch(other, '01890000-0000-7000-8000-000000000000').expect(404)).body
  expect({ ...hidden, request: '' }).toEqual({ ...absent, request: '' })
  await app.anyone.put(`/api/system/watches/jobs/${id}`).send({}).expect(401)
  await other.put(`/api/system/watches/notes/${id}`, {}).expect(404)
})

test(
  'with the right to read it ends what they hear, and comes back with it',
  { tags: 'reference/watching' },
  async () => {
    const id = await create('Gate')
    await watch(worker, id).expect(204)
    // The change that takes it away is the first that is not heard of.
    await boss.patch(`/api/jobs/${id}`, { worker: other.id, title: 'Secret gate' }).expect(200)
    await boss.patch(`/api/jobs/${id}`, { title: 'More secret gate' }).expect(200)
    await boss.post('/api/notes', { job: id, text: 'Psst', internal: false }).expect(201)
    expect(await messages(worker, id)).toEqual([])
    expect(await watched(worker)).not.toContain('More secret gate')
    await boss.patch(`/api/jobs/${id}`, { worker: worker.id }).expect(200)
    expect(await messages(worker, id)).toEqual([])
    await boss.patch(`/api/jobs/${id}`, { title: 'Gate' }).expect(200)
    expect(await messages(worker, id)).toEqual(['Gate – Changed: Title'])
    await worker.delete(`/api/system/watches/jobs/${id}`).expect(204)
    await boss.patch(`/api/jobs/${id}`, { title: 'Gates' }).expect(200)
    expect(await messages(worker, id)).toHaveLength(1)
  },
)

test('its mail is switched off as that of any other kind', async () => {
  const id = await create('Hedge')
  await watch(worker, id).expect(204)
  await worker.put('/api/system/mail-choices', { kind: 'watched', mail: false }).expect(204)
  await boss.patch(`/api/jobs/${id}`, { title: 'Hedges' }).expect(200)
  await app.runner.runDue()
  expect(sent.filter(({ to }) => to === 'worker@example.com')).toEqual([])
  expect(await messages(worker, id)).toHaveLength(1)
})

test('a record that goes into the trash with another one comes back with its watchers', async () => {
  const shelves = await startApp(
    documentOf({
      3: `### Shelf

| field | type |
|---|---|
| label | text |

### Book

- deleted: for good

| field | type | required |
|---|---|---|
| title | text | yes |
| shelf | Shelf, deleted with it | yes |`,
      6: `| role | is |
|---|---|
| Keeper | keeps |

| role | entity | may |
|---|---|---|
| Keeper | Shelf, Book | everything |`,
    }),
  )
  try {
    const keeper = await shelves.as('Keeper')
    const shelf = await keeper.post('/api/shelves', { label: 'A' }).expect(201)
    const book = await keeper.post('/api/books', { title: 'Emma', shelf: shelf.body.id }).expect(201)
    await keeper.put(`/api/system/watches/books/${book.body.id}`, {})
    await keeper
      .delete(`/api/shelves/${shelf.body.id}`)
      .set('If-Match', shelf.headers['etag'] ?? '')
      .expect(204)
    await keeper.post(`/api/shelves/${shelf.body.id}/restore`).expect(200)
    const { body } = await keeper.get('/api/system/watches').expect(200)
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['Emma'])
  } finally {
    await shelves.stop()
  }
})
