// Counts of relations to many: what is in the trash, or hidden by a row rule, is not counted.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Tag

| field | type |
|---|---|
| name | text |

### Note

| field | type |
|---|---|
| name | text |
| tags | several Tag, cleared when deleted |
`,
  6: `- sign-in: password

| role | is |
|---|---|
| Writer | writes |
| Reader | reads |

| role | entity | may | where |
|---|---|---|---|
| Writer | Note, Tag | everything | |
| Reader | Note | read | |
| Reader | Tag | read | \`name != "hidden"\` |
`,
  7: `### GET /api/counts

- who: everyone

1. answer 200

\`\`\`json
{ "notes": "\`Note.sort(n, n.name).map(n, { name: n.name, tags: n.tags.count() })\`" }
\`\`\`
`,
})

let app: TestApp
let writer: Caller
let reader: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  writer = await app.as('Writer')
  reader = await app.as('Reader')
})
afterAll(() => app.stop())

async function create(path: string, body: object): Promise<string> {
  const answer = await writer.post(`/api/${path}`, body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.body.id
}

async function countsOf(who: Caller): Promise<unknown> {
  return (await who.get('/api/counts')).body.notes
}

test('each caller counts those that they may read, and nobody those in the trash', async () => {
  const [plain, hidden, old] = [
    await create('tags', { name: 'plain' }),
    await create('tags', { name: 'hidden' }),
    await create('tags', { name: 'old' }),
  ]
  await create('notes', { name: 'a', tags: [plain, hidden, old] })
  await create('notes', { name: 'b', tags: [] })
  expect(await countsOf(writer)).toEqual([
    { name: 'a', tags: 3 },
    { name: 'b', tags: 0 },
  ])
  expect(await countsOf(reader)).toEqual([
    { name: 'a', tags: 2 },
    { name: 'b', tags: 0 },
  ])
  const removed = await writer.delete(`/api/tags/${old}`)
  expect([removed.status, removed.text]).toEqual([204, ''])
  expect(await countsOf(writer)).toEqual([
    { name: 'a', tags: 2 },
    { name: 'b', tags: 0 },
  ])
  expect(await countsOf(reader)).toEqual([
    { name: 'a', tags: 1 },
    { name: 'b', tags: 0 },
  ])
})
