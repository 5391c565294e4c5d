// The own call of leave requests, on its sample data.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Shipped } from './shipped.ts'
import { startShipped } from './shipped.ts'

let leave: Shipped
beforeAll(async () => {
  leave = await startShipped('leave-requests')
})
afterAll(() => leave.close())

test('the company asks who is away on a day', async () => {
  const caller = await leave.as('helena.voss')
  const [request] = (await caller.get('/api/leave-requests?filter=status == "approved"&sort=-first_day')).body.items
  const { status, body } = await caller.get(`/api/away?day=${request.first_day}`)
  expect([status, body.day]).toEqual([200, request.first_day])
  expect(body.away.length).toBeGreaterThan(0)
  for (const away of body.away) {
    expect(Object.keys(away)).toEqual(['name', 'department', 'back_on'])
    expect(away.back_on > request.first_day).toBe(true)
  }
  expect((await caller.get('/api/away')).body.day).toBe('2026-11-21')
  expect((await caller.get('/api/away?day=soon')).status).toBe(422)
})
