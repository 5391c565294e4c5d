// Writes that somebody else was faster with: the refusal says who did what and when, as far as the history would tell it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HELPDESK, TICKET } from '../../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

let app: TestApp
let customer: Caller
let agent: Caller
let other: Caller

beforeAll(async () => {
  app = await startApp(HELPDESK)
  customer = await app.as('Customer')
  agent = await app.as('Agent')
  other = await app.as('Agent', 'Jakub Nowak')
})
afterAll(() => app.stop())

async function ticket(): Promise<string> {
  const { body } = await customer.post('/api/tickets', TICKET)
  return `/api/tickets/${body.id}`
}

describe('a transition that somebody else did before', () => {
  test('says who did it, and the time of today', async () => {
    const path = await ticket()
    await other.post(`${path}/take`)
    const { status, body } = await agent.post(`${path}/take`)
    expect([status, body.code, body.state]).toEqual([409, 'conflict', 'open'])
    expect(body.remedy).toBe('“Take” needs the state “New”. It is “Open” now: “Take” by Jakub Nowak, 11:00 AM.')
  })

  test('says the day too, where it was another', async () => {
    const path = await ticket()
    await other.post(`${path}/take`)
    const before = app.clock.now
    app.clock.now += 86_400_000
    const { body } = await agent.post(`${path}/take`)
    app.clock.now = before
    expect(body.remedy).toBe(
      '“Take” needs the state “New”. It is “Open” now: “Take” by Jakub Nowak, Nov 21, 2026, 11:00 AM.',
    )
  })

  test('names nobody to those who may not see the history, and says the state as it is', async () => {
    const path = await ticket()
    await other.post(`${path}/take`)
    const { body } = await customer.post(`${path}/answer`, { reply: 'Here.' })
    expect(body.remedy).toBe('“Answer” needs the state “Waiting”. It is “Open” now.')
    expect(JSON.stringify(body)).not.toContain('Jakub')
  })
})

describe('a change of what somebody else changed before', () => {
  test('says who, to those who may know', async () => {
    const path = await ticket()
    await other.patch(path, { priority: 'high' })
    const stale = { 'If-Match': '"1"' }
    const { status, body } = await agent.patch(path, { priority: 'low' }).set(stale)
    expect([status, body.code]).toEqual([412, 'changed_meanwhile'])
    expect(body.remedy).toBe('Jakub Nowak changed it, 11:00 AM.')
    const fresh = await ticket()
    await other.patch(fresh, { priority: 'low' })
    const late = await agent.post(`${fresh}/take`).set(stale)
    expect([late.status, late.body.remedy]).toEqual([412, 'Jakub Nowak changed it, 11:00 AM.'])
  })

  test('names nobody to those who may not see the history', async () => {
    const path = await ticket()
    await other.post(`${path}/take`)
    const { status, body } = await customer.patch(path, { subject: 'Other' }).set({ 'If-Match': '"1"' })
    expect([403, 412]).toContain(status)
    expect(JSON.stringify(body)).not.toContain('Jakub')
  })
})
