// Every call of the router is explained: as the call itself is then answered, without doing it, and disclosing nothing more.
// @module-tag call/post/system/explain
import { afterAll, beforeAll, expect, test, onTestFinished } from 'vitest'
import request from 'supertest'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import { listSurfaces } from '../../helpers/list-surfaces.ts'
import { createSession } from '../../helpers/create-account.ts'
import { HELPDESK, lineWith, TICKET } from '../../apps/helpdesk.ts'
import { createPostBox } from '../../doubles/mailbox.ts'
import type { PostBox } from '../../doubles/mailbox.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import type { AnyCall, Known } from './explained-calls.ts'
import { CLOSED, OPEN, randomCall } from './explained-calls.ts'
import { oneOf } from '../random/random-condition.ts'
import { seed } from '../../seed-random-tests.ts'

const CALLS = Number(process.env['POLICY_EXPLAINED'] ?? 150)

/** Calls that try a password or a code, or ask a provider. Only the call itself can say how it ends. */
const NOT_KNOWABLE = [
  'POST /auth/sign-in',
  // With an invitation, which is used up by being shown.
  'POST /auth/sign-up',
  'POST /auth/sign-up/passkey',
  'POST /auth/password',
  'POST /auth/reauthentication',
  'POST /auth/second-factor',
  'POST /auth/second-factor/confirm',
  'GET /auth/providers/:id/start',
  'POST /auth/providers/:id/start',
  'GET /auth/providers/:id/callback',
  'POST /auth/providers/:id/link',
  'POST /auth/providers/:id/prove',
]

interface World extends Known {
  readonly app: TestApp
  /** Nothing is done to this one. */
  readonly administrator: Caller
  readonly callers: readonly Caller[]
  /** The latest, of which some may be in any state. */
  readonly tickets: string[]
  readonly letters: PostBox['letters']
}

const startWorlds = () => Promise.all([startWorld(OPEN, []), startWorld(CLOSED, ['company'])])

let worlds: readonly World[] = []
beforeAll(async () => {
  worlds = await startWorlds()
})
afterAll(() => Promise.all(worlds.map(({ app }) => app.stop())))

async function startWorld(document: string, providers: readonly string[]): Promise<World> {
  const postBox = createPostBox()
  const nobody = { issuer: 'http://127.0.0.1:1', clientId: 'desk', clientSecret: 'secret' }
  const app = await startApp(document, undefined, {
    mail: postBox,
    publicUrl: 'https://desk.example.com',
    providers: new Map(providers.map((name) => [name, nobody])),
  })
  const given = ['Administrator', 'Manager', 'Agent', 'Customer', 'Customer', '']
  const names = given.map((role, at) => `${role || 'Nobody'} ${at}`)
  const callers = await Promise.all(given.map((role, at) => app.as(role, names[at])))
  const world: World = {
    app,
    administrator: await app.as('Administrator', 'Who asks'),
    callers,
    letters: postBox.letters,
    tickets: [],
    providers,
    people: callers.map(({ id }, at) => ({
      id,
      email: `${names[at]?.toLowerCase().replace(' ', '.')}@example.com`,
      password: `password of ${names[at]}`,
    })),
  }
  for (let at = 0; at < 3; at++) await addTicket(world)
  return world
}

async function addTicket({ callers, tickets }: World): Promise<void> {
  const { body } = (await callers[3]?.post('/api/tickets', TICKET)) ?? {}
  if (body?.id !== undefined) tickets.unshift(body.id)
  tickets.splice(3)
}

function send({ app }: World, token: string | null, { method, path, body, headers = {} }: AnyCall): request.Test {
  const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete' | 'put'
  const call = request(app.server)[verb](path).set(headers)
  if (token !== null) call.set('Authorization', `Bearer ${token}`)
  return body === undefined ? call : call.send(body as object)
}

async function explain(world: World, token: string, call: AnyCall, person?: string | null): Promise<ExplainBody> {
  const asked = { call, ...(person === undefined ? {} : { person }) }
  const { status, body } = await send(world, token, { method: 'POST', path: '/api/system/explain', body: asked })
  expect([status, body], JSON.stringify(call)).toMatchObject([200, {}])
  return body as ExplainBody
}

/** Reads what the database holds beside records, and the letters that have left. */
async function traces({ app, people, letters }: World): Promise<unknown> {
  const { database } = app.dependencies.storage
  const tables = ['link', 'token', 'passkey', 'second_factor', 'identity', 'idempotency'] as const
  const rows = await Promise.all(people.flatMap(({ id }) => tables.map((table) => database.systemOf(table, id))))
  return { head: await database.auditHead(), rows, letters: [...letters] }
}

test.each(listSurfaces())('%s is explained to everybody, and nothing comes of it', async (surface) => {
  const random = numbersFrom(seed)
  for (const world of worlds) {
    const before = await traces(world)
    for (let asked = 0; asked < 2; asked++) {
      const told = await explain(world, oneOf(random, world.callers).token, randomCall(random, world, surface))
      expect(told.steps.length, surface).toBeGreaterThan(0)
      if (told.allowed === true) continue
      const reasons = [told.refusal?.source, told.refusal?.remedy, told.remedy?.advice].filter((each) => each)
      expect(reasons.length, JSON.stringify(told)).toBeGreaterThan(0)
      expect(told.steps.at(-1)?.met ?? false).toBe(false)
    }
    expect(await traces(world)).toEqual(before)
  }
})

test.each([
  ['POST /auth/sign-up', { name: 'A', email: 'a@example.com', password: 'x' }, '- sign-up: by invitation', 5],
  ['POST /auth/invitations', { roles: ['Agent'] }, '- Manager may give: Customer, Agent', 5],
  ['GET /tickets', undefined, '- second factor: Manager', 1],
] as const)('%s cites the line of the document that refuses it', async (surface, body, words, who) => {
  const [, world] = worlds
  if (world === undefined) throw new Error('no world')
  const [method = '', path = ''] = surface.split(' ')
  const call = { method, path: `/api${path}`, body }
  const told = await explain(world, world.administrator.token, call, world.people[who]?.id)
  expect(told).toMatchObject({ allowed: false, status: 403, refusal: { source: lineWith(words, CLOSED) } })
})

test.each<[string, (ticket: string) => AnyCall, number, string]>([
  ['an old version', (id) => patch(id, { subject: 'New' }, { 'If-Match': '"999"' }), 412, 'changed_meanwhile'],
  ['no version', (id) => patch(id, { subject: 'New' }, { 'if-match': 'any' }), 400, 'malformed'],
  ['no object', (id) => patch(id, []), 400, 'malformed'],
  ['a field that is not there', (id) => patch(id, { colour: 'red' }), 422, 'invalid'],
  ['no state for it', (id) => ({ method: 'POST', path: `/api/tickets/${id}/reopen`, body: {} }), 422, 'invalid'],
  ['no method for it', (id) => ({ method: 'PUT', path: `/api/tickets/${id}` }), 405, 'method_not_allowed'],
  ['no such path', () => ({ method: 'GET', path: '/api/nothings' }), 404, 'not_found'],
  ['no such parameter', () => ({ method: 'GET', path: '/api/tickets?colour=red' }), 400, 'unknown_parameter'],
  ['a parameter twice', () => ({ method: 'GET', path: '/api/tickets?limit=1&limit=2' }), 400, 'bad_request'],
])('%s is explained', async (_, callOn, status, code) => {
  const [world] = worlds
  const customer = world?.callers[3]
  if (world === undefined || customer === undefined) throw new Error('no world')
  const { body } = await customer.post('/api/tickets', TICKET)
  const told = await explain(world, customer.token, callOn(body.id))
  expect(told).toMatchObject({ allowed: false, status, refusal: { code }, remedy: { advice: expect.any(String) } })
})

test.each([
  ['/auth/sign-in', { email: 'customer.3@example.com', password: 'password of Customer 3' }],
  ['/auth/sign-in', { email: 'customer.3@example.com', password: 'a guess' }],
  ['/auth/password', { current: 'a guess', password: 'a long new secret' }],
  ['/auth/second-factor', { challenge: 'A'.repeat(43), code: '123456' }],
  ['/auth/second-factor/confirm', { code: '123456' }],
])('%s with %j is left to the call itself: an explanation tries no secret', async (path, body) => {
  const [world] = worlds
  const told = await explain(world as World, world?.callers[3]?.token ?? '', {
    method: 'POST',
    path: `/api${path}`,
    body,
  })
  expect(told).toEqual({
    allowed: 'not knowable',
    steps: expect.any(Array),
    remedy: { advice: 'Make the call itself: secrets are checked only there, where each try counts.' },
  })
})

test('a call that leads in is explained to be possible for who is not signed in, however much others asked from there', async () => {
  const app = await startApp(HELPDESK.replace('| requests | 300 per minute |', '| requests | 3 per minute |'))
  const administrator = await app.as('Administrator')
  const statuses: number[] = []
  for (let at = 0; at < 4; at++) statuses.push((await app.anyone.get('/api/tickets')).status)
  const paths = ['/api/auth/me', '/api/tickets']
  for (const path of paths) statuses.push((await app.anyone.get(path)).status)
  expect(statuses).toEqual([401, 401, 401, 429, 200, 429])
  for (const path of paths) {
    const body = { person: null, call: { method: 'GET', path } }
    const told = await administrator.post('/api/system/explain', body)
    statuses.push(told.body.status)
  }
  expect(statuses.slice(-2)).toEqual([200, 429])
  await app.stop()
})

test('what is somebody else’s is explained as what never was', async () => {
  const [world] = worlds
  const [, , agent, customer] = world?.callers ?? []
  if (world === undefined || agent === undefined || customer === undefined) throw new Error('no world')
  const token = (await agent.post('/api/auth/tokens', { name: 'Nightly', roles: ['Agent'] })).body.id
  const [session] = (await agent.get('/api/auth/sessions')).body.items
  const calls: readonly ((id: string) => AnyCall)[] = [
    (id) => ({ method: 'DELETE', path: `/api/auth/tokens/${id}` }),
    (id) => ({ method: 'DELETE', path: `/api/auth/sessions/${id}` }),
    (id) => ({ method: 'POST', path: `/api/system/inbox/${id}/read` }),
    (id) => ({ method: 'DELETE', path: `/api/system/people/${id}/sessions` }),
    (id) => ({ method: 'POST', path: '/api/auth/second-factor/reset', body: { person: id } }),
    (id) => ({ method: 'POST', path: '/api/auth/password/links', body: { person: id } }),
  ]
  for (const callOn of calls) {
    const never = await explain(world, customer.token, callOn('019aa5c0-0000-7000-8000-00000000ffff'))
    expect(never.allowed).toBe(false)
    for (const id of [token, session.id, agent.id])
      expect(await explain(world, customer.token, callOn(id))).toEqual(never)
  }
})

test(
  `${CALLS} random calls are answered as they were explained, to those who make them and to administrators (seed ${seed})`,
  async () => {
    const random = numbersFrom(seed)
    // They end sessions, and do more: in worlds of their own.
    const own = await startWorlds()
    onTestFinished(async () => {
      await Promise.all(own.map(({ app }) => app.stop()))
    })
    const surfaces = listSurfaces()
    const seen = new Set<number | undefined>()
    // What is rarer than these is not among the calls of every seed; a long run makes thousands.
    const expected = CALLS < 2_000 ? [200, 400, 401, 403, 404, 422] : [200, 201, 204, 400, 401, 403, 404, 405, 422]
    const isMissing = () => expected.some((status) => !seen.has(status))
    // A seed with bad luck goes on until it has seen them all.
    for (let at = 0; at < CALLS || (isMissing() && at < 900 + CALLS); at++) {
      const world = oneOf(random, own)
      const { app } = world
      const surface = oneOf(random, surfaces)
      // Tries of secrets are limited by the hour: another one is always left, so that each is tried.
      app.clock.now += NOT_KNOWABLE.includes(surface) ? 61 * 60 * 1000 : 1_000
      const person = random(8) === 0 ? null : oneOf(random, world.callers).id
      const now = new Date(app.clock.now).toISOString()
      // Another session each time: some calls end them all.
      const token = person && (await createSession(app.dependencies, person, now))
      const asker = await createSession(app.dependencies, world.administrator.id, now)
      if (at % 20 === 0) await addTicket(world)
      app.clock.now += random(10) === 0 ? 2 * 60 * 60 * 1000 : 0
      const call = randomCall(random, world, surface)
      const toldOwn = token === null ? undefined : await explain(world, token, call)
      const told = await explain(world, asker, call, person)
      const { status, body } = await send(world, token, call)
      const where = `${call.method} ${call.path} ${JSON.stringify(call.body)} ${JSON.stringify([told, body])}`
      seen.add(told.status)
      for (const each of [told, ...(toldOwn === undefined ? [] : [toldOwn])]) {
        if (each.allowed === 'not knowable') {
          expect(NOT_KNOWABLE, where).toContain(surface)
          expect([400, 404, 405, 429], where).not.toContain(status)
        } else {
          expect([each.status, each.refusal?.code], where).toEqual([status, status < 400 ? undefined : body.code])
        }
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining(expected))
  },
  60_000 + CALLS * 400,
)

function patch(id: string, body: unknown, headers: AnyCall['headers'] = {}): AnyCall {
  return { method: 'PATCH', path: `/api/tickets/${id}`, body, headers }
}

function numbersFrom(start: number): (count: number) => number {
  let state = start >>> 0
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}
