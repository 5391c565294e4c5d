// A step that is caught up late goes by the day on which it runs; constants of the day on which it was due are asked for.
// @module-tag reference/point-9-business-constants-and-limits
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Bill

| field | type |
|---|---|
| due_on | date |
| ran_on | date |
| ran_at | date and time |
| fee | integer |
| fee_due | integer |
`,
  4: `### Bill.status
- starts: open

| transition | from | to | who | then | after |
|---|---|---|---|---|---|
| remind | open | stay | nobody | ran_on = today; ran_at = now; fee = limits.fee; fee_due = limits.fee at due_on | at due_on |
`,
  6: `| role | is |
|---|---|
| Clerk | bills |

| role | entity | may |
|---|---|---|
| Clerk | Bill | everything |
`,
  9: `| name | value | from |
|---|---|---|
| fee | 5 | |
| fee | 8 | 2027-03-01 |
`,
})

let app: TestApp
beforeAll(async () => {
  app = await startApp(DOCUMENT)
})
afterAll(() => app.stop())

test('today, now and constants are those of the run, not of the moment that was missed', async () => {
  app.clock.now = Date.parse('2027-02-08T10:00:00Z')
  const clerk = await app.as('Clerk')
  const { id } = (await clerk.post('/api/bills', { due_on: '2027-02-15' }).expect(201)).body
  app.clock.now = Date.parse('2027-03-02T09:00:00Z')
  await app.runner.runDue()
  // Her session has ended by then.
  const later = await app.as('Clerk', 'Bea')
  const { body } = await later.get(`/api/bills/${id}`).expect(200)
  expect(body).toMatchObject({ ran_on: '2027-03-02', fee: 8, fee_due: 5 })
  expect(Date.parse(body.ran_at)).toBe(Date.parse('2027-03-02T09:00:00Z'))
})
