// An overdue timer that pauses and goes on: what is left of it stays negative, and it does not come again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  3: `### Job

| field | type | value |
|---|---|---|
| name | text | |
| left | computed duration | \`timers.work.left\` |
| due | computed date and time | \`timers.work.due_at\` |
| office left | computed duration | \`timers.in_office.left\` |
| office due | computed date and time | \`timers.in_office.due_at\` |
`,
  4: `### Job.status

- starts: working
- ends: done

| transition | from | to | who | then |
|---|---|---|---|---|
| hand in | working | revising | Worker | |
| send back | revising | working | Worker | |
| anew | working | stay | Worker | restart timer work |
| accept | revising | done | Worker | |

| timer | runs in | lasts | counted in | then |
|---|---|---|---|---|
| work | working | 1 hour | | notify created_by "late" |
| in office | working | 3 hours | office | notify created_by "late in the office" |
`,
  6: `| role | is |
|---|---|
| Worker | works |

| role | entity | may |
|---|---|---|
| Worker | Job | everything |
`,
  9: `| name | value |
|---|---|
| session | 1000 days |

### Calendar office

| day | from | to |
|---|---|---|
| Monday to Friday | 09:00 | 17:00 |
`,
})

let app: TestApp
let worker: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  worker = await app.as('Worker')
})
afterAll(() => app.stop())

const goTo = async (moment: string) => {
  app.clock.now = Date.parse(moment)
  await app.runner.runDue()
}
const said = async () => {
  const { body } = await worker.get('/api/system/inbox').expect(200)
  return body.items.map(({ text }: { text: string }) => text)
}

test('stays overdue by as much over a pause, and comes once', { tags: 'reference/timers' }, async () => {
  // A Friday.
  await goTo('2026-03-06T13:00:00.000Z')
  const { body: made } = await worker.post('/api/jobs', { name: 'leaflet' }).expect(201)
  const path = `/api/jobs/${made.id}`
  const step = async (name: string) => void (await worker.post(`${path}/${name}`).expect(200))
  const read = async () => {
    const { body } = await worker.get(path).expect(200)
    return [body.left, body.due, body.office_left, body.office_due]
  }
  const late = ['-PT2H', '2026-03-06T14:00:00.000Z', 'PT0S', '2026-03-06T16:00:00.000Z']
  await goTo('2026-03-06T16:00:00.000Z')
  expect(await read()).toEqual(late)
  expect((await said()).toSorted()).toEqual(['late', 'late in the office'])
  // In the same minute.
  await step('hand-in')
  expect(await read()).toEqual([null, null, null, null])
  await step('send-back')
  expect(await read()).toEqual(late)
  // It pauses over a day on which nobody works, and goes on on another one.
  await goTo('2026-03-09T10:00:00.000Z')
  const onMonday = ['-P2DT20H', '2026-03-06T14:00:00.000Z', '-PT2H', '2026-03-06T16:00:00.000Z']
  expect((await read()).slice(1)).toEqual(onMonday.slice(1))
  await step('hand-in')
  await goTo('2026-03-14T10:00:00.000Z')
  await step('send-back')
  expect((await read()).slice(1)).toEqual([
    '2026-03-11T14:00:00.000Z',
    '-PT2H',
    // The first moment since when two hours have passed in the office.
    '2026-03-13T15:00:00.000Z',
  ])
  await goTo('2026-03-20T10:00:00.000Z')
  expect(await said()).toHaveLength(2)
  // Begun anew it comes anew.
  await step('anew')
  expect((await read()).slice(0, 2)).toEqual(['PT1H', '2026-03-20T11:00:00.000Z'])
  await goTo('2026-03-20T11:00:00.000Z')
  expect(await said()).toHaveLength(3)
})

test('comes when it goes on, where it fell due without the server', async () => {
  await goTo('2026-03-23T09:00:00.000Z')
  const { body: made } = await worker.post('/api/jobs', { name: 'poster' }).expect(201)
  const before = (await said()).length
  app.clock.now = Date.parse('2026-03-23T11:00:00.000Z')
  await worker.post(`/api/jobs/${made.id}/hand-in`).expect(200)
  await goTo('2026-03-23T11:30:00.000Z')
  expect(await said()).toHaveLength(before)
  await worker.post(`/api/jobs/${made.id}/send-back`).expect(200)
  await goTo('2026-03-23T11:30:00.000Z')
  expect((await said()).slice(0, -before)).toEqual(['late'])
  await goTo('2026-03-23T11:31:00.000Z')
  expect(await said()).toHaveLength(before + 1)
})
