// What is wrong with the lines of a line is said at its place in the body that was sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Order

| field | type |
|---|---|
| name | text |

### Article

| field | type | limits |
|---|---|---|
| order | Order (as articles), part of it | at least 1, at most 2 |
| text | text | |

### Part

| field | type | limits |
|---|---|---|
| article | Article (as parts), part of it | at least 1, at most 2 |
| count | integer | 1..5 |
`,
  5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Five | Article | \`parts.sum(p, p.count) <= 5\` | Five in all. | parts |
`,
  6: `| role | is |
|---|---|
| Hand | packs |

| role | entity | may |
|---|---|---|
| Hand | Order, Article, Part | everything |
`,
})

let app: TestApp
let hand: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  hand = await app.as('Hand')
})
afterAll(() => app.stop())

const parts = (number: number, count = 1) => Array.from({ length: number }, () => ({ count }))
const send = async (articles: readonly object[]) => {
  const { status, body } = await hand.post('/api/orders', { name: 'desk', articles })
  return [status, ...(body.errors ?? []).map(({ field, message }: Record<string, string>) => `${field}: ${message}`)]
}

test('too few and too many lines of a line, and what its rules refuse, are said of their place', async () => {
  expect(await send([])).toEqual([422, 'articles: Articles: at least 1.'])
  expect(
    await send([
      { text: 'top', parts: parts(1) },
      { text: 'leg', parts: [] },
    ]),
  ).toEqual([422, 'articles[1].parts: Parts: at least 1.'])
  expect(await send([{ text: 'leg', parts: parts(3) }])).toEqual([422, 'articles[0].parts: Parts: at most 2.'])
  expect(
    await send([
      { text: 'top', parts: parts(1) },
      { text: 'leg', parts: parts(2, 4) },
    ]),
  ).toEqual([422, 'articles[1].parts: Five in all.'])
  expect(await send([{ text: 'top', parts: parts(1) }])).toEqual([201])
})

test('of an article that is changed by itself the number of parts has the name of the article', async () => {
  expect(await send([{ text: 'top', parts: parts(1) }])).toEqual([201])
  const [article] = (await hand.get('/api/articles')).body.items
  await hand.post('/api/parts', { article: article.id, count: 1 })
  const third = await hand.post('/api/parts', { article: article.id, count: 1 })
  expect([third.status, third.body.errors[0].field]).toEqual([422, 'parts'])
})
