// Calls of the document's own, which this version does not run: they are not described, nothing answers them, and what they stand
// in place of goes on as it was.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../helpers/start-app.ts'
import { startApp } from '../../helpers/start-app.ts'

const DOCUMENT = documentOf({
  3: '### Note\n\n| field | type | required |\n|---|---|---|\n| words | text | yes |\n',
  5: '| rule | entity | must hold | otherwise |\n|---|---|---|---|\n| Never | GET /api/late | `false` | "Never." |\n',
  6: '| role | is |\n|---|---|\n| Writer | writes |\n\n| role | entity | may |\n|---|---|---|\n| Writer | Note | everything |\n',
  7: `
- token: Token
- answers:

\`\`\`json
{ "mine": "\`code\`" }
\`\`\`

### GET /api/late

- who: Writer

1. answer 200

\`\`\`json
{ "count": "\`Note.count()\`", "mine": "\`shape.note_in_secret(Note.first())\`" }
\`\`\`

### GET /api/notes

- who: Writer

1. answer 200

### Shape note_in_secret of Note

| name | value |
|---|---|
| words | \`words\` |

| when | method | url |
|---|---|---|
| Note created | POST | https://example.com/a-secret-address |
`,
})

let app: TestApp
let writer: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  writer = await app.as('Writer')
})
afterAll(() => app.stop())

test('nothing answers a call of the document’s own, and errors are problem details', async () => {
  const { status, type, body } = await writer.get('/api/late')
  expect([status, type, body.code]).toEqual([404, 'application/problem+json', 'not_found'])
})

test('the standard call goes on in whose place one stands', async () => {
  await writer.post('/api/notes', { words: 'one' })
  expect((await writer.get('/api/notes')).body.items).toHaveLength(1)
})

test('neither the description of the API nor the specification tells of them', async () => {
  const described = (await writer.get('/api/openapi.json')).text
  const told = (await writer.get('/api/spec')).text
  for (const secret of ['/api/late', 'note_in_secret', 'a-secret-address'])
    expect([secret, described.includes(secret), told.includes(secret)]).toEqual([secret, false, false])
})
