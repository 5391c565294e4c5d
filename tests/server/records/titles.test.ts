// A title holds computed fields as a reader reads them: known where the field is, whatever it is worked out from.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectModel } from '../../../shared/decisions/project-model.ts'
import { titleOf } from '../../../shared/decisions/record-title.ts'
import { serializeModel } from '../../../shared/model/serialize.ts'
import { actorWithRoles } from '../../../shared/policy/actor.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  2: `| route | screen | shows |
|---|---|---|
| /bags/:id | Bag | record of Bag |
`,
  3: `### Donor

| field | type |
|---|---|
| name | text |
| group | one of A, B |

### Bag

- title: "{number} {label(group)} {tests_done}"

| field | type | value |
|---|---|---|
| number | text | |
| donor | Donor | |
| group | computed one of A, B | \`donor.group\` |
| tests_done | computed integer | \`checks.count()\` |

### Check

- title: "Check of {bag}"

| field | type |
|---|---|
| bag | Bag |
| lab | Person (as checks) |
`,
  4: `### Check.status

- starts: open
- ends: done

| transition | from | to | who | then |
|---|---|---|---|---|
| ask | open | asked | everyone | notify lab "Please look at {bag}." |
| do | asked | done | \`lab == me\` | |
`,
  6: `| role | is |
|---|---|
| Desk | writes all |
| Lab | reads what is worked out |
| Archive | reads what it is worked out from |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Desk | Donor, Bag, Check, Person | everything | | |
| Lab | Bag | read | | number, group, tests done |
| Lab | Check | read | | |
| Archive | Bag | read | | number, donor |
| Archive | Donor, Check | read | | |
`,
})

let app: TestApp
let desk: Caller
let lab: Caller
let archive: Caller
let check: string
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  desk = await app.as('Desk')
  lab = await app.as('Lab')
  archive = await app.as('Archive')
  const make = async (path: string, body: object): Promise<string> => (await desk.post(path, body).expect(201)).body.id
  const donor = await make('/api/donors', { name: 'Dora', group: 'B' })
  const bag = await make('/api/bags', { number: '7', donor })
  check = await make('/api/checks', { bag, lab: lab.id })
  await make('/api/checks', { bag, lab: archive.id })
  for (const { id } of (await desk.get('/api/checks').expect(200)).body.items)
    await desk.post(`/api/checks/${id}/ask`).expect(200)
})
afterAll(() => app.stop())

const waiting = async (caller: Caller) =>
  (await caller.get('/api/system/waiting').expect(200)).body.items.map(({ title }: { title: string }) => title)
const told = async (caller: Caller) =>
  (await caller.get('/api/system/inbox').expect(200)).body.items.map(({ text }: { text: string }) => text)

test('who may read the computed fields sees them in lists of what waits, and in notices', async () => {
  expect(await waiting(lab)).toEqual(['Check of 7 B 2'])
  expect(await told(lab)).toEqual(['Please look at 7 B 2.'])
})

test('who may read only what they are worked out from does not see them', async () => {
  // As in lists and on pages, the name of its entity stands for what they may not read.
  expect(await waiting(archive)).toEqual(['Check'])
  expect(await told(archive)).toEqual(['Please look at ….'])
})

test('a page has the title that the record as it was read tells, and no word of what is hidden', async () => {
  const model = compileDocument(DOCUMENT)
  const known = projectModel(model, actorWithRoles(model, ['Lab']))
  const { body } = await lab.get(`/api/checks/${check}?expand=bag`).expect(200)
  expect(titleOf(known, 'Check', body)).toBe('Check of 7 B 2')
  expect(serializeModel(known)).not.toContain('donor')
  const hidden = projectModel(model, actorWithRoles(model, ['Archive']))
  const read = (await archive.get(`/api/bags/${body.bag.id}?expand=donor`).expect(200)).body
  expect(titleOf(hidden, 'Bag', read)).toBe('7')
})
