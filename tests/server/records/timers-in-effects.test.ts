// What the effects of a step tell of the timers that it starts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Opinion

| field | type |
|---|---|
| subject | text |
| promised | duration |
| expected | date and time |
| left over | duration |
`,
  4: `### Opinion.status

- starts: asked
- ends: given

| state |
|---|
| asked |
| waiting |
| given |

| transition | from | to | who | then |
|---|---|---|---|---|
| created | | | | expected = timers.answer.due_at; notify created_by "{subject} by {timers.answer.due_at as HH:mm}" |
| wait | asked | waiting | everyone | left_over = timers.answer.left |
| go on | waiting | asked | everyone | promised = hours(8); notify created_by "Again by {timers.answer.due_at as HH:mm}" |
| begin anew | asked | stay | everyone | restart timer answer; notify created_by "Anew by {timers.answer.due_at as HH:mm}" |

| timer | runs in | lasts | then |
|---|---|---|---|
| answer | asked | \`promised\` | notify created_by "Late" |
`,
  6: '| role | is |\n|---|---|\n| Clerk | asks |\n\n| role | entity | may |\n|---|---|---|\n| Clerk | Opinion | everything |\n',
})

let app: TestApp
let clerk: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

const newest = async () => (await clerk.get('/api/system/inbox').expect(200)).body.items[0].text

test('a message says when a timer that the step has started is due', { tags: 'reference/timers' }, async () => {
  app.clock.now = Date.parse('2026-11-21T08:00:00.000Z')
  const { body } = await clerk.post('/api/opinions', { subject: 'Fire', promised: 'PT5H' }).expect(201)
  const path = `/api/opinions/${body.id}`
  expect(body.expected).toBe('2026-11-21T13:00:00.000Z')
  expect(await newest()).toBe('Fire by 13:00')
  app.clock.now += 3_600_000
  // A timer that has run until now is read as it ran.
  expect((await clerk.post(`${path}/wait`, {}).expect(200)).body.left_over).toBe('PT4H')
  app.clock.now += 3_600_000
  await clerk.post(`${path}/go-on`, {}).expect(200)
  expect(await newest()).toBe('Again by 17:00')
  app.clock.now += 3_600_000
  await clerk.post(`${path}/begin-anew`, {}).expect(200)
  expect(await newest()).toBe('Anew by 19:00')
  app.clock.now = Date.parse('2026-11-21T18:59:00.000Z')
  await app.runner.runDue()
  expect(await newest()).toBe('Anew by 19:00')
  app.clock.now += 60_000
  await app.runner.runDue()
  expect(await newest()).toBe('Late')
})
