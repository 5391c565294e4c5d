// After a step has deleted the record at hand, it is empty to the steps that follow, with all that it relates to.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../../helpers/compile-document.ts'
import type { TestApp } from '../../../../apps/start-app.ts'
import { startApp } from '../../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Club

| field | type | required |
|---|---|---|
| name | text | yes |
| members | several Person | |
`,
  6: `| role | is |
|---|---|
| Member | joins clubs |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Member | Club | everything | | all |
| Member | Person | read | | name |
`,
  7: `
### POST /api/clubs/:id/close of Club

- who: everyone

1. delete club
2. refuse ENOUGH if me in club.members
3. refuse ENOUGH if club.name != null
4. answer 200

\`\`\`json
{ "members": "\`club.members.count()\`" }
\`\`\`
`,
  8: `| code | status | message |
|---|---|---|
| ENOUGH | 409 | Enough. |
`,
})

let app: TestApp

beforeAll(async () => {
  app = await startApp(DOCUMENT)
})

afterAll(() => app.stop())

test('a record that a step deleted relates to nobody any more', async () => {
  const member = await app.as('Member')
  const { body: club } = await member.post('/api/clubs', { name: 'Chess', members: [member.id] })
  expect(club.members).toEqual([member.id])
  const closed = await member.post(`/api/clubs/${club.id}/close`, {})
  expect([closed.status, closed.body]).toEqual([200, { members: 0 }])
  expect((await member.get(`/api/clubs/${club.id}`)).status).toBe(404)
})
