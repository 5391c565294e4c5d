// What an effect hands on to a step is shown in a refusal to those who may read it, and what they gave themselves always.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Job

| field | type |
|---|---|
| name | text |
| secret | text |
| note | text |
`,
  4: `### Job.status
- starts: open

| transition | from | to | who | when | asks | then | otherwise |
|---|---|---|---|---|---|---|---|
| doubt | open | stay | Clerk, Member | \`input.why == "?"\` | why: text required | | DOUBT |
| weigh | open | stay | Clerk, Member | | why: text required | note = input.why | |
| pass to doubt | open | stay | Clerk, Member | | | do doubt { why: secret } | |
| pass by name | open | stay | Clerk, Member | | | let s = "<{secret}>"; do doubt { why: s } | |
| pass the name | open | stay | Clerk, Member | | | do doubt { why: name } | |
| pass to weigh | open | stay | Clerk, Member | | | do weigh { why: secret } | |
`,
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| Light | Job.weigh | \`input.why == "?"\` | "{input.why}" weighs too much. |
`,
  6: `| role | is |
|---|---|
| Clerk | writes |
| Member | works |

| role | entity | may | fields |
|---|---|---|---|
| Clerk | Job | everything | |
| Member | Job | read | name, status |
`,
  8: `| code | status | message |
|---|---|---|
| DOUBT | 409 | "{input.why}" is no reason. |
`,
})

let app: TestApp
let clerk: Caller
let member: Caller
let job = ''
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk', 'Ann')
  member = await app.as('Member', 'Ben')
  job = (await clerk.post('/api/jobs', { name: 'Roof', secret: 'X1' }).expect(201)).body.id
})
afterAll(() => app.stop())

test.for([
  ['doubt', { why: 'Z9' }, '"Z9" is no reason.', '"Z9" is no reason.'],
  ['weigh', { why: 'Z9' }, '"Z9" weighs too much.', '"Z9" weighs too much.'],
  ['pass-to-doubt', {}, '"X1" is no reason.', '"…" is no reason.'],
  ['pass-by-name', {}, '"<X1>" is no reason.', '"…" is no reason.'],
  ['pass-the-name', {}, '"Roof" is no reason.', '"Roof" is no reason.'],
  ['pass-to-weigh', {}, '"X1" weighs too much.', '"…" weighs too much.'],
] as const)('%s', async ([step, input, toClerk, toMember]) => {
  for (const [caller, message] of [
    [clerk, toClerk],
    [member, toMember],
  ] as const) {
    const { body } = await caller.post(`/api/jobs/${job}/${step}`, input)
    expect(body.detail).toBe(message)
    if (message.includes('…')) expect(JSON.stringify(body)).not.toContain('X1')
  }
})
