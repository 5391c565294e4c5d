// API tokens: what is chosen for one, as far as its person still has it, until its day; never the account itself.
// @module-tag P22
// @module-tag call/get/auth/tokens
// @module-tag call/post/auth/tokens
// @module-tag call/delete/auth/tokens/id
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession } from '../../helpers/create-account.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DAY = 24 * 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await startApp(HELPDESK.replace('| requests | 300 per minute |', '| requests | 1,000,000 per minute |'))
})
afterAll(() => app.stop())

const make = async (person: Caller, roles: readonly string[], more: object = {}) => {
  const { status, body } = await person.post('/api/auth/tokens', { name: 'Nightly report', roles, ...more })
  expect(status).toBe(201)
  return body as { readonly id: string; readonly token: string; readonly expires_at: string }
}
const by = (token: string) => {
  const send = (method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) => {
    const call = app.anyone[method](path).set('Authorization', `Bearer ${token}`)
    return body === undefined ? call : call.send(body)
  }
  return {
    get: (path: string) => send('get', path),
    post: (path: string, body: object = {}) => send('post', path, body),
    patch: (path: string, body: object) => send('patch', path, body),
    delete: (path: string) => send('delete', path),
  }
}
const inDays = (days: number) => new Date(app.clock.now + days * DAY).toISOString()

describe('a token', () => {
  test('is shown once, begins with what scanners look for, and is kept as a hash', async () => {
    const person = await app.as('Manager', 'Ada')
    const made = await make(person, ['Agent'])
    expect(made.token).toMatch(/^vb_[\w-]{43}$/)
    expect(made.expires_at).toBe(inDays(90))
    const listed = await person.get('/api/auth/tokens')
    expect(listed.body.items).toMatchObject([
      { id: made.id, name: 'Nightly report', roles: ['Agent'], administrator: false, last_used_at: null },
    ])
    expect(listed.text).not.toContain(made.token)
    const kept = await app.dependencies.storage.database.systemOf('token', person.id)
    expect(JSON.stringify(kept)).not.toContain(made.token)
    const administrator = await app.as('Administrator')
    expect((await administrator.get('/api/system/audit')).text).not.toContain(made.token)
  })

  test('without roles reads no inbox and marks nothing in it; one with a role does, and one of a person without roles', async () => {
    const person = await app.as('Agent', 'Ina')
    const bare = by((await make(person, [])).token)
    for (const answer of [await bare.get('/api/system/inbox'), await bare.post('/api/system/inbox/none/read')])
      expect([answer.status, answer.body.code, answer.body.items]).toEqual([403, 'not_allowed', undefined])
    expect((await by((await make(person, ['Agent'])).token).get('/api/system/inbox')).status).toBe(200)
    const plain = await app.as('', 'Plain')
    expect((await by((await make(plain, [])).token).get('/api/system/inbox')).status).toBe(200)
  })

  test('ends on its day, which is within a year, and has a name', async () => {
    const person = await app.as('Manager', 'Bea')
    const wrong = [{ expires_at: inDays(0) }, { expires_at: inDays(-1) }, { expires_at: inDays(367) }, { name: ' ' }]
    for (const more of wrong) {
      const { status } = await person.post('/api/auth/tokens', { name: 'x', roles: [], ...more })
      expect([more, status]).toEqual([more, 422])
    }
    for (const more of [{ expires_at: 'soon' }, { expires_at: null }, { secret: 'mine' }, { roles: 'Agent' }])
      expect((await person.post('/api/auth/tokens', { name: 'x', roles: [], ...more })).status).toBe(400)
    const { token } = await make(person, ['Agent'], { expires_at: inDays(2) })
    const before = app.clock.now
    expect((await by(token).get('/api/tickets')).status).toBe(200)
    app.clock.now += 2 * DAY + 1
    expect((await by(token).get('/api/tickets')).status).toBe(401)
    app.clock.now = before
  })

  test('says when it was last used, to the hour, without a write for each request', async () => {
    const person = await app.as('Agent', 'Cyd')
    const { token, id } = await make(person, ['Agent'])
    const lastUsed = async () =>
      (await person.get('/api/auth/tokens')).body.items.find((each: { id: string }) => each.id === id).last_used_at
    const first = new Date(app.clock.now).toISOString()
    await by(token).get('/api/tickets')
    expect(await lastUsed()).toBe(first)
    app.clock.now += 1_000_000
    await by(token).get('/api/tickets')
    expect(await lastUsed()).toBe(first)
    app.clock.now += 3_600_000
    await by(token).get('/api/tickets')
    expect(await lastUsed()).toBe(new Date(app.clock.now).toISOString())
  })

  test('is ended only by its person, at once', async () => {
    const person = await app.as('Agent', 'Dan')
    const other = await app.as('Agent', 'Eli')
    const { token, id } = await make(person, ['Agent'])
    expect((await other.delete(`/api/auth/tokens/${id}`)).status).toBe(404)
    expect((await by(token).get('/api/tickets')).status).toBe(200)
    expect((await person.delete(`/api/auth/tokens/${id}`)).status).toBe(204)
    expect((await by(token).get('/api/tickets')).status).toBe(401)
  })

  test('is no cookie, and its secret in an address opens nothing', async () => {
    const { token } = await make(await app.as('Agent', 'Fay'), ['Agent'])
    expect((await app.anyone.get('/api/tickets').set('Cookie', `session=${token}`)).status).toBe(401)
    expect((await app.anyone.get(`/api/tickets?access_token=${token}`)).status).not.toBe(200)
  })
})

describe('the rights of a token', () => {
  test('are those of the roles that were chosen, and of no other that its person has', async () => {
    const person = await app.as('Manager', 'Gus')
    const customer = await app.as('Customer', 'Hal')
    await customer.post('/api/tickets', TICKET)
    const [asAgent, asNothing] = [await make(person, ['Agent']), await make(person, [])]
    expect((await by(asAgent.token).get('/api/auth/me')).body.roles).toEqual(['Agent'])
    expect((await by(asAgent.token).get('/api/tickets')).body.items.length).toBeGreaterThan(0)
    const own = `/api/people/${customer.id}`
    expect((await person.patch(own, { roles: ['Customer', 'Agent'] })).status).toBe(200)
    expect((await by(asAgent.token).patch(own, { roles: ['Customer'] })).status).toBe(403)
    expect((await by(asNothing.token).get('/api/auth/me')).body.roles).toEqual([])
    expect((await by(asNothing.token).get('/api/tickets')).body.items ?? []).toEqual([])
  })

  test('can’t be chosen beyond one’s own', async () => {
    const person = await app.as('Agent', 'Ivy')
    const wanted = { name: 'x', roles: ['Agent', 'Manager'] }
    expect((await person.post('/api/auth/tokens', wanted)).body.errors).toMatchObject([{ field: 'roles' }])
    const raised = await person.post('/api/auth/tokens', { name: 'x', roles: [], administrator: true })
    expect(raised.body.errors).toMatchObject([{ field: 'administrator' }])
  })

  test('are an administrator’s only if that was chosen', async () => {
    const person = await app.as('Administrator', 'Jon')
    const [plain, full] = [await make(person, []), await make(person, [], { administrator: true })]
    expect((await by(plain.token).get('/api/auth/me')).body.administrator).toBe(false)
    expect((await by(full.token).get('/api/auth/me')).body.administrator).toBe(true)
  })

  test('end with the roles of its person: one that is taken away counts no longer in the next request', async () => {
    const known = await app.as('Administrator')
    // To give the role of a manager takes a session that was proven lately.
    const at = new Date(app.clock.now).toISOString()
    const administrator = app.with(known, await createSession(app.dependencies, known.id, at))
    const person = await app.as('Manager', 'Kim')
    const { token } = await make(person, ['Manager'])
    expect((await by(token).get('/api/auth/me')).body.roles).toEqual(['Agent', 'Manager'])
    await administrator.patch(`/api/people/${person.id}`, { roles: ['Agent'] })
    expect((await by(token).get('/api/auth/me')).body.roles).toEqual(['Agent'])
    await administrator.patch(`/api/people/${person.id}`, { roles: ['Customer'] })
    expect((await by(token).get('/api/auth/me')).body.roles).toEqual([])
    await administrator.patch(`/api/people/${person.id}`, { roles: ['Customer', 'Manager'] })
    expect((await by(token).get('/api/auth/me')).body.roles).toEqual(['Agent', 'Manager'])
  })

  test.each([
    [
      'a new password',
      (person: Caller) =>
        person.post('/api/auth/password', { current: 'password of Lea 0', password: 'another sentence' }),
    ],
    [
      'being shut out',
      async (person: Caller) => (await app.as('Administrator')).patch(`/api/people/${person.id}`, { active: false }),
    ],
    ['being deleted', async (person: Caller) => (await app.as('Administrator')).delete(`/api/people/${person.id}`)],
  ])('end with %s', async (what, change) => {
    const name = what === 'a new password' ? 'Lea 0' : `Lea ${what}`
    const person = await app.as('Agent', name)
    const { token } = await make(person, ['Agent'])
    expect((await by(token).get('/api/tickets')).status).toBe(200)
    expect((await change(person)).status).toBeLessThan(300)
    expect((await by(token).get('/api/tickets')).status).toBe(401)
  })

  test('never reach accounts by another spelling of their addresses', async () => {
    const administrator = await app.as('Administrator', 'Mia')
    const { token } = await make(administrator, [], { administrator: true })
    for (const path of ['/api/auth%2Ftokens', '/api/auth%2fsessions', '/api/auth%2Fpasskeys', '/api/%61uth/tokens'])
      expect([path, (await by(token).get(path)).status]).toEqual([path, path.includes('%61') ? 403 : 404])
    expect((await by(token).post('/api/auth%2Finvitations', { roles: ['Administrator'] })).status).toBe(404)
  })

  test('never reach accounts: not one’s own, not others’', async () => {
    const administrator = await app.as('Administrator', 'Max')
    const customer = await app.as('Customer', 'Nia')
    const token = by((await make(administrator, [], { administrator: true })).token)
    const refused = [
      token.get('/api/auth/tokens'),
      token.post('/api/auth/tokens', { name: 'another', roles: [] }),
      token.get('/api/auth/sessions'),
      token.post('/api/auth/password', { current: 'password of Max', password: 'another sentence' }),
      token.post('/api/auth/password/links', { person: customer.id }),
      token.post('/api/auth/second-factor/set-up'),
      token.post('/api/auth/reauthentication', { password: 'password of Max' }),
      token.post('/api/auth/invitations', { roles: ['Administrator'] }),
      token.patch(`/api/people/${customer.id}`, { email: 'mine@example.com' }),
      token.patch(`/api/people/${customer.id}`, { roles: ['Administrator'] }),
      token.patch(`/api/people/${customer.id}`, { active: false }),
      token.delete(`/api/people/${customer.id}`),
    ]
    for (const { status, body } of await Promise.all(refused))
      expect([status, body.code]).toEqual([403, 'not_by_token'])
    expect((await customer.get('/api/tickets')).status).toBe(200)
  })
})

test('another address asks for proof that is not old, and ends links that were sent to the old one', async () => {
  const manager = await app.as('Manager', 'Ole')
  const customer = await app.as('Customer', 'Pia')
  const path = `/api/people/${customer.id}`
  const before = app.clock.now
  app.clock.now += DAY
  const refused = await manager.patch(path, { email: 'other@example.com' })
  expect([refused.status, refused.body.code]).toEqual([403, 'proof_needed'])
  expect((await manager.patch(path, { name: 'Pia Pan' })).status).toBe(200)
  const proven = await manager.post('/api/auth/reauthentication', { password: 'password of Ole' })
  expect(proven.status).toBe(200)
  expect((await app.with(manager, proven.body.token).patch(path, { email: 'other@example.com' })).status).toBe(200)
  app.clock.now = before
})
