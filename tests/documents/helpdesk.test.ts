// The story of the helpdesk over HTTP: its sentences, kept word by word.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startDesk } from '../apps/people-app.ts'
import type { Desk } from '../apps/people-app.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { callerAt, sample, signIn, signUp } from '../apps/people.ts'
import type { Caller } from '../apps/people.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const lines = readShipped('helpdesk').split('\n')

let desk: Desk
let customer: Caller
let stranger: Caller
let agent: Caller
let otherAgent: Caller
let manager: Caller

beforeAll(async () => {
  desk = await startDesk()
  agent = await signIn(desk.url, sample.agent)
  otherAgent = await signIn(desk.url, sample.otherAgent)
  manager = await signIn(desk.url, sample.manager)
  stranger = await signIn(desk.url, sample.otherCustomer)
})

afterAll(() => desk.close())

let people = 0
beforeEach(async () => {
  desk.moveClock(0)
  customer = await signUp(desk.url, { name: 'Nora Quist', email: `nora.${++people}@example.com` })
})

describe('a customer who reports a problem', () => {
  test('gets a number, a promise of 48 hours, and is the requester', async () => {
    const answer = await report({ subject: 'It is dark', description: 'No light since Monday.' })
    expect(answer.status).toBe(201)
    const { body } = answer
    expect(body).toMatchObject({ subject: 'It is dark', status: 'new', priority: 'normal', requester: customer.id })
    expect(body.number).toMatch(/^HD-\d{5}$/)
    expect(Date.parse(body.due_at) - Date.parse(body.created_at)).toBe(48 * HOUR)
    expect(body).not.toHaveProperty('internal_note')
    expect(answer.headers.get('location')).toBe(`/api/tickets/${body.id}`)
  })

  test('is promised four hours when it is urgent', async () => {
    const { body } = await report({
      subject: 'All is dark',
      priority: 'urgent',
      description: 'No light in the whole house since this morning, nobody can work.',
    })
    expect(Date.parse(body.due_at) - Date.parse(body.created_at)).toBe(4 * HOUR)
  })

  test('is refused, with the line that says so, when an urgent description is too short', async () => {
    const { status, body, headers } = await report({
      subject: 'All is dark',
      priority: 'urgent',
      description: 'No light.',
    })
    expect(status).toBe(422)
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(body).toMatchObject({
      status: 422,
      code: 'URGENT_NEEDS_DETAIL',
      detail: 'Please describe an urgent problem in at least 40 characters.',
      source: citation(5, '| Urgent tickets say more |'),
    })
    expect(body.errors).toEqual([
      expect.objectContaining({
        field: 'description',
        message: 'Please describe an urgent problem in at least 40 characters.',
      }),
    ])
  })

  test('hears of all wrong fields at once, and nothing is stored', async () => {
    const before = await customer.get('/api/tickets?count=exact')
    const { status, body } = await report({
      subject: 'x'.repeat(121),
      priority: 'soon',
      internal_note: 'mine',
      number: 'HD-1',
      colour: 'red',
    })
    expect(status).toBe(422)
    expect(body.errors.map((error: { field: string }) => error.field).sort()).toEqual([
      'colour',
      'description',
      'internal_note',
      'number',
      'priority',
      'subject',
    ])
    expect((await customer.get('/api/tickets?count=exact')).body.count).toBe(before.body.count)
  })

  test('may mend it while nobody has looked at it, and not later', async () => {
    const { body } = await report()
    expect((await customer.patch(`/api/tickets/${body.id}`, { description: 'No light, and no heat.' })).status).toBe(
      200,
    )
    await agent.post(`/api/tickets/${body.id}/take`)
    const refused = await customer.patch(`/api/tickets/${body.id}`, { description: 'And no water.' })
    expect(refused.status).toBe(403)
    expect(refused.body.source).toMatchObject(citation(6, '| Customer | Ticket | update |'))
  })

  test('is not found by a stranger, on any way', async () => {
    const { body } = await report()
    for (const path of ['', '/history']) expect((await stranger.get(`/api/tickets/${body.id}${path}`)).status).toBe(404)
    expect((await stranger.get(`/api/tickets/number/${body.number}`)).status).toBe(404)
    expect((await stranger.patch(`/api/tickets/${body.id}`, { subject: 'Mine' })).status).toBe(404)
    expect((await stranger.post(`/api/tickets/${body.id}/answer`, { reply: 'Hm' })).status).toBe(404)
    expect((await stranger.remove(`/api/tickets/${body.id}`)).status).toBe(404)
    expect(
      (await stranger.get(`/api/tickets?filter=${encodeURIComponent(`number == "${body.number}"`)}`)).body.items,
    ).toEqual([])
    expect((await callerAt(desk.url).get(`/api/tickets/${body.id}`)).status).toBeGreaterThanOrEqual(401)
  })

  test('never has more than 20 open, though 50 come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => report({ subject: `Problem ${index}`, description: 'One of many.' })),
    )
    const refused = answers.filter(({ status }) => status === 409)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(refused).toHaveLength(30)
    expect(refused[0]?.body).toMatchObject({
      code: 'TOO_MANY_OPEN',
      detail: 'You have 20 open tickets. Please wait until one is solved.',
      source: citation(5, '| Not too many at once |'),
    })
    expect((await customer.get('/api/tickets?count=exact&limit=1')).body.count).toBe(20)
  })
})

describe('a ticket on its way', () => {
  test('is taken, asked about, answered, resolved, reopened, and resolved again', async () => {
    const { body: ticket } = await report()
    const path = `/api/tickets/${ticket.id}`
    const taken = await agent.post(`${path}/take`)
    expect(taken.body).toMatchObject({ status: 'open', assignee: agent.id })
    expect(taken.body.team).toBe((await agent.get(`/api/people/${agent.id}`)).body.team)

    expect((await agent.post(`${path}/ask`, { question: 'Which room?' })).body.status).toBe('waiting')
    expect((await customer.post(`${path}/answer`, { reply: 'The kitchen.' })).body.status).toBe('open')
    const resolved = await agent.post(`${path}/resolve`, { resolution: 'A new bulb.' })
    expect(resolved.body).toMatchObject({ status: 'resolved', resolution: 'A new bulb.' })
    expect(resolved.body.hours_to_resolve).toMatch(/^\d+\.\d$/)

    desk.moveClock(6 * DAY)
    const reopened = await customer.post(`${path}/reopen`, { reason: 'Dark again.' })
    expect(reopened.status).toBe(200)
    expect(reopened.body).toMatchObject({ status: 'open', resolved_at: null, hours_to_resolve: null })
    expect((await agent.post(`${path}/resolve`, { resolution: 'A new lamp.' })).status).toBe(200)

    const comments = await customer.get(
      `/api/comments?filter=${encodeURIComponent(`ticket.number == "${ticket.number}"`)}&sort=created_at`,
    )
    expect(comments.body.items.map((comment: { body: string }) => comment.body)).toEqual([
      'Which room?',
      'The kitchen.',
      'Dark again.',
    ])
    const history = await agent.get(`${path}/history`)
    const steps = history.body.items.map(
      (item: { transition?: string; event: string }) => item.transition ?? item.event,
    )
    expect(steps).toEqual(['resolve', 'reopen', 'resolve', 'answer', 'ask', 'take', 'created'])
  })

  test('can’t be reopened after seven days, and the sentence says so', async () => {
    const { body: ticket } = await report()
    await agent.post(`/api/tickets/${ticket.id}/take`)
    await agent.post(`/api/tickets/${ticket.id}/resolve`, { resolution: 'A new bulb.' })
    desk.moveClock(7 * DAY + 1_000)
    const { status, body } = await customer.post(`/api/tickets/${ticket.id}/reopen`, { reason: 'Dark again.' })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'TOO_LATE_TO_REOPEN',
      detail: `${ticket.number} was solved more than 7 days ago. Please report a new problem.`,
      source: citation(4, '| reopen | resolved |'),
    })
  })

  test('is solved only by the agent who has it', async () => {
    const { body: ticket } = await report()
    await agent.post(`/api/tickets/${ticket.id}/take`)
    const { status, body } = await otherAgent.post(`/api/tickets/${ticket.id}/resolve`, { resolution: 'Done.' })
    expect(status).toBe(403)
    expect(body).toMatchObject({
      code: 'NOT_YOURS',
      detail: `${ticket.number} is assigned to somebody else.`,
      source: citation(4, '| resolve |'),
    })
  })

  test('is not resolved without saying how', async () => {
    const { body: ticket } = await report()
    await agent.post(`/api/tickets/${ticket.id}/take`)
    const { status, body } = await agent.post(`/api/tickets/${ticket.id}/resolve`, {})
    expect(status).toBe(422)
    expect(body.errors).toEqual([expect.objectContaining({ field: 'resolution', code: 'required' })])
  })

  test('is taken once: of two agents at the same moment one learns its state', async () => {
    const { body: ticket } = await report()
    const answers = await Promise.all([agent, otherAgent].map((one) => one.post(`/api/tickets/${ticket.id}/take`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(JSON.stringify(lost?.body)).toContain('open')
  })

  test('is given to agents only', async () => {
    const { body: ticket } = await report()
    const { status, body } = await manager.post(`/api/tickets/${ticket.id}/assign`, { agent: customer.id })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'NOT_AN_AGENT', detail: 'Only an agent can be given a ticket.' })
    const wrong = await manager.patch(`/api/tickets/${ticket.id}`, { assignee: customer.id })
    expect(wrong.body).toMatchObject({ code: 'NOT_AN_AGENT', source: citation(5, '| Assignees are agents |') })
    expect((await manager.post(`/api/tickets/${ticket.id}/assign`, { agent: otherAgent.id })).body).toMatchObject({
      status: 'open',
      assignee: otherAgent.id,
    })
  })

  test('is closed by nobody, its state is no field, and customers do not take', async () => {
    const { body: ticket } = await report()
    expect((await manager.post(`/api/tickets/${ticket.id}/close`)).status).toBe(403)
    const changed = await manager.patch(`/api/tickets/${ticket.id}`, { status: 'closed' })
    expect(changed.status).toBe(422)
    expect(changed.body.errors).toEqual([expect.objectContaining({ field: 'status' })])
    const taken = await customer.post(`/api/tickets/${ticket.id}/take`)
    expect(taken.status).toBe(403)
    expect(taken.body.source).toMatchObject(citation(4, '| take | new |'))
  })
})

describe('comments', () => {
  test('that are internal are seen by agents, and do not exist for the customer', async () => {
    const { body: ticket } = await report()
    const { body: note, status } = await agent.post('/api/comments', {
      ticket: ticket.id,
      body: 'Known, see last week.',
      internal: true,
    })
    expect(status).toBe(201)
    expect((await customer.get(`/api/comments/${note.id}`)).status).toBe(404)
    expect((await otherAgent.get(`/api/comments/${note.id}`)).body.body).toBe('Known, see last week.')
    const inside = await customer.post('/api/comments', { ticket: ticket.id, body: 'Hello', internal: true })
    expect(inside.status).toBe(422)
  })

  test('on a closed ticket are refused', async () => {
    const closed = await agent.get(`/api/tickets?limit=1&filter=${encodeURIComponent('status == "closed"')}`)
    const { status, body } = await agent.post('/api/comments', {
      ticket: closed.body.items[0].id,
      body: 'One more thing.',
    })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'TICKET_CLOSED', source: citation(5, '| A closed ticket is closed |') })
  })
})

function report(fields: object = { subject: 'It is dark', description: 'No light since Monday.' }) {
  return customer.post('/api/tickets', fields)
}

/** The line of the document that begins so. */
function citation(point: number, beginning: string) {
  const index = lines.findIndex((line) => line.startsWith(beginning))
  return { point, line: index + 1, text: lines[index]?.trim() }
}
