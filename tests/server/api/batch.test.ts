// Batches over HTTP: all calls or none, under the same policy, rules and idempotency as single calls.
// @module-tag call/post/batch
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
let customer: Caller
let stranger: Caller
let agent: Caller

beforeAll(async () => {
  app = await startApp(HELPDESK)
  customer = await app.as('Customer')
  stranger = await app.as('Customer', 'Stranger')
  agent = await app.as('Agent')
})
afterAll(() => app.stop())

const create = (subject: string) => ({ method: 'POST', path: '/api/tickets', body: { ...TICKET, subject } })
const count = async (): Promise<number> => (await agent.get('/api/tickets?count=exact&limit=1')).body.count

describe('a batch', () => {
  test('does all its calls and answers with each record as it is afterwards', async () => {
    const { body: ticket } = await customer.post('/api/tickets', TICKET)
    const { status, body } = await agent.post('/api/batch', {
      calls: [
        { method: 'PATCH', path: `/api/tickets/${ticket.id}`, body: { priority: 'high' } },
        { method: 'POST', path: `/api/tickets/${ticket.id}/take` },
        create('Second'),
      ],
    })
    expect(status).toBe(200)
    expect(body.answers.map((each: { status: number }) => each.status)).toEqual([200, 200, 201])
    // The first answer shows the record after the whole batch, as a read would.
    expect(body.answers[0].body).toMatchObject({ id: ticket.id, priority: 'high', status: 'open', assignee: agent.id })
    expect(body.answers[2].body.subject).toBe('Second')
  })

  test('keeps nothing when one call is refused, and says which one', async () => {
    const before = await count()
    const calls = [create('A'), create('B'), { ...create('C'), body: { subject: '' } }]
    const { status, body } = await customer.post('/api/batch', { calls })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid', call: 2 })
    expect(body.errors[0].field).toBe('subject')
    expect(await count()).toBe(before)
  })

  test("cannot touch what its caller may not read: another customer's ticket is a 404", async () => {
    const { body: ticket } = await customer.post('/api/tickets', TICKET)
    const calls = [create('Mine'), { method: 'PATCH', path: `/api/tickets/${ticket.id}`, body: { subject: 'Taken' } }]
    const before = await count()
    const { status, body } = await stranger.post('/api/batch', { calls })
    expect([status, body.call]).toEqual([404, 1])
    expect(await count()).toBe(before)
    expect((await customer.get(`/api/tickets/${ticket.id}`)).body.subject).toBe(TICKET.subject)
  })

  test('shows of each record what its caller may read, and no more', async () => {
    const { body } = await customer.post('/api/batch', { calls: [create('Shown')] })
    const [{ body: shown }] = body.answers
    expect(shown).toEqual((await customer.get(`/api/tickets/${shown.id}`)).body)
    const whole = (await (await app.as('Administrator')).get(`/api/tickets/${shown.id}`)).body
    expect(Object.keys(whole).length).toBeGreaterThan(Object.keys(shown).length)
  })

  test('of a stale version is a 412 for the whole', async () => {
    const { body: ticket } = await customer.post('/api/tickets', TICKET)
    const path = `/api/tickets/${ticket.id}`
    await agent.patch(path, { priority: 'low' })
    const calls = [create('X'), { method: 'PATCH', path, body: { priority: 'high' }, headers: { 'If-Match': '"1"' } }]
    const { status, body } = await agent.post('/api/batch', { calls })
    expect([status, body.call]).toEqual([412, 1])
    expect((await agent.get(path)).body.priority).toBe('low')
  })

  test('with one idempotency key happens once, also for fifty at a time', async () => {
    const before = await count()
    const send = () =>
      customer.post('/api/batch', { calls: [create('Once'), create('Twice')] }).set('Idempotency-Key', 'batch 1')
    const sent = await Promise.all(Array.from({ length: 50 }, send))
    expect(sent.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const again = await send()
    expect(again.status).toBe(200)
    expect(again.body.answers.map((each: { body: { subject: string } }) => each.body.subject)).toEqual([
      'Once',
      'Twice',
    ])
    expect(await count()).toBe(before + 2)
    const other = await customer.post('/api/batch', { calls: [create('Other')] }).set('Idempotency-Key', 'batch 1')
    expect(other.status).toBe(422)
  })

  test.each([
    ['no calls', {}, 400],
    ['an empty list', { calls: [] }, 400],
    ['more than a thousand', { calls: Array.from({ length: 1_001 }, () => create('Many')) }, 413],
    ['a reading call', { calls: [{ method: 'GET', path: '/api/tickets' }] }, 400],
    ['an account call', { calls: [{ method: 'POST', path: '/api/auth/tokens', body: {} }] }, 400],
    ['another batch', { calls: [{ method: 'POST', path: '/api/batch', body: {} }] }, 400],
    ['an unknown member', { calls: [{ ...create('A'), extra: 1 }] }, 400],
  ])('with %s is refused', async (_, sent, expected) => {
    const { status, body } = await customer.post('/api/batch', sent)
    expect(status).toBe(expected)
    expect(body.detail).not.toBe('')
  })

  test('of a thousand calls runs in one transaction, each seeing those before it', async () => {
    const { body: ticket } = await customer.post('/api/tickets', TICKET)
    const path = `/api/tickets/${ticket.id}`
    const calls = Array.from({ length: 1_000 }, (_, index) => ({
      method: 'PATCH',
      path,
      body: { priority: index % 2 === 0 ? 'high' : 'low' },
      headers: { 'If-Match': `"${index + 1}"` },
    }))
    const { status, body } = await agent.post('/api/batch', { calls })
    expect([status, body.answers.length]).toEqual([200, 1_000])
    expect((await agent.get(path)).body).toMatchObject({ priority: 'low', _version: 1_001 })
  })
})
