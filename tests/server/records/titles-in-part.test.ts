// A record whose title its reader knows in part has one name, in what the server lists and in what a page shows, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { titleOf } from '#shared/decisions/record-title.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import { actorWithRoles } from '#shared/policy/actor.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Visit

- title: "{code}, {place}"

| field | type |
|---|---|
| name | text |
| code | text |
| place | text |
| report | long text |

### Stay

| field | type |
|---|---|
| visit | Visit (as stays) |
| note | Note (as stays) |
| days | integer |

### Note

- title: \`code\`

| field | type |
|---|---|
| report | long text |
| code | text |
| subject | text |
`,
  4: `### Visit.status

- starts: open
- ends: done

| transition | from | to | who |
|---|---|---|---|
| end | open | done | Guest |

| field | open | done |
|---|---|---|
| code | hidden | |
`,
  6: `| role | is |
|---|---|
| Guest | looks |

| role | entity | may | fields |
|---|---|---|---|
| Guest | Visit | read, create | all |
| Guest | Note | read, create | report, subject |
| Guest | Stay | read, create, update, export, import | all |
`,
})

let app: TestApp
let guest: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  guest = await app.as('Guest')
})
afterAll(() => app.stop())

const listed = async () => (await guest.get('/api/system/changes?limit=1').expect(200)).body.items[0].records[0].title

const MODEL = projectModel(compileDocument(DOCUMENT), actorWithRoles(compileDocument(DOCUMENT), ['Guest']))

test('a part that a state hides leaves the other parts', async () => {
  const sent = { name: 'Ada', place: 'Roof', report: 'All is well.' }
  const { body } = await guest.post('/api/visits', sent).expect(201)
  expect([await listed(), titleOf(MODEL, 'Visit', body)]).toEqual(['Roof', 'Roof'])
})

test('where all of it is closed, another short text stands for it, and no long one', async () => {
  const { body } = await guest.post('/api/notes', { report: 'Long.', subject: 'Short' }).expect(201)
  expect([await listed(), titleOf(MODEL, 'Note', body)]).toEqual(['Short', 'Short'])
  const { body: bare } = await guest.post('/api/notes', { report: 'Long.' }).expect(201)
  expect([await listed(), titleOf(MODEL, 'Note', bare)]).toEqual(['Note', 'Note'])
})

test('an export names it so as well, and an import takes that back', async () => {
  const { body: visit } = await guest.post('/api/visits', { name: 'Bo', place: 'Cellar' }).expect(201)
  const { body: note } = await guest.post('/api/notes', { subject: 'Only this' }).expect(201)
  await guest.post('/api/stays', { visit: visit.id, note: note.id, days: 2 }).expect(201)
  const { text } = await guest.get('/api/stays/export?fields=visit,note,days').expect(200)
  expect(text).toContain('Cellar,Only this,2')
  const answer = await guest.post('/api/stays/import?mode=run').set('Content-Type', 'text/csv').send(text)
  expect([answer.status, answer.body.created]).toEqual([200, 1])
  const { body } = await guest.get('/api/stays').expect(200)
  expect(body.items.map((each: { visit: string; note: string }) => [each.visit, each.note])).toEqual([
    [visit.id, note.id],
    [visit.id, note.id],
  ])
})
