// Signing in with a passkey, and every answer of an authenticator that does not do.
// @module-tag A14
// @module-tag call/post/auth/sign-in/passkey
// @module-tag call/post/auth/sign-in/passkey/challenge
import { afterAll, describe, expect, test } from 'vitest'
import { startPasskeyDesk } from '../../../apps/passkey-desk.ts'
import type { Lies } from '../../../doubles/software-authenticator.ts'
import { softwareAuthenticator } from '../../../doubles/software-authenticator.ts'

const { app, origin, addPasskey, askChallenge, show, signIn } = await startPasskeyDesk()
afterAll(() => app.stop())

/** Returns the body that every refusal has, without the number of the request. */
const refusedBody = (body: object) => ({ ...body, request: '' })

describe('a passkey', () => {
  test('signs in without an address, and counts as both factors', async () => {
    const person = await app.as('Customer', 'Quick')
    const { device } = await addPasskey(person)
    const { status, body, headers } = await signIn(device)
    expect([status, body]).toMatchObject([200, { person: person.id, token: expect.stringMatching(/^[\w-]{43}$/) }])
    expect(headers['set-cookie']?.[0]).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/)
    expect((await signIn(device)).status).toBe(200)
    expect((await person.get('/api/auth/passkeys')).body.items[0].used_at).not.toBeNull()
    const row = await app.dependencies.storage.database.systemOf('session', person.id)
    expect(row.at(-1)?.value).toMatchObject({ strong: true })
  })

  test('of an authenticator that does not count works each time', async () => {
    const person = await app.as('Customer', 'Synchronised')
    const { device } = await addPasskey(person, 'Phone', softwareAuthenticator(origin, { counts: false }))
    expect([(await signIn(device)).status, (await signIn(device)).status]).toEqual([200, 200])
  })

  test('of somebody who is no longer active does not sign in', async () => {
    const administrator = await app.as('Administrator')
    const person = await app.as('Customer', 'Leaver')
    const { device } = await addPasskey(person)
    await administrator.patch(`/api/people/${person.id}`, { active: false })
    expect((await signIn(device)).status).toBe(401)
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
    ['without naming a person', { handle: '' }, 401],
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
      {},
      { response: null },
      { response: { clientDataJSON: 1 } },
      { response: { clientDataJSON: 'e30' } },
      { id: '__proto__', response: { clientDataJSON } },
      { id: {}, response: { clientDataJSON } },
    ]
    const send = async (response: unknown) =>
      (await app.anyone.post('/api/auth/sign-in/passkey').send({ response })).status
    for (const response of nothings) expect(await send(response)).toBe(401)
    for (const response of [null, 'x', []]) expect(await send(response)).toBe(400)
  })

  test('from another site', async () => {
    const answer = await app.anyone
      .post('/api/auth/sign-in/passkey')
      .set('Origin', 'https://evil.example')
      .send({ response: {} })
    expect([answer.status, answer.body.code]).toEqual([403, 'foreign_origin'])
  })
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
