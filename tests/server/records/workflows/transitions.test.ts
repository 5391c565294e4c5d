// Transitions: who, from where, with what, and what comes of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HELPDESK, lineWith, TICKET } from '../../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

let app: TestApp
let customer: Caller
let agent: Caller
let other: Caller
let manager: Caller

beforeAll(async () => {
  app = await startApp(HELPDESK)
  customer = await app.as('Customer')
  agent = await app.as('Agent')
  other = await app.as('Agent', 'Other')
  manager = await app.as('Manager')
})
afterAll(() => app.stop())

async function ticket(): Promise<string> {
  const { body } = await customer.post('/api/tickets', TICKET)
  return `/api/tickets/${body.id}`
}

describe('a ticket', () => {
  test('is taken, asked about, answered, resolved and reopened, with comments and messages on its way', async () => {
    const path = await ticket()
    const taken = await agent.post(`${path}/take`)
    expect([taken.status, taken.body]).toMatchObject([200, { status: 'open', assignee: agent.id, _version: 2 }])
    expect((await agent.post(`${path}/ask`, { question: 'Which one?' })).body.status).toBe('waiting')
    expect((await customer.post(`${path}/answer`, { reply: 'The left one.' })).body.status).toBe('open')
    const resolved = await agent.post(`${path}/resolve`, { resolution: 'Paper was empty.' })
    expect(resolved.body).toMatchObject({
      status: 'resolved',
      resolution: 'Paper was empty.',
      resolved_at: '2026-11-21T10:00:00.000Z',
      hours_to_resolve: '0.0',
    })
    const comments = await customer.get(
      `/api/comments?filter=${encodeURIComponent(`ticket.id == "${path.split('/')[3]}"`)}`,
    )
    expect(
      comments.status === 200 ? comments.body.items.map(({ body }: { body: string }) => body) : comments.body,
    ).toEqual(['Which one?', 'The left one.'])
    expect((await customer.post(`${path}/reopen`, { reason: 'Empty again.' })).body).toMatchObject({
      status: 'open',
      resolved_at: null,
    })
    const inbox = await customer.get('/api/system/inbox')
    const number = taken.body.number
    type Message = { readonly subject: string | null; readonly text: string }
    expect(inbox.body.items.map(({ subject, text }: Message) => [subject, text])).toEqual([
      [`${number} is solved`, 'Paper was empty.'],
      [`We have a question about ${number}`, 'Which one?'],
      [null, `Agent 1 works on ${number}`],
    ])
    expect(inbox.body.unread).toBe(3)
    expect((await customer.post(`/api/system/inbox/${inbox.body.items[0].id}/read`)).status).toBe(204)
    expect((await agent.post(`/api/system/inbox/${inbox.body.items[1].id}/read`)).status).toBe(404)
    expect((await customer.get('/api/system/inbox')).body.unread).toBe(2)
  })

  test('is not resolved by an agent who is not assigned: the line of the transition is cited', async () => {
    const path = await ticket()
    const { body: taken } = await agent.post(`${path}/take`)
    const { body, status } = await other.post(`${path}/resolve`, { resolution: 'Mine.' })
    expect(status).toBe(403)
    expect(body).toMatchObject({
      code: 'NOT_YOURS',
      detail: `${taken.number} is assigned to somebody else.`,
      source: { point: 4, ...lineWith('| resolve | open, waiting') },
    })
    expect((await agent.get(path)).body.status).toBe('open')
  })

  test('is not taken by a customer, and not closed by anybody', async () => {
    const path = await ticket()
    const { body, status } = await customer.post(`${path}/take`)
    expect([status, body.code]).toEqual([403, 'not_allowed'])
    expect((await manager.post(`${path}/close`)).status).toBe(403)
    expect((await agent.post(`${path}/no-such-thing`)).status).toBe(404)
  })

  test(
    'is not resolved twice: 409 with the state that it is in',
    { tags: 'reference/point-4-states-and-transitions' },
    async () => {
      const path = await ticket()
      await agent.post(`${path}/take`)
      await agent.post(`${path}/resolve`, { resolution: 'Done.' })
      const { body, status } = await agent.post(`${path}/resolve`, { resolution: 'Done.' })
      expect([status, body.code, body.state]).toEqual([409, 'conflict', 'resolved'])
    },
  )

  test('is not reopened too late, and the message says how long', async () => {
    const path = await ticket()
    await agent.post(`${path}/take`)
    const { body: resolved } = await agent.post(`${path}/resolve`, { resolution: 'Done.' })
    app.clock.now += 8 * 24 * 3_600_000
    const { body, status } = await customer.post(`${path}/reopen`, { reason: 'No.' })
    app.clock.now -= 8 * 24 * 3_600_000
    expect([status, body.detail]).toEqual([
      409,
      `${resolved.number} was solved more than 7 days ago. Please report a new problem.`,
    ])
  })

  test('asks for what it needs, and for nothing else', async () => {
    const path = await ticket()
    await agent.post(`${path}/take`)
    const missing = await agent.post(`${path}/resolve`, {})
    expect([missing.status, missing.body.errors]).toMatchObject([422, [{ field: 'resolution', code: 'required' }]])
    const more = await agent.post(`${path}/resolve`, { resolution: 'x', status: 'closed' })
    expect([more.status, more.body.errors]).toMatchObject([422, [{ field: 'status', code: 'unknown_field' }]])
  })

  test('is given to agents only', async () => {
    const path = await ticket()
    const { body, status } = await manager.post(`${path}/assign`, { agent: customer.id })
    expect([status, body.code]).toEqual([422, 'NOT_AN_AGENT'])
    expect((await manager.post(`${path}/assign`, { agent: other.id })).body).toMatchObject({
      status: 'open',
      assignee: other.id,
    })
  })
})

describe('at once', () => {
  test('of 50 equal transitions exactly one wins, the others see the state; one entry in the history, one message', async () => {
    const path = await ticket()
    const before = (await customer.get('/api/system/inbox')).body.unread
    const answers = await Promise.all(Array.from({ length: 50 }, () => agent.post(`${path}/take`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const lost = answers.filter(({ status }) => status === 409)
    expect(lost).toHaveLength(49)
    expect(lost.every(({ body }) => body.state === 'open')).toBe(true)
    const { body } = await agent.get(`${path}/history`)
    expect(body.items.filter(({ event }: { event: string }) => event === 'transition')).toHaveLength(1)
    expect((await customer.get('/api/system/inbox')).body.unread).toBe(before + 1)
  })

  test('of different transitions from one state one wins', async () => {
    const path = await ticket()
    await agent.post(`${path}/take`)
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => agent.post(`${path}/ask`, { question: '?' })),
      ...Array.from({ length: 10 }, () => agent.post(`${path}/resolve`, { resolution: '!' })),
    ])
    const { body } = await agent.get(`${path}/history`)
    const walked = body.items
      .filter(({ event }: { event: string }) => event === 'transition')
      .map(({ transition }: { transition: string }) => transition)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(walked.length - 1)
    expect([
      ['ask', 'take'],
      ['resolve', 'take'],
      ['resolve', 'ask', 'take'],
    ]).toContainEqual(walked)
  })

  test('changes of one version: one wins', async () => {
    const path = await ticket()
    const etag = (await customer.get(path)).headers['etag'] ?? ''
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => customer.patch(path, { subject: `S${index}` }).set('If-Match', etag)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 412),
    ])
  })
})
