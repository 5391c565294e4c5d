// Where a call is refused for the lines that it took from its input: at the place at which they were sent, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Order

| field | type | required |
|---|---|---|
| note | text | |

### Item

| field | type | required | limits |
|---|---|---|---|
| order | Order (as lines), part of it | yes | at least 1, at most 2 |
| count | integer | yes | max 9 |
`,
  5: `| rule | entity | must hold | otherwise | on | else |
|---|---|---|---|---|---|
| Not many | Order | \`lines.sum(l, l.count) < 8\` | "Too many." | lines | warn |
| Not very many | Order | \`lines.sum(l, l.count) < 15\` | "Far too many." | lines | |
`,
  6: `| role | is |
|---|---|
| Clerk | orders |

| role | entity | may |
|---|---|---|
| Clerk | Order, Item | everything |
`,
  7: `### POST /api/quick

- who: Clerk

| takes | in | type | required |
|---|---|---|---|
| order.lines | body | json | yes |
| note | body | text | no |

1. let made = create Order { lines: input.order.lines }
2. update made { note: input.note }
3. answer 201

\`\`\`json
{ "id": "\`made.id\`" }
\`\`\`

### PUT /api/baskets/:id of Order

- who: Clerk

| takes | in | type | required |
|---|---|---|---|
| goods | body | json | yes |

1. lines = input.goods
2. answer 204
`,
})

let app: TestApp
let clerk: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

type Counts = readonly number[]
const linesOf = (counts: Counts) => counts.map((count) => ({ count }))
const fieldsOf = ({ body }: { readonly body: { readonly errors: readonly { readonly field: string }[] } }) =>
  body.errors.map(({ field }) => field)
const quick = (counts: Counts) => clerk.post('/api/quick', { order: { lines: linesOf(counts) }, note: 'Soon' })

test.each<[string, Counts, string]>([
  ['too few lines', [], 'order.lines'],
  ['too many lines', [1, 1, 1], 'order.lines'],
  ['a wrong line', [10], 'order.lines[0].count'],
  ['a rule over lines', [8, 8], 'order.lines'],
  ['a warning over lines', [4, 4], 'order.lines'],
])('%s of a new head are at the input that gave them', async (_, counts, place) => {
  const { status, body } = await quick(counts)
  expect([status, [...new Set(fieldsOf({ body }))]]).toEqual([422, [place]])
})

test('and so are those of a head that is there', async () => {
  const made = await quick([1])
  expect(made.status).toBe(201)
  const { _version: version } = (await clerk.get(`/api/orders/${made.body.id}`)).body
  const put = (counts: Counts) =>
    clerk.put(`/api/baskets/${made.body.id}`, { goods: linesOf(counts) }).set('If-Match', String(version))
  expect(fieldsOf(await put([]))).toEqual(['goods'])
  expect(fieldsOf(await put([1, 1, 1]))).toEqual(['goods'])
  expect(fieldsOf(await put([4, 4]))).toEqual(['goods'])
})

test('a standard call says its own field', async () => {
  expect(fieldsOf(await clerk.post('/api/orders', { lines: [] }))).toEqual(['lines'])
})
