// Which filters are answered where requests are: own columns compared with constants; all else goes to the reading threads.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HELPDESK, TICKET } from '../../../apps/helpdesk.ts'
import { startApp } from '../../../apps/start-app.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'

let app: TestApp
let agent: Caller
const readings: (string | null)[] = []

beforeAll(async () => {
  app = await startApp(HELPDESK, undefined, { slow: { onSpent: (by) => readings.push(by) } })
  agent = await app.as('Agent')
  const customer = await app.as('Customer')
  await customer.post('/api/tickets', TICKET).expect(201)
})

afterAll(() => app.stop())

async function readingsOf(filter: string): Promise<readonly (string | null)[]> {
  readings.length = 0
  await agent.get(`/api/tickets?filter=${encodeURIComponent(filter)}`).expect(200)
  return [...readings]
}

test.each([
  'status in ["new", "open"]',
  'due_at < now',
  'due_at < now - days(3) and priority != "low"',
  'assignee == me or assignee == null',
  'subject == "Printer"',
  'not (status == "closed") and created_at > moment("2026-01-01T00:00:00Z")',
])('%s is answered at once', async (filter) => {
  expect(await readingsOf(filter)).toEqual([])
})

test.each([
  'subject.contains("x")',
  'description == "x"',
  'requester.name == "x"',
  'tags.exists(t, t.name == "x")',
  'description.matches("x+")',
  Array.from({ length: 40 }, (_, at) => `subject == "${at}"`).join(' or '),
])('%s is answered by a reading thread, for whoever asks', async (filter) => {
  expect(await readingsOf(filter)).toEqual([agent.id])
})

test('those who are not signed in take turns by their addresses', async () => {
  readings.length = 0
  await app.anyone.get(`/api/articles?filter=${encodeURIComponent('title.contains("x")')}`).expect(200)
  expect(readings).toEqual([expect.stringContaining('127.0.0.1')])
})
