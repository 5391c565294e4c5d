// Every call of the API's own description, made for every record of the sample, as somebody else: what may not be read is not there.
// @module-tag P13
// @module-tag call/patch/entity/id
// @module-tag call/delete/entity/id
// @module-tag call/post/entity/id/restore
// @module-tag call/post/entity/id/transition
// @module-tag call/delete/auth/sessions/id
// @module-tag call/post/system/inbox/id/read
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readShipped } from '../helpers/compile-document.ts'
import { isTrueFor, readOracle } from '../oracle/oracle.ts'
import type { Row } from './entities.ts'
import type { World } from './world.ts'
import { helpdeskPaths, meet, wholeWorld } from '../oracle/oracle-reading.ts'
import { startDesk } from '../apps/people-app.ts'
import type { Desk } from '../apps/people-app.ts'
import { callerAt, sample, signIn } from '../apps/people.ts'
import type { Answer, Caller } from '../apps/people.ts'

const oracle = readOracle(readShipped('helpdesk'))
const NEVER = '019aa5c0-0000-7000-8000-00000000ffff'
const PER_ENTITY = 6
/** Paths of the calls that only administrators may make. */
const ADMINISTRATORS = [
  '/api/system/people/',
  '/api/system/mail/',
  '/api/system/timers/',
  '/api/system/deliveries/',
  '/api/system/verifications/',
  '/api/auth/sign-ups/',
]
const people = [sample.customer, sample.otherCustomer, 'nobody']
let desk: Desk
let world: World
let administrator: Caller
/** `PATCH /api/tickets/{id}` */
let calls: readonly { readonly method: string; readonly path: string }[]

beforeAll(async () => {
  desk = await startDesk()
  administrator = await signIn(desk.url, sample.administrator)
  world = await wholeWorld(oracle, administrator, helpdeskPaths)
  const { body } = await administrator.get('/api/openapi.json')
  calls = Object.entries(body.paths as { [path: string]: object }).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )
})
afterAll(() => desk.close())

test('the description names calls on records of every entity', () => {
  for (const path of Object.values(helpdeskPaths))
    expect(calls.some((call) => call.path.startsWith(`/api/${path}/{id}`))).toBe(true)
  expect(calls.length).toBeGreaterThan(40)
})

describe.each(people)('%s', (email) => {
  test(
    'gets for records that may not be read the same answer as for records that never were',
    { tags: 'reference/point-6-roles-and-permissions' },
    async () => {
      const { caller, me } = await meet(desk, world, email)
      let asked = 0
      for (const { method, path: described } of calls.filter((call) => call.path.includes('{id}'))) {
        const path = described.replace('{path}', helpdeskPaths['Ticket'] ?? '')
        const entity = Object.keys(helpdeskPaths).find((each) => path.includes(`/${helpdeskPaths[each]}/`))
        const hidden = (world.rows[entity ?? ''] ?? []).filter(
          (row) => oracle.read(world, entity ?? '', row, me) === undefined,
        )
        const never = bare(await send(caller, method, path.replace('{id}', NEVER)))
        // What is only for administrators is refused as such, or because of its body, whatever the id.
        const refusals = ADMINISTRATORS.some((start) => path.startsWith(start)) ? [400, 401, 403] : [401, 404]
        // To stop watching what nobody watches changes nothing.
        const isUnwatching = method === 'DELETE' && path.startsWith('/api/system/watches/')
        expect(isUnwatching ? [204, 401] : refusals, `${method} ${path}`).toContain(never.status)
        for (const { id } of hidden.slice(0, PER_ENTITY)) {
          asked++
          expect(bare(await send(caller, method, path.replace('{id}', id))), `${method} ${path} ${id}`).toEqual(never)
        }
      }
      expect(asked).toBeGreaterThan(40)
    },
  )

  test('changes nothing of what is somebody else’s', async () => {
    const before = await wholeWorld(oracle, administrator, helpdeskPaths)
    expect(before.rows).toEqual(world.rows)
  })
})

test('sessions and messages of others can’t be ended or read', async () => {
  const one = await signIn(desk.url, sample.customer)
  const other = await signIn(desk.url, sample.otherCustomer)
  const { body } = await one.get('/api/auth/sessions')
  for (const { id } of body.items as { id: string }[])
    expect((await other.remove(`/api/auth/sessions/${id}`)).status).toBe(404)
  expect((await one.get('/api/auth/me')).body.person.email).toBe(sample.customer)
  const inbox = await (await signIn(desk.url, sample.agent)).get('/api/system/inbox')
  expect(inbox.body.items.length).toBeGreaterThan(0)
  for (const { id } of inbox.body.items as { id: string }[])
    expect((await other.post(`/api/system/inbox/${id}/read`)).status).toBe(404)
  expect((await callerAt(desk.url).get('/api/system/inbox')).status).toBe(401)
})

test('somebody’s own records are found by the same calls', async () => {
  const { caller, me } = await meet(desk, world, sample.customer)
  const mine = (world.rows['Ticket'] ?? []).filter((row: Row) => isTrueFor('requester == me', world, 'Ticket', row, me))
  expect(mine.length).toBeGreaterThan(0)
  expect((await caller.get(`/api/tickets/${mine[0]?.id}`)).status).toBe(200)
})

async function send(caller: Caller, method: string, path: string): Promise<Answer> {
  if (method === 'GET') return caller.get(path)
  if (method === 'DELETE') return caller.remove(path)
  if (method === 'PUT') return caller.put(path, {})
  return method === 'PATCH' ? caller.patch(path, {}) : caller.post(path, {})
}

function bare({ status, body }: Answer): { readonly status: number; readonly body: object } {
  return { status, body: { ...body, request: '' } }
}
