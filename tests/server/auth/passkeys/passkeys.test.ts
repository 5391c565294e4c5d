// One's own passkeys over HTTP, with an authenticator in software: added, listed, renamed, removed.
// @module-tag A14
// @module-tag call/get/auth/passkeys
// @module-tag call/post/auth/passkeys
// @module-tag call/post/auth/passkeys/challenge
// @module-tag call/patch/auth/passkeys/id
// @module-tag call/delete/auth/passkeys/id
import { afterAll, describe, expect, test } from 'vitest'
import { HELPDESK } from '../../../apps/helpdesk.ts'
import { createPostBox } from '../../../doubles/mailbox.ts'
import { originOf, PASSKEY_DESK, startPasskeyDesk } from '../../../apps/passkey-desk.ts'
import type { Lies } from '../../../doubles/software-authenticator.ts'
import { softwareAuthenticator } from '../../../doubles/software-authenticator.ts'
import type { Caller } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const { app, origin, addPasskey, askChallenge, signIn } = await startPasskeyDesk()
afterAll(() => app.stop())

describe('a passkey', () => {
  test('is added by a person who is signed in, listed, renamed and removed', async () => {
    const person = await app.as('Customer', 'Owner')
    const { body: options } = await person.post('/api/auth/passkeys/challenge', {})
    expect(options).toMatchObject({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: 'localhost' },
      user: { name: 'owner@example.com', displayName: 'Owner' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const { answer } = await addPasskey(person, '  My   laptop ')
    expect([answer.status, answer.body]).toMatchObject([201, { name: 'My laptop', used_at: null }])
    const path = `/api/auth/passkeys/${answer.body.id}`
    expect((await person.patch(path, { name: 'Work laptop' })).body).toMatchObject({ name: 'Work laptop' })
    const { body, text } = await person.get('/api/auth/passkeys')
    expect(body.items).toMatchObject([{ id: answer.body.id, name: 'Work laptop', used_at: null }])
    expect(text).not.toMatch(/publicKey|handle|counter/)
    expect((await person.delete(path)).status).toBe(204)
    expect((await person.get('/api/auth/passkeys')).body.items).toEqual([])
    expect((await person.delete(path)).status).toBe(404)
  })

  test('is nobody else’s to see, rename or remove', async () => {
    const { answer } = await addPasskey(await app.as('Customer', 'Careful'))
    const other = await app.as('Customer', 'Curious')
    const path = `/api/auth/passkeys/${answer.body.id}`
    expect((await other.get('/api/auth/passkeys')).body.items).toEqual([])
    expect((await other.patch(path, { name: 'Mine' })).status).toBe(404)
    expect((await other.delete(path)).status).toBe(404)
    for (const at of ['/api/auth/passkeys', '/api/auth/passkeys/challenge'])
      expect((await app.anyone.post(at).send({})).status).toBe(401)
    expect((await app.anyone.get('/api/auth/passkeys')).status).toBe(401)
  })

  test('has a name of at most 100 characters', async () => {
    const person = await app.as('Customer', 'Nameless')
    for (const name of ['', '   ', 'x'.repeat(101)]) {
      const { answer } = await addPasskey(person, name)
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, 'name'])
    }
  })

  test('that is removed signs in no more, and ends what else was open', async () => {
    const person = await app.as('Customer', 'Lost')
    const { device, answer } = await addPasskey(person)
    const there = await signIn(device)
    expect((await person.delete(`/api/auth/passkeys/${answer.body.id}`)).status).toBe(204)
    expect((await signIn(device)).status).toBe(401)
    const bearer = `Bearer ${there.body.token}`
    expect((await app.anyone.get('/api/auth/me').set('Authorization', bearer)).status).toBe(401)
    expect((await person.get('/api/auth/passkeys')).status).toBe(200)
  })

  test('is refused where the document does not list it', async () => {
    const plain = await startApp(HELPDESK)
    const person = await plain.as('Customer')
    expect((await plain.anyone.post('/api/auth/sign-in/passkey/challenge').send({})).body.code).toBe(
      'sign_in_method_not_offered',
    )
    expect((await person.post('/api/auth/passkeys/challenge', {})).status).toBe(403)
    await plain.stop()
  })
})

test('a person who signed in long ago re-authenticates, before a passkey is added or removed', async () => {
  const person = await app.as('Customer', 'Still there')
  const { answer } = await addPasskey(person)
  app.clock.now += 24 * 60 * 60 * 1000
  expect((await person.post('/api/auth/passkeys/challenge', {})).body.code).toBe('proof_needed')
  expect((await person.delete(`/api/auth/passkeys/${answer.body.id}`)).body.code).toBe('proof_needed')
  const proven = await person.post('/api/auth/reauthentication', { password: 'password of Still there' })
  Object.assign(person, app.with(person, proven.body.token))
  expect((await person.delete(`/api/auth/passkeys/${answer.body.id}`)).status).toBe(204)
})

test('the first passkey is a second factor where the role asks for one, and a second one is added with the first', async () => {
  const strict = await startApp(PASSKEY_DESK.replace('- sign-in:', '- second factor: Customer\n- sign-in:'))
  const at = originOf(strict)
  const person = await strict.as('Customer')
  expect((await person.get('/api/tickets')).body.code).toBe('second_factor_needed')
  const right = { email: 'customer.1@example.com', password: 'password of Customer 1' }
  const { body: elsewhere } = await strict.anyone.post('/api/auth/sign-in').send(right)
  const { device, answer } = await addPasskey(person, 'Phone', softwareAuthenticator(at))
  const me = await strict.anyone.get('/api/auth/me').set('Authorization', `Bearer ${elsewhere.token}`)
  expect(me.status).toBe(401)
  expect([answer.status, answer.body.token]).toEqual([201, expect.stringMatching(/^[\w-]{43}$/)])
  const tickets = (token: string) => strict.anyone.get('/api/tickets').set('Authorization', `Bearer ${token}`)
  expect((await tickets(answer.body.token)).status).toBe(200)
  expect((await tickets(person.token)).status).toBe(401)
  const { body: options } = await strict.anyone.post('/api/auth/sign-in/passkey/challenge').send({})
  const byPasskey = await strict.anyone.post('/api/auth/sign-in/passkey').send({ response: device.get(options) })
  expect((await tickets(byPasskey.body.token)).status).toBe(200)
  const { body } = await strict.anyone.post('/api/auth/sign-in').send(right)
  const challenge = await strict.anyone
    .post('/api/auth/passkeys/challenge')
    .set('Authorization', `Bearer ${body.token}`)
    .send({})
  expect([challenge.status, challenge.body.code]).toEqual([403, 'second_proof_needed'])
  await strict.stop()
})

describe('adding a passkey is refused', () => {
  const lies: readonly [string, Lies, number][] = [
    ['at another origin', { origin: 'https://evil.example' }, 403],
    ['at a sub-domain', { origin: 'http://evil.localhost' }, 403],
    ['for another relying party', { rpId: 'evil.example' }, 422],
    ['without verification of the user', { unverified: true }, 422],
    ['without the presence of the user', { absent: true }, 422],
    ['with a challenge that was never given', { challenge: Buffer.alloc(32).toString('base64url') }, 422],
    ['with an answer to another question', { type: 'webauthn.get' }, 422],
  ]
  test.each(lies)('%s', async (_, lie, status) => {
    const person = await app.as('Customer', 'Liar')
    const { answer } = await addPasskey(person, 'Laptop', softwareAuthenticator(origin), lie)
    expect(answer.status).toBe(status)
    expect((await person.get('/api/auth/passkeys')).body.items).toEqual([])
  })

  test('with somebody else’s challenge, a challenge for signing in, one used before, or one of five minutes ago', async () => {
    const person = await app.as('Customer', 'First')
    const other = await app.as('Customer', 'Second')
    const device = softwareAuthenticator(origin)
    const add = (caller: Caller, options: Parameters<typeof device.create>[0]) =>
      caller.post('/api/auth/passkeys', { name: 'Laptop', response: device.create(options) })
    const { body: given } = await person.post('/api/auth/passkeys/challenge', {})
    expect((await add(other, given)).status).toBe(422)
    const { challenge } = await askChallenge()
    expect((await add(person, { ...given, challenge })).status).toBe(422)
    const { body: late } = await person.post('/api/auth/passkeys/challenge', {})
    app.clock.now += 5 * 60 * 1000 + 1
    expect((await add(person, late)).status).toBe(422)
    const { body: fresh } = await person.post('/api/auth/passkeys/challenge', {})
    expect((await add(person, fresh)).status).toBe(201)
    expect((await add(person, fresh)).status).toBe(422)
  })

  test('when it is somebody’s already', async () => {
    const device = softwareAuthenticator(origin)
    const person = await app.as('Customer', 'Holder')
    const { body: options } = await person.post('/api/auth/passkeys/challenge', {})
    const response = device.create(options)
    expect((await person.post('/api/auth/passkeys', { name: 'Mine', response })).status).toBe(201)
    const thief = await app.as('Customer', 'Thief')
    const { body: other } = await thief.post('/api/auth/passkeys/challenge', {})
    const stolen = { ...response, ...device.copy().create({ ...other }), id: (response as { id: string }).id }
    expect((await thief.post('/api/auth/passkeys', { name: 'Mine', response: stolen })).status).toBe(422)
  })
})

test('what is done with passkeys stands in the audit', async () => {
  const person = await app.as('Customer', 'Noted')
  const { device, answer } = await addPasskey(person, 'Key ring')
  await signIn(device)
  await signIn(device, { unverified: true })
  await person.delete(`/api/auth/passkeys/${answer.body.id}`)
  const noted = await app.dependencies.storage.database.audit({ limit: 4 })
  expect(noted.map(({ event, by, subject, detail }) => [event, by, subject, detail])).toEqual([
    ['passkey_removed', person.id, null, { name: 'Key ring' }],
    ['sign_in_failed', null, person.id, { way: 'passkey' }],
    ['sign_in', person.id, null, { way: 'passkey' }],
    ['passkey_added', person.id, null, { name: 'Key ring' }],
  ])
})

test('the last way to sign in is not removed', async () => {
  const only = await startApp(PASSKEY_DESK.replace('- sign-in: password, passkey', '- sign-in: passkey'))
  const person = await only.as('Customer')
  const { answer } = await addPasskey(person, 'Only one', softwareAuthenticator(originOf(only)))
  const { status, body } = await person.delete(`/api/auth/passkeys/${answer.body.id}`)
  expect([status, body.code]).toEqual([409, 'last_sign_in_method'])
  expect((await person.get('/api/auth/passkeys')).body.items).toHaveLength(1)
  const password = { email: 'customer.1@example.com', password: 'password of Customer 1' }
  expect((await only.anyone.post('/api/auth/sign-in').send(password)).body.code).toBe('sign_in_method_not_offered')
  await only.stop()
})

test('challenges from one address are limited', async () => {
  const busy = await startApp(PASSKEY_DESK)
  const ask = () => busy.anyone.post('/api/auth/sign-in/passkey/challenge').send({})
  const answers = await Promise.all(Array.from({ length: 301 }, ask))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  await busy.stop()
})

test('and for one account, wherever it is used from', async () => {
  const { app: busy } = await startPasskeyDesk()
  const person = await busy.as('Customer', 'Eager')
  const statuses: number[] = []
  for (let count = 0; count < 61; count++) statuses.push((await person.post('/api/auth/passkeys/challenge', {})).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect((await (await busy.as('Customer', 'Calm')).post('/api/auth/passkeys/challenge', {})).status).toBe(200)
  await busy.stop()
})

test('however many challenges are asked for, nothing of them is kept', async () => {
  const rows = async () => (await app.dependencies.storage.database.systemRows('link')).length
  const before = await rows()
  await Promise.all(Array.from({ length: 50 }, askChallenge))
  expect(await rows()).toBe(before)
})

describe('a person who has lost all passkeys', () => {
  const KEYS_ALONE = PASSKEY_DESK.replace('- sign-in: password, passkey', '- sign-in: passkey')

  test('is helped by an administrator: they go, what is open ends, a letter and the audit tell', async () => {
    const box = createPostBox()
    const post = { mail: box, publicUrl: 'http://localhost' }
    const desk = await startPasskeyDesk(PASSKEY_DESK, post)
    const person = await desk.app.as('Customer', 'Lost')
    const { device } = await desk.addPasskey(person, 'Phone', softwareAuthenticator('http://localhost'))
    const administrator = await desk.app.as('Administrator')
    const take = (body: object, by = administrator) => by.post('/api/auth/second-factor/reset', body)
    expect((await take({ person: administrator.id })).status).toBe(403)
    expect((await take({ person: administrator.id }, person)).status).toBe(403)
    desk.app.clock.now += 2 * 60 * 60 * 1000
    expect((await take({ person: person.id })).body.code).toBe('proof_needed')
    desk.app.clock.now -= 2 * 60 * 60 * 1000
    expect((await take({ person: person.id })).status).toBe(204)
    expect((await take({ person: person.id })).status).toBe(422)
    expect((await desk.signIn(device)).status).toBe(401)
    expect((await person.get('/api/auth/me')).status).toBe(401)
    expect(box.letters.map(({ to, subject }) => [to, subject])).toEqual([
      ['lost@example.com', 'Helpdesk: your second factor was reset'],
    ])
    const noted = (await desk.app.dependencies.storage.database.audit({ limit: 10 })).find(
      ({ event }) => event === 'second_factor_removed',
    )
    expect(noted).toMatchObject({ by: administrator.id, subject: person.id, detail: { kind: 'passkey' } })
    const password = { email: 'lost@example.com', password: 'password of Lost' }
    expect((await desk.app.anyone.post('/api/auth/sign-in').send(password)).status).toBe(200)
    await desk.app.stop()
  })

  test('and has nothing else is invited to the account again', async () => {
    const desk = await startPasskeyDesk(KEYS_ALONE.replace('- sign-up: open, as Customer', '- sign-up: by invitation'))
    const administrator = await desk.app.as('Administrator')
    const device = softwareAuthenticator(desk.origin)
    const known = { name: 'Fresh', email: 'fresh@example.com' }
    const accept = async (invitation: string) => {
      const { body: options } = await desk.app.anyone.post('/api/auth/sign-up/passkey/challenge').send(known)
      const passkey = { name: 'Phone', response: device.create(options) }
      return desk.app.anyone.post('/api/auth/sign-up/passkey').send({ ...known, invitation, passkey })
    }
    const first = await administrator.post('/api/auth/invitations', { roles: ['Agent'] })
    const { person } = (await accept(first.body.invitation)).body
    expect((await administrator.post('/api/auth/second-factor/reset', { person })).status).toBe(204)
    const again = await administrator.post('/api/auth/invitations', { roles: [], person })
    expect(again.status).toBe(201)
    expect((await accept(again.body.invitation)).body.person).toBe(person)
    expect((await desk.signIn(device)).status).toBe(200)
    await desk.app.stop()
  })
})
