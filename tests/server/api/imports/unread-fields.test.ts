// An export goes in again where its person may not read a field of some records: that stays as it is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Paper

| field | type |
|---|---|
| title | text |
| secret | text |
`,
  4: `### Paper.status

- starts: draft
- ends: sent

| transition | from | to | who |
|---|---|---|---|
| send | draft | sent | Boss |

| field | draft | sent | role |
|---|---|---|---|
| secret | hidden | | Staff |
`,
  6: `| role | is |
|---|---|
| Boss | decides |
| Staff | works |

| role | entity | may |
|---|---|---|
| Boss | Paper | everything |
| Staff | Paper | read, update, export, import |
`,
})

let app: TestApp
let boss: Caller
let staff: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  boss = await app.as('Boss')
  staff = await app.as('Staff')
})
afterAll(() => app.stop())

test('an export with a field that a state hides goes in again, and changes nothing', async () => {
  await boss.post('/api/papers', { title: 'A', secret: 'one' }).expect(201)
  const { body: sent } = await boss.post('/api/papers', { title: 'B', secret: 'two' }).expect(201)
  await boss.post(`/api/papers/${sent.id}/send`).expect(200)
  const { text } = await staff.get('/api/papers/export').expect(200)
  expect(text).toContain('two')
  expect(text).not.toContain('one')
  const { body } = await staff
    .post('/api/papers/import?mode=run&match=id')
    .type('application/octet-stream')
    .send(Buffer.from(text))
  expect(body).toMatchObject({ kept: true, refused: 0 })
  expect((await boss.get('/api/papers?sort=title')).body.items).toMatchObject([
    { secret: 'one', _version: 1 },
    { secret: 'two', _version: 2 },
  ])
})
