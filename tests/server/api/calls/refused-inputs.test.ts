// A refusal of what a step writes names the input that the caller sent, where the step took it as it came.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Article

| field | type | required | limits |
|---|---|---|---|
| title | text | yes | unique, max 10 |
| stars | integer | no | 1..5 |
| tags | several Tag | no | at most 2 |
| note | text | no | max 5 |

- history: not kept

### Tag

| field | type | required | limits |
|---|---|---|---|
| word | text | yes | max 4 |

### Chapter

| field | type | required | limits |
|---|---|---|---|
| article | Article (as chapters), part of it | yes | |
| heading | text | yes | max 5 |
`,
  4: `### Article

| transition | then |
|---|---|
| changed | create Tag { word: title } if title == "Quarterly" |

### Tag.state

- starts: new
- ends: kept

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| keep | new | kept | everyone | word: text required | word = input.word |
`,
  5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Noted | Article | \`stars != 1 or note != null\` | Say why it has one star. | note |
`,
  6: `| role | is |
|---|---|
| Editor | writes |

| role | entity | may |
|---|---|---|
| Editor | Article, Tag, Chapter | everything |
`,
  7: `
### POST /api/publish

- who: everyone

| takes | in | type | required |
|---|---|---|---|
| article.headline | body | text | no |
| article.rating | body | integer | no |
| article.remark | body | text | no |
| article.marks | body | several Tag | no |

1. create Article { title: input.article.headline, stars: input.article.rating, note: input.article.remark, tags: input.article.marks }

### POST /api/articles/:id/retitle of Article

- who: everyone

| takes | in | type | required |
|---|---|---|---|
| headline | body | text | no |
| rating | body | integer | no |
| fixed | body | yes/no | no |

1. stars = input.rating
2. update Article.filter(a, a == article) { title: input.headline }
3. title = "Much too long a title" if input.fixed == true

### POST /api/tags/:id/settle of Tag

- who: everyone

| takes | in | type | required |
|---|---|---|---|
| label | query | text | no |

1. do keep on tag { word: input.label }
`,
})

let app: TestApp
let ann: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  ann = await app.as('Editor', 'Ann')
})
afterAll(() => app.stop())

const said = async (path: string, body: object, status = 422) => {
  const answer = await ann.post(path, body).expect(status)
  return answer.body.errors.map(({ field, message }: { field: string; message: string }) => [field, message])
}

describe('a refusal by a step', () => {
  test(
    'that creates names the path of the member of the body, in its message too',
    { tags: 'reference/steps' },
    async () => {
      expect(await said('/api/publish', { article: {} })).toEqual([
        ['article.headline', expect.stringMatching(/^Headline /)],
      ])
      const wrong = { headline: 'A', rating: 9, remark: 'Too long' }
      const found = await said('/api/publish', { article: wrong })
      expect(found.map(([field]: string[]) => field)).toEqual([expect.stringMatching(/^article\.(rating|remark)$/)])
      await ann.post('/api/publish', { article: { headline: 'Once' } }).expect(204)
      expect(await said('/api/publish', { article: { headline: 'Once' } }, 409)).toMatchObject([
        ['article.headline', expect.any(String)],
      ])
      expect(await said('/api/publish', { article: { headline: 'B', rating: 1 } })).toEqual([
        ['article.remark', 'Say why it has one star.'],
      ])
      const tags = await Promise.all(
        ['a', 'b', 'c'].map(async (word) => (await ann.post('/api/tags', { word })).body.id),
      )
      expect(await said('/api/publish', { article: { headline: 'C', marks: tags } })).toMatchObject([
        ['article.marks', expect.any(String)],
      ])
    },
  )

  test('that sets or updates names its input; what was worked out keeps the name of the field', async () => {
    const { body: article } = await ann.post('/api/articles', { title: 'First' })
    const path = `/api/articles/${article.id}/retitle`
    expect(await said(path, { rating: 9, headline: 'A' })).toMatchObject([['rating', expect.any(String)]])
    expect(await said(path, { headline: 'Much too long a title' })).toMatchObject([['headline', expect.any(String)]])
    expect(await said(path, { headline: 'A', fixed: true })).toMatchObject([
      ['title', expect.stringMatching(/^Title /)],
    ])
  })

  test('that follows from it keeps the names of what it writes', async () => {
    const { body: article } = await ann.post('/api/articles', { title: 'Second' })
    expect(await said(`/api/articles/${article.id}/retitle`, { headline: 'Quarterly' })).toMatchObject([
      ['word', expect.stringMatching(/^Word /)],
    ])
  })

  test('that does a transition names the input that became its own', async () => {
    const { body: tag } = await ann.post('/api/tags', { word: 'x' })
    expect(await said(`/api/tags/${tag.id}/settle`, {})).toEqual([['label', expect.stringMatching(/^Label /)]])
  })
})
