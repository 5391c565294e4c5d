// Filters and calls may name any time zone: one that nobody has named before, or one that does not exist.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const NOTES = documentOf({
  3: `
### Note

| field | type | required |
|---|---|---|
| name | text | yes |
`,
  6: `
| role | is |
|---|---|
| Writer | writes |

| role | entity | may |
|---|---|---|
| Writer | Note | everything |
`,
  7: `
### POST /api/hours

- who: Writer

| takes | in | type | required |
|---|---|---|---|
| zone | body | text | yes |

1. create Note { name: "asked in {input.zone}" } if Note.exists(n, n.created_at.getHours(input.zone) == 19)
2. answer 200

\`\`\`json
{ "found": "\`Note.exists(n, n.created_at.getHours(input.zone) == 19)\`" }
\`\`\`
`,
})

let app: TestApp
let writer: Caller

beforeAll(async () => {
  app = await startApp(NOTES)
  writer = await app.as('Writer')
  await writer.post('/api/notes', { name: 'made at ten' })
})
afterAll(() => app.stop())

test.each([
  ['Asia/Tokyo', 19],
  ['Pacific/Chatham', 23],
  ['nowhere', 10],
  ['FOO+5', 10],
  ['', 10],
])('a filter reads the hours of %j', async (zone, hour) => {
  const found = async (hours: number): Promise<number> => {
    const filter = `name == "made at ten" and created_at.getHours(${JSON.stringify(zone)}) == ${hours}`
    const { status, body } = await writer.get(`/api/notes?filter=${encodeURIComponent(filter)}`)
    expect(status).toBe(200)
    return body.items.length
  }
  expect([await found(hour), await found(hour - 1)]).toEqual([1, 0])
})

test.each([
  ['Asia/Seoul', true],
  ['Europe/Lisbon', false],
  ['nowhere', false],
])('a call that writes is given %j', async (zone, isFound) => {
  expect((await writer.post('/api/hours', { zone })).body).toEqual({ found: isFound })
})
