// Empty values are never the same as one another: of lists, of fields that are unique together, and where a record is looked for.
// @module-tag reference/limits
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  3: `### Box

| field | type | limits |
|---|---|---|
| name | text | |
| tags | list of text | unique |
| colours | several of red, green | unique per room |
| room | text | |
| marks | list of text | |
| code | text | unique |

- unique: room, marks`,
  6: `| role | entity | may |
|---|---|---|
| everyone | Box | everything |`,
  7: `### POST /api/bring

- who: everyone

| takes | in | type |
|---|---|---|
| name | body | text |
| code | body | text |

1. let box = create Box { name: input.name, code: input.code } unless exists
2. answer 200

\`\`\`json
{ "name": "\`box.name\`" }
\`\`\``,
})

let app: TestApp
let person: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  person = await app.as('')
})
afterAll(() => app.stop())

test('lists that are unique are taken only where they have entries', async () => {
  const create = async (body: object) => (await person.post('/api/boxes', body)).status
  for (const empty of [{}, { tags: [] }, { tags: null }]) expect(await create({ room: 'A', ...empty })).toBe(201)
  expect(await create({ room: 'A', tags: ['x'] })).toBe(201)
  expect(await create({ room: 'A', tags: ['x'] })).toBe(409)
  expect(await create({ room: 'A', colours: ['red'] })).toBe(201)
  expect(await create({ room: 'A', colours: ['red'] })).toBe(409)
  expect(await create({ room: 'B', colours: ['red'] })).toBe(201)
  expect(await create({ room: 'B', marks: ['m'] })).toBe(201)
  expect(await create({ room: 'B', marks: ['m'] })).toBe(409)
})

test('a record without the unique value is none that exists', async () => {
  const bring = async (body: object) => (await person.post('/api/bring', body).expect(200)).body.name
  expect(await bring({ name: 'first', code: 'K1' })).toBe('first')
  expect(await bring({ name: 'again', code: 'K1' })).toBe('first')
  expect(await bring({ name: 'without a code' })).toBe('without a code')
  expect(await bring({ name: 'without, too' })).toBe('without, too')
})
