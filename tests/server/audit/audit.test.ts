// What is noted, who may read it, and that no call can write it.
// @module-tag V05
// @module-tag call/get/system/audit/export
// @module-tag call/get/system/audit
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSurfaces } from '../../helpers/list-surfaces.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

interface Item {
  readonly number: number
  readonly event: string
  readonly by: { readonly id: string; readonly name?: string } | null
  readonly subject: { readonly id: string; readonly name?: string } | null
  readonly detail: { readonly [name: string]: unknown }
  readonly address: string | null
  readonly revision: string
}

let app: TestApp
let administrator: Caller
let manager: Caller
let customer: Caller
let ticket: string
beforeAll(async () => {
  app = await startApp(HELPDESK)
  administrator = await app.as('Administrator')
  manager = await app.as('Manager')
  customer = await app.as('Customer')
  ticket = (await customer.post('/api/tickets', TICKET)).body.id
})
afterAll(() => app.stop())

async function audit(parameters = ''): Promise<readonly Item[]> {
  const { body, status } = await administrator.get(`/api/system/audit${parameters}`)
  expect(status).toBe(200)
  return body.items
}

/** Runs a function and returns what was noted while it ran, oldest first. */
async function notedBy(run: () => Promise<unknown>): Promise<readonly Item[]> {
  const [before] = await audit('?limit=1')
  await run()
  return (await audit('?limit=1000')).filter(({ number }) => number > (before?.number ?? 0)).toReversed()
}

describe('the audit notes', () => {
  test('who signed in, who could not, and who signed out, and from where', async () => {
    const credentials = { email: 'customer.1@example.com', password: 'password of Customer 1' }
    const noted = await notedBy(async () => {
      await app.anyone.post('/api/auth/sign-in').send({ ...credentials, password: 'a wrong one' })
      await app.anyone.post('/api/auth/sign-in').send({ ...credentials, email: 'nobody@example.com' })
      const { body } = await app.anyone.post('/api/auth/sign-in').send(credentials)
      await app.anyone.post('/api/auth/sign-out').set('Authorization', `Bearer ${body.token}`)
    })
    expect(noted).toMatchObject([
      { event: 'sign_in_failed', by: null, subject: { id: customer.id }, address: '127.0.0.1' },
      { event: 'sign_in_failed', by: null, subject: null, address: '127.0.0.1' },
      { event: 'sign_in', by: { id: customer.id }, detail: { way: 'password' }, address: '127.0.0.1' },
      { event: 'sign_out', by: { id: customer.id } },
    ])
    expect(JSON.stringify(noted)).not.toMatch(/a wrong one|password of|nobody@/)
  })

  test('writes that are refused for lack of rights, by a state or by a rule, and nothing of what they held', async () => {
    const canary = 'a canary that nobody may keep'
    const noted = await notedBy(async () => {
      await customer.patch(`/api/tickets/${ticket}`, { priority: 'urgent', subject: canary })
      await customer.post(`/api/tickets/${ticket}/resolve`, { resolution: canary })
      await manager.post(`/api/tickets/${ticket}/reopen`, { reason: canary })
      await customer.post('/api/teams', { name: canary })
      await customer.delete('/api/tickets/019aa5c0-0000-7000-8000-00000000ffff')
    })
    expect(
      noted.map(({ event, by, detail }) => [event, by?.id, detail['method'], detail['status'], detail['code']]),
    ).toEqual([
      ['write_refused', customer.id, 'PATCH', 422, 'invalid'],
      ['write_refused', customer.id, 'POST', 403, 'not_allowed'],
      ['write_refused', manager.id, 'POST', 409, 'conflict'],
      ['write_refused', customer.id, 'POST', 403, 'not_allowed'],
      ['write_refused', customer.id, 'DELETE', 404, 'not_found'],
    ])
    expect(noted[1]?.detail['line']).toBeGreaterThan(100)
    expect(noted.every(({ revision }) => revision === app.dependencies.current.running.revision)).toBe(true)
    expect(JSON.stringify(noted)).not.toContain(canary)
  })

  test('neither reads, nor what is malformed or missing, nor what succeeds', async () => {
    const noted = await notedBy(async () => {
      await customer.get('/api/tickets/019aa5c0-0000-7000-8000-00000000ffff')
      await customer.get('/api/system/audit')
      await customer.post('/api/tickets', { subject: '' })
      await customer.post('/api/tickets', { colour: 'red' })
      await app.anyone.post('/api/tickets').send(TICKET)
      await customer.post('/api/tickets', TICKET)
    })
    expect(noted).toEqual([])
  })

  test('roles given and taken, people shut out and let in, by every actor and in every way', async () => {
    const person = await app.as('Customer', 'Somebody')
    const noted = await notedBy(async () => {
      await manager.patch(`/api/people/${person.id}`, { roles: ['Customer', 'Agent'] })
      await administrator.patch(`/api/people/${person.id}`, { roles: ['Customer'], active: false })
      await administrator.patch(`/api/people/${person.id}`, { active: true })
      await administrator.patch(`/api/people/${person.id}`, { name: 'Another name' })
      await administrator.delete(`/api/people/${person.id}`)
    })
    const subject = { id: person.id }
    expect(noted).toMatchObject([
      {
        event: 'roles_changed',
        by: { id: manager.id },
        subject,
        detail: { before: ['Customer'], after: ['Customer', 'Agent'] },
      },
      { event: 'roles_changed', by: { id: administrator.id }, subject, detail: { after: ['Customer'] } },
      { event: 'person_deactivated', by: { id: administrator.id }, subject },
      { event: 'person_activated', subject },
      { event: 'person_removed', subject },
    ])
  })

  test('invitations, and who came by them', async () => {
    const noted = await notedBy(async () => {
      const { body } = await administrator.post('/api/auth/invitations', { roles: ['Agent'] })
      const fields = { name: 'Ina', email: 'ina@example.com', password: 'a long sentence' }
      await app.anyone.post('/api/auth/sign-up').send({ ...fields, invitation: body.invitation })
      expect(JSON.stringify(await audit())).not.toContain(body.invitation)
    })
    expect(noted.filter(({ event }) => event !== 'person_created')).toMatchObject([
      { event: 'invited', by: { id: administrator.id }, detail: { roles: ['Agent'] } },
      { event: 'sign_up', detail: { invited: true, roles: ['Agent'] } },
    ])
  })
})

describe('nobody gives a role above their own', { tags: 'P15' }, () => {
  const asks: readonly [string, () => Promise<{ status: number; body: { code: string } }>][] = [
    ['to themselves', () => manager.patch(`/api/people/${manager.id}`, { roles: ['Administrator'] })],
    ['to another', () => manager.patch(`/api/people/${customer.id}`, { roles: ['Manager'] })],
    ['to a new person', () => manager.post('/api/people', { name: 'N', email: 'n@example.com', roles: ['Manager'] })],
    ['by an invitation', () => manager.post('/api/auth/invitations', { roles: ['Administrator'] })],
    ['of administrators, as a customer', () => customer.post('/api/auth/invitations', { roles: ['Agent'] })],
  ]
  test.each(asks)('%s: 403, and an entry in the audit', async (_, ask) => {
    let status = 0
    const noted = await notedBy(async () => {
      status = (await ask()).status
    })
    expect(status).toBe(403)
    expect(noted).toMatchObject([{ event: 'write_refused', detail: { status: 403, code: 'not_allowed' } }])
  })
})

describe('the audit is read', () => {
  test('only by administrators', async () => {
    expect((await manager.get('/api/system/audit')).status).toBe(403)
    expect((await app.anyone.get('/api/system/audit')).status).toBe(401)
  })

  test('by the name that an event has now; what was stored under a former one keeps it, as its hash is of it', async () => {
    const { storage, current } = app.dependencies
    const { revision } = current.running
    const entry = { event: 'letter_dismissed', at: '2026-01-01T00:00:00.000Z', by: null, revision }
    await storage.write((transaction) => transaction.appendAudit(entry))
    expect((await audit('?event=mail_dismissed')).map(({ event }) => event)).toEqual(['mail_dismissed'])
    expect((await administrator.get('/api/system/audit?event=letter_dismissed')).status).toBe(400)
    expect(await storage.database.audit({ events: ['letter_dismissed'], limit: 2 })).toMatchObject([entry])
  })

  test('by event, by person, and page by page without a gap', async () => {
    expect(new Set((await audit('?event=sign_in')).map(({ event }) => event))).toEqual(new Set(['sign_in']))
    for (const { by, subject } of await audit(`?person=${customer.id}`))
      expect([by?.id, subject?.id]).toContain(customer.id)
    const numbers: number[] = []
    let after: string | null = null
    do {
      const { body } = await administrator.get(`/api/system/audit?limit=5${after === null ? '' : `&after=${after}`}`)
      numbers.push(...(body.items as Item[]).map(({ number }) => number))
      after = body.next
    } while (after !== null)
    expect(numbers.toReversed()).toEqual(numbers.map((_, at) => at + 1))
    const { body } = await administrator.get('/api/system/audit?limit=1')
    expect(body.head).toEqual({ number: numbers.length, hash: body.items[0].hash })
  })

  test.each(['?event=nothing', '?colour=red', '?limit=0', '?after=xyz'])('%s is refused', async (parameters) => {
    expect((await administrator.get(`/api/system/audit${parameters}`)).status).toBe(400)
  })
})

test('no call can write it: there are none but those that read, and no entity of that name', async () => {
  expect(listSurfaces().filter((surface) => surface.includes('audit'))).toEqual([
    'GET /system/audit',
    'GET /system/audit/export',
  ])
  for (const method of ['post', 'patch', 'delete'] as const)
    expect((await administrator[method]('/api/system/audit', {})).status).toBe(405)
  expect((await administrator.get('/api/audit')).status).toBe(404)
})

test('a flood of refusals does not become a flood of entries, and none is left out of the count', async () => {
  const flooder = await app.as('Customer', 'Flooder')
  const noted = await notedBy(async () => {
    await Promise.all(Array.from({ length: 160 }, () => flooder.post('/api/teams', { name: 'x' })))
  })
  expect(noted).toHaveLength(23)
  expect(noted.slice(20).map(({ detail }) => detail['times'])).toEqual([20, 40, 80])
  app.clock.now += 11 * 60 * 1000
  const later = await notedBy(async () => {
    for (let at = 0; at < 3; at++) await flooder.post('/api/teams', { name: 'x' })
  })
  expect(later.map(({ detail }) => detail['times'])).toEqual([undefined, undefined, undefined])
})

describe('the export of the audit', () => {
  const lines = async (parameters = '') => {
    const { text, headers } = await administrator.get(`/api/system/audit/export${parameters}`).buffer(true).expect(200)
    expect(headers['content-type']).toMatch(/^application\/x-ndjson/)
    expect(headers['content-length']).toBeUndefined()
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Item & { readonly previous: string })
  }

  test('has every entry on a line of its own, the oldest first, and is noted itself', async () => {
    const known = (await audit('?limit=1000')).toReversed()
    const exported = await lines()
    expect(exported.map(({ number }) => number)).toEqual(known.map(({ number }) => number))
    expect(exported[0]).toMatchObject({ number: 1, previous: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const [note] = await audit('?event=exported&limit=1')
    expect(note).toMatchObject({ by: { id: administrator.id }, detail: { format: 'ndjson' }, address: '127.0.0.1' })
    expect(note?.number).toBeGreaterThan(exported.at(-1)?.number ?? 0)
    const last = exported.at(-1)?.number ?? 0
    expect((await lines(`?after=${last}`)).map(({ number }) => number)).toEqual([last + 1])
    expect((await lines('?event=exported')).map(({ event }) => event)).toEqual(['exported', 'exported'])
  })

  test('is refused as a problem before its first byte', async () => {
    const { status, headers, body } = await customer.get('/api/system/audit/export')
    expect([status, body.code]).toEqual([403, 'not_allowed'])
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    expect((await administrator.get('/api/system/audit/export?event=none')).status).toBe(400)
    expect((await app.anyone.get('/api/system/audit/export')).status).toBe(401)
  })
})
