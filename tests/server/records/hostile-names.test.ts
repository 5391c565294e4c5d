// Fields and inputs that are named like what every object of the program has are data as any other.
// @module-tag H02
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const document = documentOf({
  3: `### Engine

| field | type | required | default |
|---|---|---|---|
| name | text | yes | |
| constructor | text | no | |
| Text of it (toString) | text | no | |
| Value (valueOf) | integer | no | 7 |
| Own (hasOwnProperty) | text | no | \`"own " + name\` |
| status | one of new, done | yes | |
`,
  4: `### Engine.status

- starts: new
- ends: done

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| finish | new | done | everyone | constructor: text, Word (toString): text required | \`constructor = input.constructor\`; \`toString = input.toString\` |
`,
  6: `| role | is |
|---|---|
| Maker | makes |

| role | entity | may |
|---|---|---|
| Maker | Engine | everything |
`,
})

let app: TestApp
let maker: Caller

beforeAll(async () => {
  app = await startApp(document)
  maker = await app.as('Maker')
})
afterAll(() => app.stop())

test('they are empty where nothing was sent, and have their defaults', async () => {
  const { body, status } = await maker.post('/api/engines', { name: 'A' })
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ constructor: null, toString: null, valueOf: 7, hasOwnProperty: 'own A' }),
  ])
})

test('they are kept, changed and asked for', async () => {
  const made = await maker.post('/api/engines', { name: 'B', constructor: 'x', toString: 'y', valueOf: 1 })
  const { id } = made.body as { readonly id: string }
  const changed = await maker.patch(`/api/engines/${id}`, { constructor: 'z' })
  expect(changed.body).toMatchObject({ name: 'B', valueOf: 1 })
  expect(Object.entries(changed.body as object)).toContainEqual(['constructor', 'z'])
  const found = await maker.get(`/api/engines?filter=${encodeURIComponent('constructor == "z" and toString == "y"')}`)
  expect((found.body as { readonly items: readonly unknown[] }).items).toHaveLength(1)
})

test('an input that was not given is not given', async () => {
  const made = await maker.post('/api/engines', { name: 'C' })
  const { id } = made.body as { readonly id: string }
  const refused = await maker.post(`/api/engines/${id}/finish`, {})
  expect([refused.status, (refused.body as { readonly errors: readonly { readonly field: string }[] }).errors]).toEqual(
    [422, [expect.objectContaining({ field: 'toString', code: 'required' })]],
  )
  const done = await maker.post(`/api/engines/${id}/finish`, { toString: 'a' })
  expect(done.status).toBe(200)
  expect(Object.entries(done.body as object)).toEqual(
    expect.arrayContaining([
      ['constructor', null],
      ['toString', 'a'],
      ['status', 'done'],
    ]),
  )
  expect(Object.getOwnPropertyNames({})).toEqual([])
})
