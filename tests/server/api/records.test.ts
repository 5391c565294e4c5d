// Records over HTTP: what each role may create and change, field by field, and its history.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HELPDESK, lineWith, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
let customer: Caller
let stranger: Caller
let agent: Caller
let manager: Caller
const revision = (): string => app.dependencies.current.running.revision

beforeAll(async () => {
  app = await startApp(HELPDESK)
  customer = await app.as('Customer')
  stranger = await app.as('Customer', 'Stranger')
  agent = await app.as('Agent')
  manager = await app.as('Manager')
})
afterAll(() => app.stop())

async function report(
  by = customer,
  more: object = {},
): Promise<{ readonly id: string; readonly path: string; readonly etag: string }> {
  const { body, headers, status } = await by.post('/api/tickets', { ...TICKET, ...more })
  expect(body).toMatchObject({ subject: 'Printer' })
  expect(status).toBe(201)
  return { id: body.id, path: `/api/tickets/${body.id}`, etag: headers['etag'] ?? '' }
}

describe('creating', () => {
  test('a customer reports a problem, and what was not sent takes its default', async () => {
    const { body, status, headers } = await customer.post('/api/tickets', TICKET)
    expect(status).toBe(201)
    expect(headers['location']).toBe(`/api/tickets/${body.id}`)
    expect(headers['verbatim-revision']).toBe(revision())
    expect(body).toMatchObject({
      ...TICKET,
      status: 'new',
      priority: 'normal',
      requester: customer.id,
      assignee: null,
      tags: [],
      _version: 1,
      created_at: '2026-11-21T10:00:00.000Z',
      due_at: '2026-11-23T10:00:00.000Z',
      created_by: customer.id,
      hours_to_resolve: null,
    })
    expect(body.number).toMatch(/^HD-\d{5}$/)
    expect(body).not.toHaveProperty('internal_note')
    expect((await customer.get(headers['location'] ?? '')).body).toEqual(body)
  })

  test('a field that is not granted is refused by name, and nothing is stored', async () => {
    const before = (await customer.get('/api/tickets?count=exact')).body.count
    const { body, status } = await customer.post('/api/tickets', {
      ...TICKET,
      requester: stranger.id,
      due_at: '2027-01-01T00:00:00Z',
    })
    expect(status).toBe(422)
    expect(body.code).toBe('invalid')
    expect(body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ['requester', 'not_allowed'],
      ['due_at', 'not_allowed'],
    ])
    expect((await customer.get('/api/tickets?count=exact')).body.count).toBe(before)
  })

  test.each([
    ['id', '01a1fc8f-5911-77a7-88f4-ea17316eee02', 'standard'],
    ['created_by', null, 'standard'],
    ['_version', 7, 'standard'],
    ['status', 'closed', 'state_field'],
    ['number', 'HD-99999', 'computed'],
    ['hours_to_resolve', '1.0', 'computed'],
    ['internal_note', 'x', 'unknown_field'],
    ['no_such_field', 'x', 'unknown_field'],
    ['comments', [{ body: 'nested' }], 'unknown_field'],
    ['__proto__', { polluted: true }, 'unknown_field'],
    ['constructor', { prototype: {} }, 'unknown_field'],
  ])('nobody slips in %s', async (field, value, code) => {
    const sent = `{"subject":"Printer","description":"It does not print.",${JSON.stringify(field)}:${JSON.stringify(value)}}`
    const { body, status } = await customer.post('/api/tickets').set('Content-Type', 'application/json').send(sent)
    expect(status).toBe(422)
    expect(body.errors).toEqual([expect.objectContaining({ field, code })])
    expect({}).not.toHaveProperty('polluted')
  })

  test('all wrong fields are reported at once', async () => {
    const { body, status } = await customer.post('/api/tickets', {
      subject: 'x'.repeat(121),
      priority: 'later',
      tags: 'none',
    })
    expect(status).toBe(422)
    expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'description',
      'priority',
      'subject',
      'tags',
    ])
  })

  test('a rule refuses with its message and the line that says so', async () => {
    const { body, status } = await customer.post('/api/tickets', {
      subject: 'Fire',
      description: 'It burns.',
      priority: 'urgent',
    })
    expect(status).toBe(422)
    expect(body).toEqual({
      type: 'urn:verbatim:URGENT_NEEDS_DETAIL',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'Please describe an urgent problem in at least 40 characters.',
      code: 'URGENT_NEEDS_DETAIL',
      errors: [
        {
          field: 'description',
          code: 'URGENT_NEEDS_DETAIL',
          message: 'Please describe an urgent problem in at least 40 characters.',
          source: { point: 5, ...lineWith('| Urgent tickets say more'), revision: revision() },
        },
      ],
      source: { point: 5, ...lineWith('| Urgent tickets say more'), revision: revision() },
      request: expect.any(String),
    })
  })

  test('a comment on a ticket that the customer may not see is refused as one on no ticket at all', async () => {
    const { id } = await report(stranger)
    const hidden = await customer.post('/api/comments', { ticket: id, body: 'Hello' })
    const missing = await customer.post('/api/comments', {
      ticket: '01a1fc8f-5911-77a7-88f4-ea17316eee02',
      body: 'Hello',
    })
    expect(hidden.status).toBe(422)
    expect({ ...hidden.body, request: '' }).toEqual({ ...missing.body, request: '' })
  })

  test('at most so many open tickets, also when they are all sent at once', async () => {
    const busy = await app.as('Customer', 'Busy')
    const answers = await Promise.all(Array.from({ length: 30 }, () => busy.post('/api/tickets', TICKET)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      code: 'TOO_MANY_OPEN',
      detail: 'You have 20 open tickets. Please wait until one is solved.',
    })
  })

  test('an equal unique value is taken, for each that comes second', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => manager.post('/api/teams', { name: 'Second level' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      errors: [{ field: 'name', code: 'taken' }],
    })
  })
})

describe('changing', () => {
  test('a customer mends a new ticket, and its version goes up by one', async () => {
    const { path, etag } = await report()
    const { body, status, headers } = await customer.patch(path, { subject: 'Scanner' }).set('If-Match', etag)
    expect(status).toBe(200)
    expect(body).toMatchObject({ subject: 'Scanner', _version: 2, updated_by: customer.id })
    expect(headers['etag']).toMatch(/^"2\./)
  })

  test('a change of an old version is refused with both versions', async () => {
    const { path, etag } = await report()
    await customer.patch(path, { subject: 'Scanner' })
    const { body, status } = await customer.patch(path, { subject: 'Fax' }).set('If-Match', etag)
    expect(status).toBe(412)
    expect(body).toMatchObject({
      code: 'changed_meanwhile',
      versions: { given: 1, current: 2 },
      current: { subject: 'Scanner', _version: 2 },
    })
  })

  test('once an agent works on it, the customer changes it no more: 403 with the nearest grant', async () => {
    const { path } = await report()
    await agent.post(`${path}/take`)
    const { body, status } = await customer.patch(path, { subject: 'Scanner' })
    expect(status).toBe(403)
    expect(body).toMatchObject({
      code: 'not_allowed',
      source: { point: 6, ...lineWith('| Customer | Ticket | update') },
    })
  })

  test('a rule on a field is evaluated when that field changes', async () => {
    const { path } = await report()
    await agent.post(`${path}/take`)
    const { body, status } = await agent.patch(path, { due_at: '2020-01-01T00:00:00Z' })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'DUE_TOO_EARLY', errors: [{ field: 'due_at' }] })
  })

  test('write once is once', async () => {
    const { id } = await report()
    const comment = await manager.post('/api/comments', { ticket: id, body: 'First' })
    const { body, status } = await manager.patch(`/api/comments/${comment.body.id}`, { author: agent.id })
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field: 'author', code: 'write_once' })]])
  })

  test('what is deleted is gone, for its comments too, and restored by those who may', async () => {
    const team = await manager.post('/api/teams', { name: 'Short-lived' })
    const path = `/api/teams/${team.body.id}`
    expect((await manager.delete(path)).status).toBe(204)
    expect((await manager.get(path)).status).toBe(404)
    expect((await manager.get('/api/teams?trash=yes')).body.items).toContainEqual(
      expect.objectContaining({ name: 'Short-lived' }),
    )
    expect((await manager.post(`${path}/restore`)).status).toBe(200)
    expect((await manager.get(path)).body.name).toBe('Short-lived')
    expect((await manager.post(`${path}/restore`)).status).toBe(404)
  })

  test('a unique name orders what there is; in the trash, where it may stand twice, no record is passed over', async () => {
    for (const name of ['Twice', 'Thrice', 'Twice', 'Twice']) {
      const { body } = await manager.post('/api/teams', { name }).expect(201)
      await manager.delete(`/api/teams/${body.id}`)
    }
    const read = async (query: string): Promise<readonly string[]> => {
      const { body } = await manager.get(`/api/teams?sort=name&limit=1${query}`).expect(200)
      const names = body.items.map(({ name }: { name: string }) => name)
      return body.next === null
        ? names
        : [...names, ...(await read(`${query.replace(/&after=.*/, '')}&after=${body.next}`))]
    }
    expect(await read('&trash=yes')).toEqual(['Thrice', 'Twice', 'Twice', 'Twice'])
    const { body } = await manager.get('/api/teams?sort=name')
    expect(await read('')).toEqual(body.items.map(({ name }: { name: string }) => name))
  })

  test('what others refer to is not deleted', async () => {
    const person = await manager.get(`/api/people/${agent.id}`)
    expect(person.status).toBe(200)
    const { status, body } = await manager.delete(`/api/tickets/${(await report()).id}`)
    expect([status, body]).toEqual([204, {}])
  })
})

describe('what one may do', () => {
  test('may=yes says it for each field and transition, with the line for what is not', async () => {
    const { path } = await report()
    const { body } = await customer.get(`${path}?may=yes`)
    expect(body._may.update).toMatchObject({ subject: true, description: true, assignee: { code: 'invalid' } })
    expect(body._may.delete).toMatchObject({ allowed: false, refusal: { status: 403 } })
    for (const who of [customer, agent, manager]) {
      const { _may } = (await who.get(`${path}?may=yes`)).body
      expect(_may.history.allowed).toBe((await who.get(`${path}/history`)).status === 200)
    }
    expect(Object.keys(body._may.transitions).toSorted()).toEqual(['answer', 'reopen'])
    expect(body._may.transitions.reopen).toMatchObject({
      allowed: false,
      refusal: { code: 'conflict', state: 'new', cites: { point: 4 } },
    })
    const seen = (await agent.get(`${path}?may=yes`)).body._may
    expect(seen.transitions.take).toEqual({ allowed: true })
    expect(seen.transitions).not.toHaveProperty('close')
  })
})

describe('history', () => {
  test('says who changed what, by which transition, under which line, as far as the reader may see', async () => {
    const { path } = await report()
    await customer.patch(path, { subject: 'Scanner' })
    await agent.post(`${path}/take`)
    await agent.patch(path, { internal_note: 'Old device' })
    const { body, status } = await agent.get(`${path}/history`)
    expect(status).toBe(200)
    expect(body.items.map(({ event }: { event: string }) => event)).toEqual([
      'changed',
      'transition',
      'changed',
      'created',
    ])
    expect(body.items[1]).toMatchObject({
      transition: 'take',
      by: { id: agent.id, name: 'Agent 1' },
      changes: { status: ['new', 'open'], assignee: [null, agent.id] },
      source: { point: 4, ...lineWith('| take | new') },
    })
    expect(body.items[2]).toMatchObject({ changes: { subject: ['Printer', 'Scanner'] } })
    expect((await customer.get(`${path}/history`)).status).toBe(403)
    const first = await agent.get(`${path}/history?limit=2`)
    expect((await agent.get(`${path}/history?limit=2&after=${first.body.next}`)).body.items).toEqual(
      body.items.slice(2),
    )
  })
})

describe('the same request twice', () => {
  test('with a key happens once, also across a restart', async () => {
    const other = await startApp(HELPDESK)
    const sender = await other.as('Customer')
    const send = (by: Caller, body: object) => by.post('/api/tickets', body).set('Idempotency-Key', 'one')
    const first = await send(sender, TICKET)
    const again = await send(sender, TICKET)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect((await send(sender, { ...TICKET, subject: 'Other' })).status).toBe(422)
    const twins = await Promise.all(
      Array.from({ length: 20 }, () => sender.post('/api/tickets', TICKET).set('Idempotency-Key', 'twins')),
    )
    expect(new Set(twins.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
    expect(twins.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const stranger2 = await other.as('Customer', 'Other')
    expect((await send(stranger2, TICKET)).body.id).not.toBe(first.body.id)
    const restarted = await other.restart()
    const replay = await restarted.anyone
      .post('/api/tickets')
      .set('Authorization', `Bearer ${sender.token}`)
      .set('Idempotency-Key', 'one')
      .send(TICKET)
    expect([replay.status, replay.body.id]).toEqual([201, first.body.id])
    restarted.clock.now += 25 * 3_600_000
    const late = await restarted.anyone
      .post('/api/tickets')
      .set('Authorization', `Bearer ${sender.token}`)
      .set('Idempotency-Key', 'one')
      .send(TICKET)
    expect(late.body.id).not.toBe(first.body.id)
    await restarted.stop()
  })
})
