// What effects tell of the timers of their record: each sees them as those before it have left them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| created | | | | | expected = timers.answer.due_at; notify created_by "{subject} by {timers.answer.due_at as HH:mm}" |
| wait | asked | waiting | everyone | rest: duration default \`timers.answer.left\` | left_over = input.rest; expected = timers.answer.due_at |
| go on | waiting | asked | everyone | | promised = hours(8); notify created_by "Again by {timers.answer.due_at as HH:mm}" |
| begin anew | asked | stay | everyone | | restart timer answer; notify created_by "Anew by {timers.answer.due_at as HH:mm}" |

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

const START = Date.parse('2026-03-02T09:00:00.000Z')
const JOBS = documentOf({
  3: `### Job

| field | type | required | value |
|---|---|---|---|
| hours | integer | yes | |
| deadline | date and time | | |
| by field | date and time | | |
| due | computed date and time | | \`timers.work.due_at\` |
| why late | text | \`timers.work.left > hours(20)\` | |

### Note

| field | type | required |
|---|---|---|
| job | Job (as notes) | yes |
| due | date and time | |
`,
  4: `### Job.status

- starts: open
- ends: done

| transition | from | to | who | when | then |
|---|---|---|---|---|---|
| begin | open | working | Worker | | hours = hours + 1; deadline = timers.work.due_at; by_field = due |
| grow | working | stay | Worker | | hours = hours + 1; deadline = timers.work.due_at; by_field = due; notify created_by "until {timers.work.due_at as HH:mm}, {due as HH:mm}" |
| stop | working | open | Worker | | deadline = timers.work.due_at; by_field = due |
| extend | working | stay | Worker | | hours = hours + 5; refuse TOO_LONG if \`timers.work.due_at > moment("2026-03-02T12:00")\` |
| extend by field | working | stay | Worker | | hours = hours + 5; refuse TOO_LONG if \`due > moment("2026-03-02T12:00")\` |
| try it | working | stay | Worker | | try do extend on this otherwise hours = hours + 1; deadline = timers.work.due_at |
| note | working | stay | Worker | | hours = hours + 1; create Note { job: this } |
| finish | working | done | Worker | | |
| hours changed | | | | | deadline = timers.work.due_at; by_field = due |
| hours changed | | | | \`timers.work.due_at == moment("2026-03-02T17:00")\` | notify created_by "at five" |

| timer | runs in | lasts | then |
|---|---|---|---|
| work | working | \`hours(hours)\` | notify created_by "late" |

### Note

| transition | then |
|---|---|
| created | due = job.timers.work.due_at |
`,
  5: `| rule | entity | must hold | otherwise | checked |
|---|---|---|---|---|
| Not too long | Job | \`due == null or due < moment("2026-03-03T00:00")\` | That is too long. | |
`,
  6: `| role | is |
|---|---|
| Worker | works |

| role | entity | may |
|---|---|---|
| Worker | Job, Note | everything |
`,
  8: `| code | status | message |
|---|---|---|
| TOO_LONG | 409 | Not until {timers.work.due_at as HH:mm}. |
`,
})

describe('effects after one that moves a timer', () => {
  let jobs: TestApp
  let worker: Caller
  let path: string
  beforeAll(async () => {
    jobs = await startApp(JOBS)
    worker = await jobs.as('Worker')
  })
  afterAll(() => jobs.stop())
  beforeEach(async () => {
    jobs.clock.now = START
    path = `/api/jobs/${(await worker.post('/api/jobs', { hours: 1 }).expect(201)).body.id}`
    await worker.post(`${path}/begin`).expect(200)
  })

  const read = async () => {
    const { body } = await worker.get(path).expect(200)
    return [body.due, body.deadline, body.by_field]
  }
  const at = (time: string) => Array.from({ length: 3 }, () => `2026-03-02T${time}:00.000Z`)
  const message = async () => (await worker.get('/api/system/inbox').expect(200)).body.items[0].text

  test('see it as it is by then, directly and by a computed field', { tags: 'reference/timers' }, async () => {
    expect(await read()).toEqual(at('11:00'))
    await worker.post(`${path}/grow`).expect(200)
    expect(await read()).toEqual(at('12:00'))
    expect(await message()).toBe('until 12:00, 12:00')
    await worker.patch(path, { hours: 5 }).expect(200)
    expect(await read()).toEqual(at('14:00'))
    await worker.post(`${path}/stop`).expect(200)
    expect(await read()).toEqual([null, null, null])
    // It has used up nothing, and goes on.
    jobs.clock.now += 3_600_000
    await worker.post(`${path}/begin`).expect(200)
    expect(await read()).toEqual(at('16:00'))
  })

  test('are refused by it as it is by then, and a refusal says so', async () => {
    for (const step of ['extend', 'extend-by-field']) {
      const { body } = await worker.post(`${path}/${step}`).expect(409)
      expect([body.code, body.detail]).toEqual(['TOO_LONG', 'Not until 16:00.'])
    }
    expect(await read()).toEqual(at('11:00'))
    await worker.post(`${path}/try-it`).expect(200)
    expect((await read()).slice(0, 2)).toEqual(at('12:00').slice(1))
  })

  test('show it to other records, to conditions of events and to rules as it is by then', async () => {
    await worker.post(`${path}/note`).expect(200)
    const { body } = await worker.get('/api/notes').expect(200)
    expect(body.items.at(-1).due).toBe(at('12:00')[0])
    await worker.patch(path, { hours: 8 }).expect(200)
    expect(await message()).toBe('at five')
    const refused = await worker.patch(path, { hours: 16 })
    expect([refused.status, refused.body.detail]).toEqual([422, 'That is too long.'])
    const asked = await worker.patch(path, { hours: 21 })
    expect(asked.body.errors).toMatchObject([{ field: 'why_late' }])
    expect((await read())[0]).toBe(at('17:00')[0])
  })
})

const newest = async () => (await clerk.get('/api/system/inbox').expect(200)).body.items[0].text

test('a message says when a timer that the step has started is due', { tags: 'reference/timers' }, async () => {
  app.clock.now = Date.parse('2026-11-21T08:00:00.000Z')
  const { body } = await clerk.post('/api/opinions', { subject: 'Fire', promised: 'PT5H' }).expect(201)
  const path = `/api/opinions/${body.id}`
  expect(body.expected).toBe('2026-11-21T13:00:00.000Z')
  expect(await newest()).toBe('Fire by 13:00')
  app.clock.now += 3_600_000
  // What a step asks is read before it, where the timer ran until now; its effects come after it has paused.
  const { body: waiting } = await clerk.post(`${path}/wait`, {}).expect(200)
  expect([waiting.left_over, waiting.expected]).toEqual(['PT4H', null])
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
