// Sentences of point 7 that no other test runs: fixed segments, the order of checks, nested inputs, headers, empty answers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Article

| field | type | required | limits |
|---|---|---|---|
| title | text | yes | |
| slug | slug of title | | |
| hidden | yes/no | | |

### Comment

| field | type | required |
|---|---|---|
| article | Article (as comments) | yes |
| body | text | yes |
`,
  4: `### Article.status

- starts: draft

| transition | from | to | who |
|---|---|---|---|
| publish | draft | public | Writer |
| withdraw | public | draft | Writer |
`,
  6: `| role | is |
|---|---|
| Writer | writes |
| Reader | reads |

| role | entity | may | where |
|---|---|---|---|
| Writer | Article, Comment | everything | |
| Reader | Article, Comment | read | |
| except Reader | Article | read | \`hidden\` |
`,
  7: `
### GET /api/pieces/newest

- who: anyone

1. answer 200

\`\`\`json
{ "is": "fixed" }
\`\`\`

### GET /api/pieces/:slug of Article

- who: Reader, Writer

1. answer 200

\`\`\`json
{ "title": "\`article.title\`", "bare": "\`title\`" }
\`\`\`

### POST /api/pieces/:slug/publish of Article

- who: Writer

| takes | in | type | required |
|---|---|---|---|
| note.text | body | text | yes |
| X-Trace | header | text | no |

1. do publish
2. title = note.text
3. answer 202

\`\`\`json
{ "status": "\`this.status\`", "title": "\`this.title\`", "trace": "\`input.x_trace\`", "note": "\`input.note\`" }
\`\`\`

### DELETE /api/articles/:slug/remarks/:id of Comment

- who: Writer

1. delete comment
`,
})

let app: TestApp
let writer: Caller
let reader: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  writer = await app.as('Writer')
  reader = await app.as('Reader')
  for (const [title, hidden] of [
    ['Newest', false],
    ['First', false],
    ['Kept back', true],
  ] as const)
    expect((await writer.post('/api/articles', { title, hidden })).status).toBe(201)
})
afterAll(() => app.stop())

test('a fixed segment wins over a parameter', { tags: 'reference/what-is-checked' }, async () => {
  expect((await reader.get('/api/pieces/newest')).body).toEqual({ is: 'fixed' })
  expect((await reader.get('/api/pieces/first')).body).toEqual({ title: 'First', bare: 'First' })
})

describe('checks', () => {
  const publish = (caller: Pick<Caller, 'post'>, slug: string, body: object) =>
    caller.post(`/api/pieces/${slug}/publish`, body)

  test(
    'run in their order: signed in, path, permitted, valid, in a state for it',
    { tags: 'reference/the-record-of-the-path' },
    async () => {
      expect((await app.anyone.post('/api/pieces/nothing/publish').send({})).status).toBe(401)
      expect((await publish(reader, 'kept-back', {})).status).toBe(404)
      expect((await publish(reader, 'first', {})).status).toBe(403)
      const wrong = await publish(writer, 'first', {})
      expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'note.text'])
      const done = await publish(writer, 'first', { note: { text: 'First' } }).set('X-Trace', 'abc')
      expect([done.status, done.body]).toEqual([
        202,
        { status: 'public', title: 'First', trace: 'abc', note: { text: 'First' } },
      ])
      expect((await publish(writer, 'first', { note: { text: 'First' } })).status).toBe(409)
    },
  )

  test('find a body that can’t be read before the records of the path', async () => {
    const { status } = await app.anyone
      .post('/api/pieces/nothing/publish')
      .set({ Authorization: `Bearer ${writer.token}`, 'Content-Type': 'application/json' })
      .send('{')
    expect(status).toBe(400)
  })
})

test(
  'what stands below a record in the path must belong to it, and no answer is 204',
  { tags: 'reference/steps' },
  async () => {
    const article = (slug: string) => writer.get(`/api/articles?filter=slug == "${slug}"`)
    const { id } = (await article('newest')).body.items[0]
    const comment = (await writer.post('/api/comments', { article: id, body: 'x' })).body.id
    expect((await writer.delete(`/api/articles/first/remarks/${comment}`)).status).toBe(404)
    expect((await writer.delete(`/api/articles/newest/remarks/${comment}`)).status).toBe(204)
  },
)
