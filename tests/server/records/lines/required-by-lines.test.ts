// A field of a head that its lines make required is asked for when these change, by whatever way.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Claim

| field | type | required | value |
|---|---|---|---|
| title | text | yes | |
| total | computed integer | | \`lines.sum(l, l.price)\` |
| proof | text | \`total > 100\` | |
| stamp | text | \`title == "official"\` | |

### Claim line

| field | type | required |
|---|---|---|
| claim | Claim (as lines), part of it | yes |
| price | integer | yes |
`,
  4: `### Claim.status

- starts: open

| transition | from | to | who | then |
|---|---|---|---|---|
| raise | open | stay | everyone | create Claim line { claim: this, price: 500 } |
| prove | open | stay | everyone | proof = "seen"; create Claim line { claim: this, price: 500 } |
`,
  6: `| role | is |
|---|---|
| Clerk | works |

| role | entity | may |
|---|---|---|
| Clerk | Claim, Claim line | everything |
`,
})

let app: TestApp
let clerk: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

const MISSING = [422, [expect.objectContaining({ field: 'proof' })]]

test('a field that lines make required is asked for when they change', async () => {
  const { body: claim } = await clerk.post('/api/claims', { title: 'a', lines: [{ price: 10 }] }).expect(201)
  const path = `/api/claims/${claim.id}`
  const outcome = async (sent: PromiseLike<{ status: number; body: { errors?: unknown } }>) => {
    const { status, body } = await sent
    return [status, body.errors]
  }
  const [line] = (await clerk.get(`${path}?expand=lines`)).body.lines as readonly { readonly id: string }[]
  expect(await outcome(clerk.post('/api/claims', { title: 'b', lines: [{ price: 200 }] }))).toEqual(MISSING)
  expect(await outcome(clerk.patch(path, { lines: [{ price: 200 }] }).set('If-Match', '"1"'))).toEqual(MISSING)
  expect(await outcome(clerk.patch(`/api/claim-lines/${line?.id}`, { price: 200 }))).toEqual(MISSING)
  expect(await outcome(clerk.post('/api/claim-lines', { claim: claim.id, price: 200 }))).toEqual(MISSING)
  expect(await outcome(clerk.post(`${path}/raise`))).toEqual(MISSING)
  expect((await clerk.get(path)).body).toMatchObject({ total: 10, _version: 1 })
  expect(await outcome(clerk.patch(`/api/claim-lines/${line?.id}`, { price: 20 }))).toEqual([200, undefined])
  expect(await outcome(clerk.post(`${path}/prove`))).toEqual([200, undefined])
})
