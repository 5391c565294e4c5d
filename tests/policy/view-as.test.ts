// Viewing as somebody else: the administrator sees to the byte what that person sees, on every surface, and can write on none.
// @module-tag P01
// @module-tag call/post/auth/view-as
// @module-tag call/delete/auth/view-as
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSurfaces } from '../helpers/list-surfaces.ts'
import { createSession } from '../helpers/create-account.ts'
import { HELPDESK, TICKET } from '../apps/helpdesk.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'
import { holdForRandom } from './hold-for-random.ts'
import { seed } from '../seed-random-tests.ts'
import type { Row } from './entities.ts'
import { createOracle } from './oracle.ts'
import type { Answer, PolicyApp } from './policy-app.ts'
import { startWorld } from './policy-app.ts'
import { oneOf } from './random/random-condition.ts'
import { randomHistory } from './random/random-history.ts'
import { makeId, MOMENT, randomWorld } from './random/random-world.ts'
import { LIST_SURFACES } from './surfaces/list-surfaces.ts'
import { RECORD_SURFACES } from './surfaces/record-surfaces.ts'

/** `npm run test:policy` asks in many. */
const WORLDS = process.env['POLICY_PAIRS'] === undefined ? 3 : 30
const QUESTIONS_PER_WORLD = 120

/** Surfaces that a person can read beside records, without sessions, since one of them makes the request. */
const OWN_SURFACES = ['/api/spec', '/api/openapi.json', '/api/system/inbox', '/api/system/docs', '/api/auth/tokens']

test(`an administrator who views as a person is answered as that person is, surface by surface (seed ${seed})`, async () => {
  const surfaces = new Set<string>()
  await holdForRandom(WORLDS, async (pick) => {
    const world = randomWorld(pick)
    const history = randomHistory(pick, world)
    const app = await startWorld(world, history)
    try {
      const me = oneOf(
        pick,
        (world.rows['Person'] ?? []).filter((row) => row['active'] !== false && !isAdministrator(row)),
      )
      const administrator = await addAdministrator(app)
      const started = await administrator('POST', '/api/auth/view-as', { person: me.id })
      expect([started.status, started.text]).toEqual([204, ''])
      const oracle = createOracle(world, me)
      const weighted = [...Object.keys(RECORD_SURFACES), ...Object.keys(LIST_SURFACES).map(() => 'GET /:entity')]
      for (let asked = 0; asked < QUESTIONS_PER_WORLD; asked++) {
        const surface = oneOf(pick, weighted)
        surfaces.add(surface)
        const entity = oneOf(pick, [...world.entities.values()])
        const { path } = RECORD_SURFACES[surface]?.({ pick, world, history, oracle, entity }) ?? { path: '' }
        const [own, viewed] = [await app.ask(me, path), await administrator('GET', path)]
        expect(bare(viewed), `${app.document}\nGET ${path} as ${JSON.stringify(me)}`).toEqual(bare(own))
      }
      for (const path of OWN_SURFACES)
        expect(bare(await administrator('GET', path)), path).toEqual(bare(await app.ask(me, path)))
      const [own, viewed] = [await app.ask(me, '/api/auth/me'), await administrator('GET', '/api/auth/me')]
      const { viewing, ...rest } = JSON.parse(viewed.text) as { viewing: unknown; policy: string }
      const known = JSON.parse(own.text) as { policy: string }
      expect([rest, viewing]).toEqual([
        { ...known, policy: `${known.policy}-v` },
        { by: 'Adm', as: { person: me.id } },
      ])
    } finally {
      await app.stop()
    }
  })
  expect([...surfaces].toSorted()).toEqual(Object.keys(RECORD_SURFACES).toSorted())
})

type Ask = (method: string, path: string, body?: object) => Promise<Answer>

async function addAdministrator(app: PolicyApp): Promise<Ask> {
  const { storage } = app.dependencies
  const id = makeId(0xadadad)
  const standard = { created_at: MOMENT, updated_at: MOMENT, created_by: null, updated_by: null, _version: 1 }
  const own = { name: 'Adm', email: 'adm@example.com', roles: ['Administrator'], active: true }
  const others = { team: null, home: null }
  await storage.write((transaction) => transaction.insert('Person', { ...standard, ...own, ...others, id }))
  const token = await createSession(app.dependencies, id, MOMENT)
  return (method, path, body) =>
    app.ask(null, path, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    })
}

function isAdministrator(row: Row): boolean {
  return JSON.stringify(row['roles']).includes('Administrator')
}

/** Without what differs between any two answers. */
function bare({ status, text, headers }: Answer): object {
  // That somebody views is marked in each answer, to the client that has to show it.
  const { date: _, 'x-request-id': __, 'content-security-policy': ___, 'verbatim-policy': ____, ...rest } = headers
  return {
    status,
    text: text
      .replace(/"request":"[^"]*"/, '')
      .replace(/<footer>.*<\/footer>/, '')
      .replaceAll(/nonce="[^"]*"/g, ''),
    headers: { ...rest, 'content-length': undefined },
  }
}

describe('while an administrator views', () => {
  let app: TestApp
  let administrator: Caller
  let customer: Caller
  let ticket: string
  beforeAll(async () => {
    app = await startApp(HELPDESK)
    administrator = await app.as('Administrator')
    customer = await app.as('Customer')
    ticket = (await customer.post('/api/tickets', TICKET)).body.id
  })
  afterAll(() => app.stop())

  async function events(): Promise<readonly { event: string; by: { id: string }; subject: { id: string } | null }[]> {
    const { body } = await (await app.as('Administrator', 'Auditor')).get('/api/system/audit?limit=20')
    return body.items
  }

  /** Calls that change nothing of the application. */
  const HARMLESS = new Set(['POST /auth/sign-out', 'DELETE /auth/view-as', 'POST /system/explain', 'POST /mcp'])

  test('every write of the API is refused, on every surface that the router has', async () => {
    expect((await administrator.post('/api/auth/view-as', { person: customer.id })).status).toBe(204)
    const writes = listSurfaces().filter((surface) => !surface.startsWith('GET ') && !HARMLESS.has(surface))
    expect(writes.length).toBeGreaterThan(25)
    for (const surface of writes) {
      const [method = '', pattern = ''] = surface.split(' ')
      const path = pattern
        .replace(':entity/:id/:transition', `tickets/${ticket}/close`)
        .replace(':entity/:transition', 'tickets/report')
        .replace(':entity', 'tickets')
        .replace(':id', ticket)
      const send = method.toLowerCase() as 'post' | 'patch' | 'delete'
      const { status, body } = await administrator[send](`/api${path}`, {})
      // Where the helpdesk has no such path there is nothing to be refused.
      if (pattern === '/:entity/:transition') expect([403, 404, 405]).toContain(status)
      else expect([status, body.code], surface).toEqual([403, 'view_only'])
    }
    expect((await customer.get(`/api/tickets/${ticket}`)).body._version).toBe(1)
    expect((await events()).filter(({ event }) => event === 'write_refused')[0]).toMatchObject({
      by: { id: administrator.id },
    })
    await administrator.delete('/api/auth/view-as')
  })

  test('an agent’s tools read as that person, and write nothing', async () => {
    await administrator.post('/api/auth/view-as', { person: customer.id })
    const call = async (name: string, given: object) => {
      const params = { name, arguments: given }
      const { body } = await administrator.post('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      return [body.result.isError === true, JSON.parse(body.result.content[0].text)]
    }
    expect(await call('read_Ticket', { id: ticket })).toEqual([false, expect.objectContaining({ id: ticket })])
    const [isError, refusal] = await call('update_Ticket', {
      id: ticket,
      body: { subject: 'Changed' },
      if_match: '"1"',
    })
    expect([isError, refusal.code]).toEqual([true, 'view_only'])
    expect((await customer.get(`/api/tickets/${ticket}`)).body._version).toBe(1)
    await administrator.delete('/api/auth/view-as')
  })

  test('the beginning and the end are in the audit, and the end gives back what was before', async () => {
    await administrator.post('/api/auth/view-as', { person: customer.id })
    expect((await administrator.get('/api/auth/me')).body).toMatchObject({
      person: { id: customer.id },
      administrator: false,
      viewing: { by: 'Administrator 1', as: { person: customer.id } },
    })
    expect((await administrator.get('/api/system/audit')).status).toBe(403)
    expect((await administrator.delete('/api/auth/view-as')).status).toBe(204)
    const me = (await administrator.get('/api/auth/me')).body
    expect([me.administrator, me.viewing]).toEqual([true, undefined])
    expect((await events()).filter(({ event }) => event.startsWith('view_as')).slice(0, 2)).toMatchObject([
      { event: 'view_as_ended', by: { id: administrator.id }, subject: { id: customer.id } },
      { event: 'view_as_started', by: { id: administrator.id }, subject: { id: customer.id } },
    ])
  })

  test('an export stands in the audit under the name of the administrator', async () => {
    const agent = await app.as('Agent', 'Viewed exporter')
    await administrator.post('/api/auth/view-as', { person: agent.id })
    expect((await administrator.get('/api/tickets/export?format=ndjson')).status).toBe(200)
    await administrator.delete('/api/auth/view-as')
    const [note] = (await events()).filter(({ event }) => event === 'exported')
    expect(note).toMatchObject({ by: { id: administrator.id }, detail: { path: '/api/tickets/export' } })
  })

  test('of roles, nobody in particular with these and what they include is seen', async () => {
    const agent = await app.as('Agent', 'Fresh agent')
    expect((await administrator.post('/api/auth/view-as', { roles: ['Agent'] })).status).toBe(204)
    const me = (await administrator.get('/api/auth/me')).body
    expect([me.roles, me.administrator, me.viewing.as]).toEqual([
      (await agent.get('/api/auth/me')).body.roles,
      false,
      { roles: ['Agent'] },
    ])
    for (const path of ['/api/tickets?count=exact', '/api/people', '/api/teams', '/api/spec', '/api/openapi.json'])
      expect((await administrator.get(path)).text, path).toBe((await agent.get(path)).text)
    await administrator.delete('/api/auth/view-as')
  })

  test('it ends with the session, and with the right to it', async () => {
    const other = await app.as('Administrator', 'Second administrator')
    await other.post('/api/auth/view-as', { person: customer.id })
    await administrator.patch(`/api/people/${other.id}`, { roles: ['Customer'] })
    const me = (await other.get('/api/auth/me')).body
    expect([me.person.id, me.viewing]).toEqual([other.id, undefined])
    expect((await other.delete('/api/auth/view-as')).status).toBe(204)
    await administrator.patch(`/api/people/${other.id}`, { roles: ['Administrator'] })
    expect((await other.get('/api/auth/me')).body.viewing).toBeUndefined()

    const third = await app.as('Administrator', 'Third administrator')
    await third.post('/api/auth/view-as', { person: customer.id })
    expect((await third.post('/api/auth/sign-out')).status).toBe(204)
    expect((await third.get('/api/auth/me')).status).toBe(401)
    expect((await events()).find(({ event }) => event === 'view_as_ended')?.by.id).toBe(third.id)
  })

  test('a person who is shut out or made administrator meanwhile is seen no more', async () => {
    const person = await app.as('Customer', 'Somebody')
    const other = await app.as('Administrator', 'Fourth administrator')
    await other.post('/api/auth/view-as', { person: person.id })
    expect((await other.get('/api/auth/me')).body.person.id).toBe(person.id)
    await administrator.patch(`/api/people/${person.id}`, { roles: ['Administrator'] })
    expect((await other.get('/api/auth/me')).body).toMatchObject({ person: null, administrator: false })
    expect((await other.get('/api/people')).status).toBe(401)
    expect((await other.patch(`/api/people/${person.id}`, { name: 'X' })).body.code).toBe('view_only')
    expect((await other.delete('/api/auth/view-as')).status).toBe(204)
  })

  test.each([
    ['another administrator', async () => ({ person: (await app.as('Administrator', 'Auditor')).id }), 403],
    ['themselves', async () => ({ person: administrator.id }), 403],
    ['the role of administrators', async () => ({ roles: ['Administrator'] }), 403],
    ['a role that there is not', async () => ({ roles: ['Nobody'] }), 422],
    ['no role', async () => ({ roles: [] }), 422],
    ['a person that there is not', async () => ({ person: 'nobody' }), 422],
    ['both a person and roles', async () => ({ person: customer.id, roles: ['Agent'] }), 400],
  ])('he can’t view as %s', async (_, body, status) => {
    expect((await administrator.post('/api/auth/view-as', await body())).status).toBe(status)
    expect((await administrator.get('/api/auth/me')).body.viewing).toBeUndefined()
  })

  test('nobody else can view, and an administrator’s token can’t', async () => {
    expect((await customer.post('/api/auth/view-as', { roles: ['Agent'] })).status).toBe(403)
    expect((await app.anyone.post('/api/auth/view-as').send({ roles: ['Agent'] })).status).toBe(401)
  })

  test(
    'where administrators have no data, they can’t view either',
    { tags: 'reference/signing-up-and-signing-in' },
    async () => {
      const closed = await startApp(HELPDESK.replace(/^- sign-up:/m, '- administrators: no data\n- sign-up:'))
      const keeper = await closed.as('Administrator')
      const person = await closed.as('Customer')
      expect(closed.dependencies.current.running.model.accountPolicy.administratorsReadData).toBe(false)
      expect((await keeper.post('/api/auth/view-as', { person: person.id })).status).toBe(403)
      await closed.stop()
    },
  )
})
