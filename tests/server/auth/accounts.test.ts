// Accounts: signing up and in and out, sessions, roles and who may give them.
// @module-tag call/post/auth/sign-up
// @module-tag call/post/auth/sign-up/invitation
// @module-tag call/post/auth/sign-in
// @module-tag call/post/auth/sign-out
// @module-tag call/post/auth/password
// @module-tag call/post/auth/invitations
// @module-tag call/get/auth/sessions
// @module-tag call/delete/auth/sessions
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../../../server/auth/token.ts'
import { inviteFirst } from '../../../server/auth/sign-up/invitations.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import { signUp } from '../../apps/people.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp, urlOf } from '../../apps/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp(HELPDESK)
  await signUp(urlOf(app), eva)
})
afterAll(() => app.stop())

const eva = { name: 'Eva', email: 'Eva@Example.com', password: 'a long sentence' }
const cookieOf = (headers: { readonly [name: string]: unknown }): string =>
  (headers['set-cookie'] as string[] | undefined)?.[0] ?? ''

describe('signing up', () => {
  test('is open, and gives the role that the document gives', async () => {
    const { get } = await signUp(urlOf(app), { ...eva, name: 'Ada', email: 'Ada@Example.com' })
    const me = await get('/api/auth/me')
    expect(me.body).toMatchObject({
      person: { name: 'Ada', email: 'Ada@example.com', roles: ['Customer'] },
      roles: ['Customer'],
      administrator: false,
    })
  })

  test('does not let anybody choose roles, or be somebody else', async () => {
    for (const extra of [
      { roles: ['Administrator'] },
      { active: true },
      { team: null },
      { id: 'x' },
      { __proto__: null, created_by: null },
    ]) {
      const { status, body } = await app.anyone
        .post('/api/auth/sign-up')
        .send({ ...eva, email: 'x@example.com', ...extra })
      expect([status, body.errors?.[0]?.field]).toEqual([422, Object.keys(extra)[0]])
    }
  })

  test('refuses weak passwords, with the other wrong fields', async () => {
    const { body, status } = await app.anyone
      .post('/api/auth/sign-up')
      .send({ name: '', email: 'nowhere', password: 'short' })
    expect(status).toBe(422)
    expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(['email', 'name', 'password'])
    const common = await app.anyone
      .post('/api/auth/sign-up')
      .send({ ...eva, email: 'y@example.com', password: 'password123' })
    expect(common.body.errors).toMatchObject([{ field: 'password', code: 'weak_password' }])
  })
})

describe('the first account', () => {
  test('is the administrator, by a link that is good once', async () => {
    const empty = await startApp(HELPDESK.replace('- sign-up: open, as Customer', '- sign-up: by invitation'))
    const first = await inviteFirst(empty.dependencies, new Date(empty.clock.now).toISOString())
    const send = (name: string, invitation = first?.invitation) =>
      empty.anyone.post('/api/auth/sign-up').send({ ...eva, email: `${name}@example.com`, invitation })
    expect((await empty.anyone.post('/api/auth/sign-up').send(eva)).status).toBe(403)
    expect((await send('a', createToken().secret)).body.code).toBe('invitation_gone')
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => send(`a${index}`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 422),
    ])
    const { token } = answers.find(({ status }) => status === 201)?.body ?? {}
    const me = await empty.anyone.get('/api/auth/me').set('Authorization', `Bearer ${token}`)
    expect(me.body).toMatchObject({ administrator: true, person: { roles: ['Administrator'] } })
    expect(await inviteFirst(empty.dependencies, new Date(empty.clock.now).toISOString())).toBeUndefined()
    const invited = await empty.anyone
      .post('/api/auth/invitations')
      .set('Authorization', `Bearer ${token}`)
      .send({ roles: ['Agent'] })
    expect([invited.status, invited.body.path]).toEqual([201, `/sign-up#invitation=${invited.body.invitation}`])
    const byMail = await empty.anyone
      .post('/api/auth/invitations')
      .set('Authorization', `Bearer ${token}`)
      .send({ roles: ['Agent'], email: 'agent@example.com' })
    // Who makes the link needs nobody to give them one.
    expect([byMail.body.code, JSON.stringify(byMail.body)]).toEqual(['no_mail', expect.stringContaining('hand it on')])
    expect(JSON.stringify(byMail.body)).not.toContain('administrator')
    const agent = await send('agent', invited.body.invitation)
    expect(
      (await empty.anyone.get('/api/auth/me').set('Authorization', `Bearer ${agent.body.token}`)).body.roles,
    ).toEqual(['Agent'])
    await empty.stop()
  })

  test('can still be made when others have signed up before, only by the link of the last start', async () => {
    const empty = await startApp(HELPDESK)
    const now = new Date(empty.clock.now).toISOString()
    expect((await empty.anyone.post('/api/auth/sign-up').send(eva)).status).toBe(201)
    const first = await inviteFirst(empty.dependencies, now)
    expect(await inviteFirst(empty.dependencies, now)).toMatchObject({ roles: ['Administrator'] })
    const late = { ...eva, email: 'late@example.com', invitation: first?.invitation }
    expect((await empty.anyone.post('/api/auth/sign-up').send(late)).body.code).toBe('invitation_gone')
    const administrator = await empty.as('Administrator')
    expect(await inviteFirst(empty.dependencies, now)).toBeUndefined()
    expect((await administrator.get('/api/auth/me')).body.administrator).toBe(true)
    await empty.stop()
  })
})

describe('an invitation', () => {
  test('says what it gives before anybody signs up, and is not used up by that', async () => {
    const empty = await startApp(HELPDESK)
    const now = new Date(empty.clock.now).toISOString()
    const ask = (invitation: string) => empty.anyone.post('/api/auth/sign-up/invitation').send({ invitation })
    const first = await inviteFirst(empty.dependencies, now)
    const invitation = first?.invitation ?? ''
    expect(await ask(invitation)).toMatchObject({
      status: 200,
      body: { first: true, roles: [{ role: 'Administrator', label: 'Administrator' }] },
    })
    const administrator = await empty.as('Administrator')
    const sent = await administrator.post('/api/auth/invitations').send({ roles: ['Agent'] })
    expect((await ask(sent.body.invitation)).body).toEqual({ first: false, roles: [{ role: 'Agent', label: 'Agent' }] })
    const used = { ...eva, email: 'agent@example.com', invitation: sent.body.invitation }
    expect((await empty.anyone.post('/api/auth/sign-up').send(used)).status).toBe(201)
    for (const gone of [sent.body.invitation, createToken().secret, 'no secret', ''])
      expect(await ask(gone)).toMatchObject({ status: 422, body: { code: 'invitation_gone' } })
    await empty.stop()
  })
})

describe('signing in', () => {
  test('needs the right password, and says the same of a wrong one and of an unknown address', async () => {
    const right = await app.anyone.post('/api/auth/sign-in').send({ email: 'eva@example.com', password: eva.password })
    expect(right.status).toBe(200)
    const wrong = await app.anyone
      .post('/api/auth/sign-in')
      .send({ email: 'eva@example.com', password: 'something else' })
    const unknown = await app.anyone
      .post('/api/auth/sign-in')
      .send({ email: 'adam@example.com', password: 'something else' })
    expect(wrong.status).toBe(401)
    expect({ ...wrong.body, request: '' }).toEqual({ ...unknown.body, request: '' })
  })

  test('the token never comes to a page, which has the cookie', async () => {
    const { body, headers } = await app.anyone
      .post('/api/auth/sign-in')
      .set('Sec-Fetch-Site', 'same-origin')
      .send({ email: 'eva@example.com', password: eva.password })
    expect(body).not.toHaveProperty('token')
    expect(cookieOf(headers)).toContain('HttpOnly')
  })

  test(
    'is limited for an account, and a person who signed in from here before still gets in',
    { tags: 'reference/point-9-business-constants-and-limits' },
    async () => {
      const other = await startApp(HELPDESK)
      await other.as('Customer', 'Known')
      await other.as('Customer', 'Fresh')
      const tries = async (email: string, password: string) =>
        (await other.anyone.post('/api/auth/sign-in').send({ email, password })).status
      const most = other.dependencies.current.running.model.settings.signInAttempts.count
      const seen: number[] = []
      for (let index = 0; index <= most; index++) seen.push(await tries('fresh@example.com', 'guess number'))
      expect(seen.slice(0, most).every((status) => status === 401)).toBe(true)
      const refused = await other.anyone
        .post('/api/auth/sign-in')
        .send({ email: 'fresh@example.com', password: 'password of Fresh' })
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
      expect(await tries('known@example.com', 'password of Known')).toBe(200)
      await other.stop()
    },
  )

  test('ends: the cookie of an ended session is nobody, its token is refused', async () => {
    const { body } = await app.anyone
      .post('/api/auth/sign-in')
      .send({ email: 'eva@example.com', password: eva.password })
    const bearer = `Bearer ${body.token}`
    const sessions = await app.anyone.get('/api/auth/sessions').set('Authorization', bearer)
    expect(sessions.body.items.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    expect(sessions.text).not.toContain(body.token)
    expect((await app.anyone.post('/api/auth/sign-out').set('Authorization', bearer)).status).toBe(204)
    expect((await app.anyone.get('/api/auth/me').set('Authorization', bearer)).status).toBe(401)
    expect((await app.anyone.get('/api/auth/me').set('Cookie', `session=${body.token}`)).body.person).toBeNull()
    expect((await app.anyone.get('/api/tickets').set('Cookie', `session=${body.token}`)).status).toBe(401)
  })

  test('everywhere else ends all sessions but this one, and leaves tokens to be ended by themselves', async () => {
    const person = await app.as('Customer', 'Everywhere')
    const { token } = (await person.post('/api/auth/tokens', { name: 'Report', roles: [] })).body
    const there = { email: 'everywhere@example.com', password: 'password of Everywhere' }
    const others = [
      await app.anyone.post('/api/auth/sign-in').send(there),
      await app.anyone.post('/api/auth/sign-in').send(there),
    ]
    expect((await person.delete('/api/auth/sessions')).status).toBe(204)
    const me = async (bearer: string) =>
      (await app.anyone.get('/api/auth/me').set('Authorization', `Bearer ${bearer}`)).status
    expect(await Promise.all([...others.map(({ body }) => me(body.token)), me(person.token), me(token)])).toEqual([
      401, 401, 200, 200,
    ])
    expect((await person.get('/api/auth/sessions')).body.items).toHaveLength(1)
  })

  test('a session is over after its time', async () => {
    const customer = await app.as('Customer', 'Sleepy')
    expect((await customer.get('/api/tickets')).status).toBe(200)
    const before = app.clock.now
    app.clock.now += app.dependencies.current.running.model.settings.sessionMilliseconds + 1
    expect((await customer.get('/api/tickets')).status).toBe(401)
    app.clock.now = before
  })

  test('a changed password ends all other sessions', async () => {
    const customer = await app.as('Customer', 'Changer')
    const other = await app.anyone
      .post('/api/auth/sign-in')
      .send({ email: 'changer@example.com', password: 'password of Changer' })
    expect(
      (await customer.post('/api/auth/password', { current: 'wrong one', password: 'another sentence' })).status,
    ).toBe(422)
    expect(
      (await customer.post('/api/auth/password', { current: 'password of Changer', password: 'another sentence' }))
        .status,
    ).toBe(204)
    expect((await app.anyone.get('/api/auth/me').set('Authorization', `Bearer ${other.body.token}`)).status).toBe(401)
    expect((await customer.get('/api/tickets')).status).toBe(200)
    expect(
      (await app.anyone.post('/api/auth/sign-in').send({ email: 'changer@example.com', password: 'another sentence' }))
        .status,
    ).toBe(200)
  })
})

describe('roles', () => {
  test('are given by those who may give them, and count from the next request on', async () => {
    const manager = await app.as('Manager')
    const customer = await app.as('Customer', 'Rising')
    const path = `/api/people/${customer.id}`
    const other = await app.as('Customer', 'Steady')
    const seen = (await customer.get('/api/people?limit=100')).body.items
    expect(seen.map(({ id }: { id: string }) => id)).not.toContain(other.id)
    const raised = await manager.patch(path, { roles: ['Customer', 'Agent'] })
    expect([raised.status, raised.body.roles]).toEqual([200, ['Customer', 'Agent']])
    expect((await customer.get('/api/auth/me')).body.roles).toEqual(['Agent', 'Customer'])
    expect((await manager.patch(path, { roles: ['Customer'] })).status).toBe(200)
    expect((await customer.get('/api/auth/me')).body.roles).toEqual(['Customer'])
  })

  test(
    'nobody gives what they may not give, nobody raises themselves',
    { tags: 'reference/signing-up-and-signing-in' },
    async () => {
      const manager = await app.as('Manager')
      const administrator = await app.as('Administrator')
      const customer = await app.as('Customer', 'Modest')
      expect((await manager.patch(`/api/people/${customer.id}`, { roles: ['Manager'] })).status).toBe(403)
      expect((await manager.patch(`/api/people/${customer.id}`, { roles: ['Administrator'] })).status).toBe(403)
      expect((await manager.patch(`/api/people/${manager.id}`, { roles: ['Manager', 'Agent'] })).status).toBe(403)
      expect((await manager.patch(`/api/people/${administrator.id}`, { roles: [] })).status).toBe(403)
      expect((await manager.patch(`/api/people/${administrator.id}`, { email: 'mine@example.com' })).status).toBe(403)
      expect((await customer.patch(`/api/people/${customer.id}`, { roles: ['Agent'] })).status).toBe(422)
      expect((await administrator.patch(`/api/people/${customer.id}`, { roles: ['Nonsense'] })).status).toBe(422)
      expect((await manager.post('/api/auth/invitations', { roles: ['Manager'] })).status).toBe(403)
      expect((await administrator.patch(`/api/people/${customer.id}`, { roles: ['Manager'] })).status).toBe(200)
    },
  )

  test('a person who is no longer active is out at once', async () => {
    const administrator = await app.as('Administrator')
    const customer = await app.as('Customer', 'Leaving')
    expect((await customer.post('/api/tickets', TICKET)).status).toBe(201)
    expect((await administrator.patch(`/api/people/${customer.id}`, { active: false })).status).toBe(200)
    expect((await customer.get('/api/tickets')).status).toBe(401)
    expect(
      (
        await app.anyone
          .post('/api/auth/sign-in')
          .send({ email: 'leaving@example.com', password: 'password of Leaving' })
      ).status,
    ).toBe(401)
  })

  test('a session does not come back with a person who was shut out or deleted', async () => {
    const administrator = await app.as('Administrator')
    const shutOut = await app.as('Customer', 'Shut Out')
    const deleted = await app.as('Customer', 'Deleted')
    await administrator.patch(`/api/people/${shutOut.id}`, { active: false })
    expect((await administrator.patch(`/api/people/${shutOut.id}`, { active: true })).status).toBe(200)
    await administrator.delete(`/api/people/${deleted.id}`)
    expect((await administrator.post(`/api/people/${deleted.id}/restore`)).status).toBe(200)
    for (const { get } of [shutOut, deleted]) expect((await get('/api/auth/me')).status).toBe(401)
    const again = { email: 'shut.out@example.com', password: 'password of Shut Out' }
    expect((await app.anyone.post('/api/auth/sign-in').send(again)).status).toBe(200)
  })

  test('one administrator is always left', async () => {
    const alone = await startApp(
      HELPDESK.replace('| Manager | Person | read, update | |', '| Manager | Person | everything | |'),
    )
    const first = await alone.as('Administrator', 'First')
    const manager = await alone.as('Manager')
    const path = `/api/people/${first.id}`
    for (const change of [{ active: false }, { roles: [] }, { roles: ['Customer'] }])
      expect((await first.patch(path, change)).status).toBe(403)
    expect((await first.delete(path)).status).toBe(403)
    expect((await manager.delete(path)).status).toBe(403)
    const second = await alone.as('Administrator', 'Second')
    const answers = await Promise.all([
      first.patch(`/api/people/${second.id}`, { roles: [] }),
      second.patch(path, { roles: [] }),
    ])
    const people = await alone.dependencies.storage.database.record('Person', first.id)
    const others = await alone.dependencies.storage.database.record('Person', second.id)
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect([people?.['roles'], others?.['roles']]).toContainEqual(['Administrator'])
    await alone.stop()
  })

  test('a new address is the one to sign in with', async () => {
    const manager = await app.as('Manager')
    const customer = await app.as('Customer', 'Moving')
    expect((await manager.patch(`/api/people/${customer.id}`, { email: 'moved@example.com' })).status).toBe(200)
    expect(
      (await app.anyone.post('/api/auth/sign-in').send({ email: 'moved@example.com', password: 'password of Moving' }))
        .status,
    ).toBe(200)
    expect(
      (await app.anyone.post('/api/auth/sign-in').send({ email: 'moving@example.com', password: 'password of Moving' }))
        .status,
    ).toBe(401)
  })
})

describe('an invitation', () => {
  const accept = (invitation: string, email: string) =>
    app.anyone.post('/api/auth/sign-up').send({ name: 'Ina', email, password: 'a long sentence', invitation })

  test('is good no longer when its sender may not invite any more', async () => {
    const administrator = await app.as('Administrator')
    const manager = await app.as('Manager', 'Leaving Soon')
    const [first, second] = [
      await manager.post('/api/auth/invitations', { roles: ['Agent'] }).expect(201),
      await manager.post('/api/auth/invitations', { roles: ['Agent'] }).expect(201),
    ]
    expect((await accept(first.body.invitation, 'ina1@example.com')).status).toBe(201)
    await administrator.patch(`/api/people/${manager.id}`, { active: false }).expect(200)
    const kept = await accept(second.body.invitation, 'ina2@example.com')
    expect([kept.status, kept.body.code]).toEqual([422, 'invitation_gone'])
  })

  test('for somebody who is recorded already makes one account, however many were sent', async () => {
    const administrator = await app.as('Administrator')
    const made = await administrator.post('/api/people', { name: 'Ina', email: 'ina@example.com' }).expect(201)
    const invite = () => administrator.post('/api/auth/invitations', { roles: [], person: made.body.id }).expect(201)
    const [first, second] = [await invite(), await invite()]
    const elsewhere = await accept(first.body.invitation, 'somebody@example.com')
    expect([elsewhere.status, elsewhere.body.errors]).toMatchObject([422, [{ field: 'email', code: 'not_invited' }]])
    const accepted = await accept(first.body.invitation, 'INA@example.com')
    expect([accepted.status, accepted.body.person]).toEqual([201, made.body.id])
    expect((await accept(second.body.invitation, 'somebody@example.com')).body.code).toBe('invitation_gone')
  })
})

test('of a person who is removed for good no account is kept, and the address is free', async () => {
  const shortLived = await startApp(
    documentOf({
      3: '### Person\n\n- deleted: for good\n\n| field | type |\n|---|---|\n| note | text |',
      6: '- sign-up: open, as Member\n\n| role | is |\n|---|---|\n| Member | is here |',
    }),
  )
  const administrator = await shortLived.as('Administrator')
  const { id: person = '' } = await signUp(urlOf(shortLived), eva)
  await administrator.delete(`/api/people/${person}`).expect(204)
  const { database } = shortLived.dependencies.storage
  const kept = await Promise.all(
    (['account', 'session', 'token', 'link', 'second_factor', 'passkey', 'identity'] as const).map((table) =>
      database.systemOf(table, person),
    ),
  )
  expect(kept.flat()).toEqual([])
  await signUp(urlOf(shortLived), eva)
  await shortLived.stop()
})
