// Why not: the call's own decision, the line that says so, what would have to be true and who could do it; and what is not disclosed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { HELPDESK, lineWith, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const NEVER = '019aa5c0-0000-7000-8000-00000000ffff'

let app: TestApp
let administrator: Caller
let agent: Caller
let customer: Caller
let other: Caller
let ticket: string
beforeAll(async () => {
  app = await startApp(HELPDESK)
  administrator = await app.as('Administrator')
  agent = await app.as('Agent')
  customer = await app.as('Customer')
  other = await app.as('Customer', 'Other customer')
  ticket = (await customer.post('/api/tickets', TICKET)).body.id
  await agent.post(`/api/tickets/${ticket}/take`)
})
afterAll(() => app.stop())

async function countTickets(): Promise<number> {
  return (await customer.get('/api/tickets?count=exact')).body.count
}

async function explain(asker: Caller, call: object, person?: string): Promise<ExplainBody> {
  const { body, status } = await asker.post('/api/system/explain', {
    call,
    ...(person === undefined ? {} : { person }),
  })
  expect([status, body]).toMatchObject([200, {}])
  return body as ExplainBody
}

describe('an explanation', () => {
  test('of what is allowed says so, and does not do it', async () => {
    const mine = (await customer.post('/api/tickets', TICKET)).body.id
    const before = (await customer.get(`/api/tickets/${mine}`)).text
    const call = { method: 'PATCH', path: `/api/tickets/${mine}`, body: { subject: 'Another subject' } }
    expect(await explain(customer, call)).toMatchObject({ allowed: true, status: 200 })
    expect((await customer.get(`/api/tickets/${mine}`)).text).toBe(before)
    const count = await countTickets()
    const made = await explain(customer, { method: 'POST', path: '/api/tickets', body: TICKET })
    expect([made.allowed, made.status, made.steps.every(({ met }) => met)]).toEqual([true, 201, true])
    expect(await countTickets()).toBe(count)
  })

  test('of a transition that is for others cites its line, with what would have to be true and who could', async () => {
    const { line, text } = lineWith('| resolve |')
    const call = { method: 'POST', path: `/api/tickets/${ticket}/resolve`, body: { resolution: 'Done.' } }
    const told = await explain(administrator, call, customer.id)
    expect(told).toMatchObject({
      allowed: false,
      status: 403,
      refusal: { code: 'not_allowed', source: { point: 4, line, text } },
      remedy: {
        ways: [
          {
            who: 'Agent',
            source: { point: 4, line },
            conditions: [
              { text: 'Status is open or waiting', met: true },
              { text: 'assignee == me', met: false },
            ],
          },
        ],
        people: [{ id: agent.id, name: 'Agent 1' }],
      },
    })
    expect(told.steps.at(-1)).toEqual({ what: 'Point 6 or 4 lets this person do it', met: false })
    expect(told.steps.slice(0, -1).every(({ met }) => met)).toBe(true)
  })

  test('of a rule shows which part of it is false for the record as it would be', async () => {
    const call = {
      method: 'POST',
      path: '/api/tickets',
      body: { ...TICKET, priority: 'urgent', description: 'Short.' },
    }
    const count = await countTickets()
    const told = await explain(customer, call)
    expect(told).toMatchObject({ allowed: false, status: 422 })
    const rule = lineWith(told.remedy?.ways?.[0]?.source.text ?? '-')
    expect(told.refusal?.source?.line).toBe(rule.line)
    expect(told.remedy?.ways?.[0]?.conditions[0]?.met).toBe(false)
    expect(told.steps.at(-1)).toEqual({ what: 'The Ticket obeys the rules of point 5', met: false })
    expect(await countTickets()).toBe(count)
  })

  test('of a wrong state says which states it can be done from', async () => {
    const told = await explain(agent, { method: 'POST', path: `/api/tickets/${ticket}/take` })
    expect(told).toMatchObject({ allowed: false, status: 409, refusal: { state: 'open' } })
    expect(told.remedy?.ways?.[0]?.conditions[0]).toEqual({
      text: 'Status is new',
      words: 'Status is new',
      met: false,
      parts: [],
    })
  })

  test('of a field that is not granted names the lines that grant it', async () => {
    const fresh = (await customer.post('/api/tickets', TICKET)).body.id
    const call = { method: 'PATCH', path: `/api/tickets/${fresh}`, body: { priority: 'low' } }
    const told = await explain(administrator, call, customer.id)
    expect(told).toMatchObject({ allowed: false, status: 422, refusal: { errors: [{ field: 'priority' }] } })
    expect(told.remedy?.ways?.map(({ who }) => who)).toContain('Agent')
    expect(told.remedy?.roles).toContain('Agent')
  })
})

describe('why a field is missing', () => {
  test('is shown to administrators, field by field, with the line', async () => {
    const call = { method: 'GET', path: `/api/tickets/${ticket}` }
    const { reading } = await explain(administrator, call, customer.id)
    const shown = Object.keys((await customer.get(`/api/tickets/${ticket}`)).body)
    expect(
      reading?.fields
        .filter((field) => field.shown)
        .map(({ field }) => field)
        .toSorted(),
    ).toEqual(shown.toSorted())
    const absent = reading?.fields.filter((field) => !field.shown) ?? []
    expect(absent.length).toBeGreaterThan(0)
    for (const field of absent)
      expect([field.why, field.source?.point], field.field).toEqual([expect.any(String), expect.any(Number)])
  })

  test('is not shown to the person: a field that may not be read does not exist', async () => {
    const { reading } = await explain(customer, { method: 'GET', path: `/api/tickets/${ticket}` })
    const shown = Object.keys((await customer.get(`/api/tickets/${ticket}`)).body)
    expect(reading?.fields.map(({ field }) => field).toSorted()).toEqual(shown.toSorted())
  })

  test('of a list says which rows and fields, and the lines that give them', async () => {
    const told = await explain(administrator, { method: 'GET', path: '/api/tickets?limit=5' }, customer.id)
    expect(told).toMatchObject({ allowed: true, status: 200, reading: { rows: 'some' } })
    expect(told.remedy?.ways?.find(({ who }) => who === 'Customer')?.conditions).toEqual([
      { text: 'requester == me', words: 'you are its requester', parts: [] },
    ])
    expect(told.reading?.fields.find(({ field }) => field === 'internal_note')).toMatchObject({ shown: false })
    const own = await explain(customer, { method: 'GET', path: '/api/tickets' })
    expect([own.remedy, own.reading?.fields.some(({ shown }) => !shown)]).toEqual([undefined, false])
  })

  test('of a record that is named by a unique field is explained alike', async () => {
    const { number } = (await customer.get(`/api/tickets/${ticket}`)).body
    const call = { method: 'GET', path: `/api/tickets/number/${number}` }
    const byId = await explain(administrator, { method: 'GET', path: `/api/tickets/${ticket}` }, customer.id)
    expect((await explain(administrator, call, customer.id)).reading).toEqual(byId.reading)
    const hidden = await other.post('/api/system/explain', { call })
    const never = await other.post('/api/system/explain', { call: { ...call, path: '/api/tickets/number/HD-99999' } })
    expect([hidden.body.status, hidden.text]).toEqual([404, never.text])
  })

  test('of a record that is not there for somebody: administrators learn what would show it', async () => {
    const told = await explain(administrator, { method: 'GET', path: `/api/tickets/${ticket}` }, other.id)
    expect(told).toMatchObject({ allowed: false, status: 404, reading: { rows: 'some', fields: [] } })
    const way = told.remedy?.ways?.find(({ who }) => who === 'Customer')
    expect(way?.conditions).toMatchObject([{ text: 'requester == me', met: false }])
    expect(told.remedy?.people?.map(({ id }) => id)).toContain(customer.id)
  })
})

describe('an explanation discloses no more than the call itself', () => {
  const calls: readonly [string, (id: string) => object][] = [
    ['reading', (id) => ({ method: 'GET', path: `/api/tickets/${id}` })],
    ['changing', (id) => ({ method: 'PATCH', path: `/api/tickets/${id}`, body: { subject: 'X' } })],
    ['a transition of', (id) => ({ method: 'POST', path: `/api/tickets/${id}/answer`, body: { reply: 'X' } })],
    ['deleting', (id) => ({ method: 'DELETE', path: `/api/tickets/${id}` })],
    ['the history of', (id) => ({ method: 'GET', path: `/api/tickets/${id}/history` })],
  ]
  test.each(calls)('%s a record that may not be read is explained as one that never was', async (_, callOn) => {
    const hidden = await other.post('/api/system/explain', { call: callOn(ticket) })
    const never = await other.post('/api/system/explain', { call: callOn(NEVER) })
    expect(hidden.status).toBe(200)
    expect(hidden.body).toMatchObject({ allowed: false, status: 404 })
    expect(hidden.text).toBe(never.text)
  })

  test('others are explained only to administrators', async () => {
    const call = { method: 'GET', path: '/api/tickets' }
    expect((await agent.post('/api/system/explain', { call, person: customer.id })).status).toBe(403)
    expect((await agent.post('/api/system/explain', { call, person: agent.id })).status).toBe(200)
    expect((await app.anyone.post('/api/system/explain').send({ call })).status).toBe(401)
    const nobody = await administrator.post('/api/system/explain', { call, person: NEVER })
    expect([nobody.status, nobody.body.errors[0].field]).toEqual([422, 'person'])
  })

  test('where lines are not cited, neither they nor their words are shown', async () => {
    const closed = await startApp(HELPDESK.replace(/^- sign-up:/m, '- citations: nobody\n- sign-up:'))
    const person = await closed.as('Customer')
    const mine = (await person.post('/api/tickets', TICKET)).body.id
    const told = await explain(person, {
      method: 'POST',
      path: `/api/tickets/${mine}/resolve`,
      body: { resolution: 'X' },
    })
    expect([told.status, told.remedy, told.refusal?.source, told.refusal?.remedy]).toEqual([
      403,
      { advice: expect.any(String) },
      undefined,
      undefined,
    ])
    await closed.stop()
  })

  test('the value of a condition is shown to those who may read all that it reads, and who else could, to administrators', async () => {
    const secret = await startApp(
      documentOf({
        1: 'Letters.',
        3: '### Letter\n\n| field | type | notes |\n|---|---|---|\n| subject | text | required |\n| sealed | yes/no | default no |',
        6: '| role | is |\n|---|---|\n| Clerk | One who writes |\n\n| role | entity | may | where | fields |\n|---|---|---|---|---|\n| Clerk | Letter | read, create | | subject |\n| Clerk | Letter | update | `sealed == false and subject != "x"` | subject |',
      }),
    )
    const clerk = await secret.as('Clerk')
    const keeper = await secret.as('Administrator')
    const { id } = (await keeper.post('/api/letters', { subject: 'x', sealed: true })).body
    const call = { method: 'PATCH', path: `/api/letters/${id}`, body: { subject: 'y' } }
    const own = await explain(clerk, call)
    expect(own.remedy?.ways?.[0]?.conditions).toEqual([
      {
        text: 'sealed == false and subject != "x"',
        words: 'sealed is no and subject is not “x”',
        parts: [
          { text: 'sealed == false', words: 'sealed is no' },
          { text: 'subject != "x"', words: 'subject is not “x”', met: false },
        ],
      },
    ])
    expect([own.remedy?.roles, own.remedy?.people]).toEqual([undefined, undefined])
    const told = await explain(keeper, call, clerk.id)
    expect(told.remedy?.ways?.[0]?.conditions[0]?.parts).toMatchObject([
      { text: 'sealed == false', met: false },
      { text: 'subject != "x"', met: false },
    ])
    expect(told.remedy?.roles).toEqual(['Administrator'])
    await secret.stop()
  })

  test('what is no call of the API is not explained', async () => {
    const answer = await administrator.post('/api/system/explain', { call: { method: 'GET', path: '/elsewhere' } })
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed'])
  })
})

test('an explanation says of every call what the call itself then answers, for everybody and in every state', async () => {
  const manager = await app.as('Manager')
  const people: readonly Caller[] = [
    customer,
    other,
    agent,
    await app.as('Agent', 'Second agent'),
    manager,
    administrator,
  ]
  const tickets: string[] = []
  for (const _ of people) tickets.push((await customer.post('/api/tickets', TICKET)).body.id)
  const ticket = app.dependencies.current.running.model.entities.get('Ticket')
  const bodies: { readonly [transition: string]: object } = {
    assign: { agent: agent.id },
    ask: { question: 'Which one?' },
    answer: { reply: 'The left one.' },
    resolve: { resolution: 'Done.' },
    reopen: { reason: 'No.' },
  }
  const transitions = [...(ticket?.transitions.keys() ?? [])].map((name) => (id: string) => ({
    method: 'POST',
    path: `/api/tickets/${id}/${name}`,
    body: bodies[name] ?? {},
  }))
  const calls: readonly ((id: string) => { method: string; path: string; body?: object })[] = [
    (id) => ({ method: 'GET', path: `/api/tickets/${id}` }),
    (id) => ({ method: 'GET', path: `/api/tickets/${id}/history` }),
    (id) => ({ method: 'PATCH', path: `/api/tickets/${id}`, body: { subject: 'Another' } }),
    (id) => ({ method: 'PATCH', path: `/api/tickets/${id}`, body: { priority: 'urgent', description: 'Short' } }),
    (id) => ({ method: 'PATCH', path: `/api/tickets/${id}`, body: { status: 'closed' } }),
    ...transitions,
    (id) => ({ method: 'DELETE', path: `/api/tickets/${id}` }),
    (id) => ({ method: 'POST', path: `/api/tickets/${id}/restore` }),
    () => ({ method: 'POST', path: '/api/teams', body: { name: 'A team' } }),
    () => ({ method: 'GET', path: '/api/people' }),
    () => ({ method: 'GET', path: '/api/tickets?filter=internal_note == "x"' }),
  ]
  const statuses = new Set<number>()
  for (const [at, id] of tickets.entries()) {
    for (const [turn, callOn] of calls.entries()) {
      const call = callOn(id)
      const person = people[(at + turn) % people.length] ?? customer
      const told = await explain(administrator, call, person.id)
      const own = await explain(person, call)
      const send = call.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'
      const { status, body } = await person[send](call.path, call.body as object)
      statuses.add(status)
      expect([told.status, own.status], `${call.method} ${call.path}`).toEqual([status, status])
      expect([told.refusal?.code, own.refusal?.code], call.path).toEqual([body.code, body.code])
    }
  }
  expect(statuses).toEqual(new Set([200, 201, 204, 400, 403, 404, 409, 422]))
})

test('an explanation is nothing that the audit speaks of, and leaves nothing in the history', async () => {
  const before = (await administrator.get('/api/system/audit?limit=1')).body.head
  const history = (await agent.get(`/api/tickets/${ticket}/history`)).text
  await explain(customer, { method: 'DELETE', path: `/api/tickets/${ticket}` })
  await explain(agent, { method: 'POST', path: `/api/tickets/${ticket}/resolve`, body: { resolution: 'X' } })
  expect((await administrator.get('/api/system/audit?limit=1')).body.head).toEqual(before)
  expect((await agent.get(`/api/tickets/${ticket}/history`)).text).toBe(history)
})
