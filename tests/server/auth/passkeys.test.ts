// Passkeys over HTTP, with an authenticator in software: added, listed, renamed, removed, and used to sign in (A14).
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inviteFirst } from '../../../server/auth/invitations.ts'
import { HELPDESK } from '../../helpers/helpdesk.ts'
import type { Lies, SoftwareAuthenticator } from '../../helpers/software-authenticator.ts'
import { softwareAuthenticator } from '../../helpers/software-authenticator.ts'
import type { Caller, TestApp } from '../../helpers/start-app.ts'
import { startApp } from '../../helpers/start-app.ts'

const DOCUMENT = HELPDESK.replace('- sign-in: password', '- sign-in: password, passkey').replace(
  '| requests | 300 per minute |',
  '| requests | 100,000 per minute |\n| sign-in attempts | 1,000 per minute |',
)

let app: TestApp
let origin = ''
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  origin = originOf(app)
})
afterAll(() => app.stop())

function originOf({ server }: TestApp): string {
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

async function addPasskey(caller: Caller, name = 'Laptop', device = softwareAuthenticator(origin), lies: Lies = {}) {
  const { body: options } = await caller.post('/api/auth/passkeys/challenge', {})
  const answer = await caller.post('/api/auth/passkeys', { name, response: device.create(options, lies) })
  return { device, answer }
}

async function askChallenge() {
  return (await app.anyone.post('/api/auth/sign-in/passkey/challenge').send({})).body
}

const show = (response: object) => app.anyone.post('/api/auth/sign-in/passkey').send({ response })

async function signIn(device: SoftwareAuthenticator, lies: Lies = {}) {
  return show(device.get(await askChallenge(), lies))
}

/** What every refusal looks like, but for the number of the request. */
const refusedBody = (body: object) => ({ ...body, request: '' })

describe('a passkey', () => {
  test('is added by whoever is signed in, listed, renamed and removed', async () => {
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

  test('signs in without an address, and counts as both factors', async () => {
    const person = await app.as('Customer', 'Quick')
    const { device } = await addPasskey(person)
    const { status, body, headers } = await signIn(device)
    expect([status, body]).toMatchObject([200, { person: person.id, token: expect.stringMatching(/^[\w-]{43}$/) }])
    expect(headers['set-cookie']?.[0]).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/)
    expect((await signIn(device)).status).toBe(200)
    expect((await person.get('/api/auth/passkeys')).body.items[0].used_at).not.toBeNull()
    const row = await app.dependencies.storage.reader.systemOf('session', person.id)
    expect(row.at(-1)?.value).toMatchObject({ strong: true })
  })

  test('of an authenticator that does not count works each time', async () => {
    const person = await app.as('Customer', 'Synchronised')
    const { device } = await addPasskey(person, 'Phone', softwareAuthenticator(origin, { counts: false }))
    expect([(await signIn(device)).status, (await signIn(device)).status]).toEqual([200, 200])
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

  test('of somebody who is no longer active does not sign in', async () => {
    const administrator = await app.as('Administrator')
    const person = await app.as('Customer', 'Leaver')
    const { device } = await addPasskey(person)
    await administrator.patch(`/api/people/${person.id}`, { active: false })
    expect((await signIn(device)).status).toBe(401)
  })

  test('is refused where the document does not list it', async () => {
    const plain = await startApp(HELPDESK)
    const person = await plain.as('Customer')
    expect((await plain.anyone.post('/api/auth/sign-in/passkey/challenge').send({})).body.code).toBe('way_not_offered')
    expect((await person.post('/api/auth/passkeys/challenge', {})).status).toBe(403)
    await plain.stop()
  })
})

test('whoever signed in long ago proves first to be it, before a passkey is added or removed', async () => {
  const person = await app.as('Customer', 'Still there')
  const { answer } = await addPasskey(person)
  app.clock.now += 24 * 60 * 60 * 1000
  expect((await person.post('/api/auth/passkeys/challenge', {})).body.code).toBe('proof_needed')
  expect((await person.delete(`/api/auth/passkeys/${answer.body.id}`)).body.code).toBe('proof_needed')
  const proven = await person.post('/api/auth/proof', { password: 'password of Still there' })
  Object.assign(person, app.with(person, proven.body.token))
  expect((await person.delete(`/api/auth/passkeys/${answer.body.id}`)).status).toBe(204)
})

test('the first passkey is a second factor where the role asks for one, and a second one is added with the first', async () => {
  const strict = await startApp(DOCUMENT.replace('- sign-in:', '- second factor: Customer\n- sign-in:'))
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
  expect([challenge.status, challenge.body.code]).toEqual([403, 'passkey_needed'])
  await strict.stop()
})

describe('signing up with a passkey', () => {
  const known = { name: 'Fresh', email: 'fresh@example.com' }
  const post = (desk: TestApp, path: string, body: object) =>
    desk.anyone.post(`/api/auth/sign-up/passkey${path}`).send(body)
  async function signUp(desk: TestApp, more: object = {}, lies: Lies = {}) {
    const device = softwareAuthenticator(originOf(desk))
    const { body: options } = await post(desk, '/challenge', known)
    const passkey = { name: 'Phone', response: device.create(options, lies) }
    return { device, passkey, answer: await post(desk, '', { ...known, ...more, passkey }) }
  }

  test('needs no password, and takes an address once', async () => {
    const { device, passkey, answer } = await signUp(app)
    expect([answer.status, answer.body.token]).toEqual([201, expect.stringMatching(/^[\w-]{43}$/)])
    expect((await signIn(device)).body.person).toBe(answer.body.person)
    const bearer = `Bearer ${answer.body.token}`
    expect((await app.anyone.get('/api/auth/me').set('Authorization', bearer)).body).toMatchObject({
      roles: ['Customer'],
    })
    expect((await post(app, '', { ...known, email: 'other@example.com', passkey })).status).toBe(422)
    const again = await signUp(app)
    expect([again.answer.status, again.answer.body.errors?.[0]?.field]).toEqual([409, 'email'])
    for (const password of ['', 'undefined', 'Fresh'])
      expect((await app.anyone.post('/api/auth/sign-in').send({ email: known.email, password })).status).toBe(401)
  })

  test('is refused for whatever does not prove what it must, and for more than a person may say', async () => {
    const email = 'liar@example.com'
    expect((await signUp(app, { email }, { unverified: true })).answer.status).toBe(422)
    expect((await signUp(app, { email }, { origin: 'https://evil.example' })).answer.status).toBe(403)
    expect((await signUp(app, { email, roles: ['Administrator'] })).answer.status).toBe(422)
    expect((await post(app, '', { ...known, email, passkey: {} })).status).toBe(400)
  })

  test('takes an invitation, also where nobody has a password', async () => {
    const ways = '- sign-in: passkey'
    const document = DOCUMENT.replace('- sign-up: open, as Customer', '- sign-up: by invitation')
    const desk = await startApp(document.replace('- sign-in: password, passkey', ways))
    const first = await inviteFirst(desk.dependencies, new Date(desk.clock.now).toISOString())
    expect((await signUp(desk)).answer.status).toBe(403)
    const { answer } = await signUp(desk, { invitation: first?.invitation })
    const bearer = `Bearer ${answer.body.token}`
    expect((await desk.anyone.get('/api/auth/me').set('Authorization', bearer)).body.administrator).toBe(true)
    const byPassword = await desk.anyone.post('/api/auth/sign-up').send({ ...known, password: 'a long sentence' })
    expect(byPassword.body.code).toBe('way_not_offered')
    await desk.stop()
  })
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
    expect((await add(person, given)).status).toBe(422)
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

describe('signing in with a passkey is refused', () => {
  const lies: readonly [string, Lies, number][] = [
    ['at another origin', { origin: 'https://evil.example' }, 403],
    ['for another relying party', { rpId: 'evil.example' }, 401],
    ['without verification of the user', { unverified: true }, 401],
    ['without the presence of the user', { absent: true }, 401],
    ['when the counter goes back', { counter: 1 }, 401],
    ['when the counter stands still', { counter: 2 }, 401],
    ['for somebody else', { handle: 'c29tZWJvZHkgZWxzZQ' }, 401],
    ['without saying for whom', { handle: '' }, 401],
    ['with a challenge that was never given', { challenge: Buffer.alloc(32, 7).toString('base64url') }, 401],
    ['with an answer to another question', { type: 'webauthn.create' }, 401],
    ['in a frame of another site', { crossOrigin: true }, 401],
  ]
  test.each(lies)('%s', async (name, lie, status) => {
    const { device } = await addPasskey(await app.as('Customer', `Refused ${name}`))
    expect((await signIn(device)).status).toBe(200)
    expect((await signIn(device, lie)).status).toBe(status)
    expect((await signIn(device, { counter: 50 })).status).toBe(200)
  })

  test('with another key under a known name', async () => {
    const { device } = await addPasskey(await app.as('Customer', 'Known'))
    const { device: other } = await addPasskey(await app.as('Customer', 'Forger'))
    const { id } = device.get(await askChallenge()) as { readonly id: string }
    const forged = { ...other.get(await askChallenge()), id, rawId: id }
    expect((await show(forged)).status).toBe(401)
  })

  test('by a copy that is behind', async () => {
    const { device } = await addPasskey(await app.as('Customer', 'Copied'))
    const copy = device.copy()
    expect((await signIn(device)).status).toBe(200)
    expect((await signIn(copy)).status).toBe(401)
  })

  test('with a challenge of five minutes ago, or with one that was used', async () => {
    const { device } = await addPasskey(await app.as('Customer', 'Late'))
    const options = await askChallenge()
    app.clock.now += 5 * 60 * 1000 + 1
    expect((await show(device.get(options))).status).toBe(401)
    const fresh = await askChallenge()
    const response = device.get(fresh)
    expect((await show(response)).status).toBe(200)
    expect((await show(response)).status).toBe(401)
    expect((await show(device.get(fresh))).status).toBe(401)
  })

  test('with a challenge that was given for something else', async () => {
    const person = await app.as('Customer', 'Mixed up')
    const { device } = await addPasskey(person)
    const { body: options } = await person.post('/api/auth/passkeys/challenge', {})
    const { challenge } = options
    expect((await signIn(device, { challenge })).status).toBe(401)
    const passkey = { name: 'Phone', response: device.copy().create(options) }
    const applicant = { name: 'Mixed up', email: 'mixed.up.too@example.com', passkey }
    expect((await app.anyone.post('/api/auth/sign-up/passkey').send(applicant)).status).toBe(422)
  })

  test('alike for an unknown passkey and for a wrong answer of a known one', async () => {
    const { device } = await addPasskey(await app.as('Customer', 'Alike'))
    const stranger = softwareAuthenticator(origin)
    const { body: options } = await (await app.as('Customer', 'Alike')).post('/api/auth/passkeys/challenge', {})
    stranger.create(options)
    const unknown = await signIn(stranger)
    const wrong = await signIn(device, { unverified: true })
    expect([unknown.status, refusedBody(unknown.body)]).toEqual([wrong.status, refusedBody(wrong.body)])
  })

  test('for whatever is no answer of an authenticator', async () => {
    const { challenge } = await askChallenge()
    const clientDataJSON = Buffer.from(JSON.stringify({ challenge, origin, type: 'webauthn.get' })).toString(
      'base64url',
    )
    const nothings: unknown[] = [
      null,
      'x',
      [],
      {},
      { response: null },
      { response: { clientDataJSON: 1 } },
      { response: { clientDataJSON: 'e30' } },
      { id: '__proto__', response: { clientDataJSON } },
      { id: {}, response: { clientDataJSON } },
    ]
    for (const response of nothings)
      expect((await app.anyone.post('/api/auth/sign-in/passkey').send({ response })).status).toBe(401)
  })

  test('from another site', async () => {
    const answer = await app.anyone
      .post('/api/auth/sign-in/passkey')
      .set('Origin', 'https://evil.example')
      .send({ response: {} })
    expect([answer.status, answer.body.code]).toEqual([403, 'foreign_origin'])
  })
})

test('what is done with passkeys stands in the audit', async () => {
  const person = await app.as('Customer', 'Noted')
  const { device, answer } = await addPasskey(person, 'Key ring')
  await signIn(device)
  await signIn(device, { unverified: true })
  await person.delete(`/api/auth/passkeys/${answer.body.id}`)
  const noted = await app.dependencies.storage.reader.audit({ limit: 4 })
  expect(noted.map(({ event, by, subject, detail }) => [event, by, subject, detail])).toEqual([
    ['passkey_removed', person.id, null, { name: 'Key ring' }],
    ['sign_in_failed', null, person.id, { way: 'passkey' }],
    ['sign_in', person.id, null, { way: 'passkey' }],
    ['passkey_added', person.id, null, { name: 'Key ring' }],
  ])
})

test('of fifty who show one challenge at once, one gets in', async () => {
  const { device } = await addPasskey(
    await app.as('Customer', 'Racer'),
    'Phone',
    softwareAuthenticator(origin, { counts: false }),
  )
  const response = device.get(await askChallenge())
  const answers = await Promise.all(Array.from({ length: 50 }, () => show(response)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 49 }, () => 401),
  ])
})

test('of two answers with one counter at once, one gets in', async () => {
  const { device } = await addPasskey(await app.as('Customer', 'Twice'))
  const [first, second] = [await askChallenge(), await askChallenge()]
  const responses = [device.get(first, { counter: 9 }), device.get(second, { counter: 9 })]
  const answers = await Promise.all(responses.map((response) => show(response)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('where people reach the application is configured, never read from the request', async () => {
  const evil = await app.anyone
    .post('/api/auth/sign-in/passkey/challenge')
    .set('Host', 'evil.example')
    .set('X-Forwarded-Host', 'evil.example')
    .send({})
  expect(evil.body.rpId).toBe('localhost')
})

test('the last way to sign in is not removed', async () => {
  const only = await startApp(DOCUMENT.replace('- sign-in: password, passkey', '- sign-in: passkey'))
  const person = await only.as('Customer')
  const { answer } = await addPasskey(person, 'Only one', softwareAuthenticator(originOf(only)))
  const { status, body } = await person.delete(`/api/auth/passkeys/${answer.body.id}`)
  expect([status, body.code]).toEqual([409, 'last_way'])
  expect((await person.get('/api/auth/passkeys')).body.items).toHaveLength(1)
  const password = { email: 'customer.1@example.com', password: 'password of Customer 1' }
  expect((await only.anyone.post('/api/auth/sign-in').send(password)).body.code).toBe('way_not_offered')
  await only.stop()
})

test('challenges from one address are limited', async () => {
  const busy = await startApp(DOCUMENT)
  const ask = () => busy.anyone.post('/api/auth/sign-in/passkey/challenge').send({})
  const answers = await Promise.all(Array.from({ length: 301 }, ask))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  await busy.stop()
})
