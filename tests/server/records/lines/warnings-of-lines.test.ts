// A warning that only lines bring up is asked when they change, and not again at every other change of their head.
// @module-tag reference/lines-what-is-part-of-a-whole
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const CLAIMS = documentOf({
  3: `### Claim

| field | type | value |
|---|---|---|
| note | text | |
| total | computed money | \`entries.sum(e, e.amount)\` |

### Entry

| field | type | required |
|---|---|---|
| claim | Claim (as entries), part of it | yes |
| amount | money | yes |`,
  4: `### Claim.status

- starts: open
- ends: closed

| transition | from | to | who |
|---|---|---|---|
| close | open | closed | everyone |`,
  5: `| rule | entity | must hold | otherwise | else |
|---|---|---|---|---|
| Dear | Claim | \`total < 90.00\` | That is much. | warn |
| Many | Claim | \`entries.count() < 3\` | These are many. | warn |`,
  6: `| role | entity | may |
|---|---|---|
| everyone | Claim, Entry | everything |`,
})

let app: TestApp
let clerk: Caller
beforeAll(async () => {
  app = await startApp(CLAIMS)
  clerk = await app.as('Administrator')
})
afterAll(() => app.stop())

test('a note or a step asks for nothing, and another line asks again', async () => {
  const entries = [{ amount: '50.00' }, { amount: '50.00' }, { amount: '1.00' }]
  const asked = await clerk.post('/api/claims', { entries })
  expect([asked.status, asked.body.confirm]).toEqual([422, 'dear, many'])
  const { body } = await clerk.post('/api/claims', { entries }).set('Confirm', asked.body.confirm).expect(201)
  await clerk.patch(`/api/claims/${body.id}`, { note: 'Seen' }).expect(200)
  const more = await clerk.post('/api/entries', { claim: body.id, amount: '1.00' })
  expect([more.status, more.body.confirm]).toEqual([422, 'dear, many'])
  await clerk.post(`/api/claims/${body.id}/close`, {}).expect(200)
})
