// The second factor: set up with an app, asked for at sign-in, each code good once, demanded by role where the document says so.
// @module-tag A09
// @module-tag call/post/auth/second-factor
// @module-tag call/get/auth/second-factor/own
// @module-tag call/post/auth/second-factor/set-up
// @module-tag call/post/auth/second-factor/confirm
// @module-tag call/post/auth/second-factor/recovery-codes
// @module-tag call/post/auth/second-factor/off
// @module-tag call/post/auth/second-factor/reset
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt } from '../../doubles/authenticator.ts'
import { HELPDESK, lineWith } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { swapDocument } from '../../helpers/swap-document.ts'

const UNLIMITED = HELPDESK.replace('| requests | 300 per minute |', '| requests | 1,000,000 per minute |')

let app: TestApp
beforeAll(async () => {
  app = await startApp(UNLIMITED)
})
afterAll(() => app.stop())

interface WithApp {
  readonly seed: string
  readonly codes: readonly string[]
}

async function setUp(at: TestApp, person: Caller): Promise<WithApp> {
  const begun = await person.post('/api/auth/second-factor/set-up', {})
  expect(begun.status).toBe(201)
  const { seed } = begun.body as { seed: string }
  const confirmed = await person.post('/api/auth/second-factor/confirm', { code: codeAt(seed, at.clock.now) })
  expect(confirmed.status).toBe(200)
  // The session is good for more now, under another token.
  expect((await person.get('/api/auth/me')).status).toBe(401)
  Object.assign(person, at.with(person, confirmed.body.token))
  // The code that confirmed it is used up.
  at.clock.now += 30_000
  return { seed, codes: confirmed.body.recovery_codes as readonly string[] }
}

const signIn = (at: TestApp, name: string) =>
  at.anyone
    .post('/api/auth/sign-in')
    .send({ email: `${name.toLowerCase()}@example.com`, password: `password of ${name}` })
const secondStep = (at: TestApp, challenge: string, code: string) =>
  at.anyone.post('/api/auth/second-factor').send({ challenge, code })

describe('setting up', () => {
  test('shows the seed once, as text and for the app, and ten recovery codes once it is confirmed', async () => {
    const person = await app.as('Customer', 'Ada')
    const begun = await person.post('/api/auth/second-factor/set-up', {})
    expect(begun.body).toMatchObject({
      seed: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/Helpdesk:ada%40example\.com\?issuer=Helpdesk&secret=/),
    })
    expect((await person.post('/api/auth/second-factor/confirm', { code: '000000' })).status).toBe(422)
    const confirmed = await person.post('/api/auth/second-factor/confirm', {
      code: codeAt(begun.body.seed, app.clock.now),
    })
    expect(confirmed.body.recovery_codes).toHaveLength(10)
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10)
    const now = app.with(person, confirmed.body.token)
    const own = await now.get('/api/auth/second-factor/own')
    expect(own.body).toMatchObject({ on: true, recovery_codes_left: 10, needed: false })
    expect(own.text).not.toContain(begun.body.seed)
    expect((await now.post('/api/auth/second-factor/set-up', {})).status).toBe(409)
  })

  test('ends all other sessions and tokens, and keeps the one that did it', async () => {
    const person = await app.as('Customer', 'Bea')
    const other = await signIn(app, 'Bea')
    const token = await person.post('/api/auth/tokens', { name: 'Report', roles: [] })
    await setUp(app, person)
    for (const secret of [other.body.token, token.body.token])
      expect((await app.anyone.get('/api/auth/me').set('Authorization', `Bearer ${secret}`)).status).toBe(401)
    expect((await person.get('/api/tickets')).status).toBe(200)
  })

  test('asks for the password again when the session is old', async () => {
    const person = await app.as('Customer', 'Cyd')
    const before = app.clock.now
    app.clock.now += 24 * 3_600_000
    const refused = await person.post('/api/auth/second-factor/set-up', {})
    expect([refused.status, refused.body.code]).toEqual([403, 'proof_needed'])
    expect((await person.post('/api/auth/tokens', { name: 'x', roles: [] })).body.code).toBe('proof_needed')
    expect((await person.post('/api/auth/reauthentication', { password: 'a guess' })).status).toBe(422)
    const proven = await person.post('/api/auth/reauthentication', { password: 'password of Cyd' })
    expect(proven.status).toBe(200)
    expect((await person.get('/api/auth/me')).status).toBe(401)
    expect((await app.with(person, proven.body.token).post('/api/auth/second-factor/set-up', {})).status).toBe(201)
    app.clock.now = before
  })
})

describe('signing in', () => {
  test('with only the password gives no session, and nothing that opens anything', async () => {
    const person = await app.as('Customer', 'Dan')
    const { seed } = await setUp(app, person)
    const first = await signIn(app, 'Dan')
    expect([first.status, first.body]).toEqual([
      200,
      { second_factor: ['totp', 'recovery'], challenge: expect.stringMatching(/^[\w-]{43}$/), expires_in: 300 },
    ])
    expect(first.headers['set-cookie']).toBeUndefined()
    for (const headers of [
      { Authorization: `Bearer ${first.body.challenge}` },
      { Cookie: `session=${first.body.challenge}` },
    ])
      for (const path of ['/api/tickets', '/api/auth/sessions', '/api/system/inbox', '/api/auth/tokens'])
        expect((await app.anyone.get(path).set(headers)).status).toBe(401)
    const second = await secondStep(app, first.body.challenge, codeAt(seed, app.clock.now))
    expect([second.status, second.body.person]).toEqual([200, person.id])
    const me = await app.anyone.get('/api/auth/me').set('Authorization', `Bearer ${second.body.token}`)
    expect(me.body.person.name).toBe('Dan')
  })

  test('takes a code once, even sent twice at once, and none from before', async () => {
    const person = await app.as('Customer', 'Eli')
    const { seed } = await setUp(app, person)
    const code = codeAt(seed, app.clock.now)
    const challenges = await Promise.all(
      Array.from({ length: 4 }, async () => (await signIn(app, 'Eli')).body.challenge),
    )
    const statuses = (await Promise.all(challenges.map((each) => secondStep(app, each, code)))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
    const [again] = challenges.filter((_, at) => statuses[at] === 401)
    const before = codeAt(seed, app.clock.now - 30_000)
    expect((await secondStep(app, String(again), before)).status).toBe(401)
    app.clock.now += 30_000
    expect((await secondStep(app, String(again), codeAt(seed, app.clock.now))).status).toBe(200)
  })

  test('a clock may be half a minute off, no more', async () => {
    const person = await app.as('Customer', 'Fay')
    const { seed } = await setUp(app, person)
    app.clock.now += 300_000
    const { challenge } = (await signIn(app, 'Fay')).body
    for (const off of [-90_000, -60_000, 60_000, 90_000])
      expect((await secondStep(app, challenge, codeAt(seed, app.clock.now + off))).status).toBe(401)
    expect((await secondStep(app, challenge, codeAt(seed, app.clock.now + 30_000))).status).toBe(200)
  })

  test('takes each recovery code once, even sent twice at once, however it is typed', async () => {
    const person = await app.as('Customer', 'Gus')
    const { codes } = await setUp(app, person)
    const challenges = await Promise.all(
      Array.from({ length: 4 }, async () => (await signIn(app, 'Gus')).body.challenge),
    )
    const typed = String(codes[0]).toUpperCase().replaceAll('-', ' ')
    const answers = await Promise.all(challenges.map((each) => secondStep(app, each, typed)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
    const { token } = answers.find(({ status }) => status === 200)?.body ?? {}
    const own = await app.anyone.get('/api/auth/second-factor/own').set('Authorization', `Bearer ${token}`)
    expect(own.body.recovery_codes_left).toBe(9)
  })

  test('the first step is good for five tries, for five minutes, and for one session', async () => {
    const other = await startApp(UNLIMITED)
    const person = await other.as('Customer', 'Hal')
    const { seed } = await setUp(other, person)
    const tried = (await signIn(other, 'Hal')).body.challenge
    for (let index = 0; index < 5; index++) expect((await secondStep(other, tried, '000000')).status).toBe(401)
    const right = () => codeAt(seed, other.clock.now)
    expect((await secondStep(other, tried, right())).body.code).toBe('challenge_gone')
    const late = (await signIn(other, 'Hal')).body.challenge
    other.clock.now += 301_000
    expect((await secondStep(other, late, right())).body.code).toBe('challenge_gone')
    const good = (await signIn(other, 'Hal')).body.challenge
    expect((await secondStep(other, good, right())).status).toBe(200)
    other.clock.now += 30_000
    expect((await secondStep(other, good, right())).body.code).toBe('challenge_gone')
    await other.stop()
  })

  test('codes are limited for an account, whatever the number of first steps', async () => {
    const other = await startApp(UNLIMITED)
    const person = await other.as('Customer', 'Ivy')
    await setUp(other, person)
    const statuses: number[] = []
    for (let index = 0; index < 5; index++) {
      const { challenge } = (await signIn(other, 'Ivy')).body
      for (let each = 0; each < 4; each++) statuses.push((await secondStep(other, challenge, '000000')).status)
    }
    const most = other.dependencies.current.running.model.settings.signInAttempts.count
    expect(statuses.filter((status) => status === 401)).toHaveLength(most)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - most)
    await other.stop()
  })
})

describe('switching off', () => {
  test('needs both factors just now, not only one; new recovery codes too, and the old ones are good no longer', async () => {
    const person = await app.as('Customer', 'Jon')
    const { seed, codes } = await setUp(app, person)
    const code = () => codeAt(seed, app.clock.now)
    const password = 'password of Jon'
    const off = () => person.post('/api/auth/second-factor/off', {})
    const prove = async (proof: object) => {
      const { status, body } = await person.post('/api/auth/reauthentication', proof)
      if (status === 200) Object.assign(person, app.with(person, body.token))
      return status
    }
    app.clock.now += 130_000
    expect((await off()).body.code).toBe('second_proof_needed')
    expect(await prove({ password, code: code() })).toBe(200)
    const renewed = await person.post('/api/auth/second-factor/recovery-codes', {})
    expect(renewed.body.recovery_codes).toHaveLength(10)
    app.clock.now += 130_000
    for (const proof of [
      { password: 'a guess', code: code() },
      { password, code: '000000' },
      { password, code: String(codes[0]) },
    ])
      expect(await prove(proof)).toBe(422)
    for (const alone of [{ password }, { code: code() }]) {
      app.clock.now += 130_000
      expect(await prove('code' in alone ? { code: code() } : alone)).toBe(200)
      expect((await off()).body.code).toBe('second_proof_needed')
    }
    app.clock.now += 130_000
    expect(await prove({ password, code: renewed.body.recovery_codes[3] })).toBe(200)
    expect((await off()).status).toBe(204)
    expect((await signIn(app, 'Jon')).body).toHaveProperty('token')
  })

  test('an administrator helps a person who has lost the app, and nobody else can', async () => {
    const person = await app.as('Customer', 'Kim')
    await setUp(app, person)
    const manager = await app.as('Manager')
    const administrator = await app.as('Administrator')
    const body = { person: person.id }
    expect((await manager.post('/api/auth/second-factor/reset', body)).status).toBe(403)
    expect((await person.post('/api/auth/second-factor/reset', body)).status).toBe(403)
    expect((await administrator.post('/api/auth/second-factor/reset', body)).status).toBe(204)
    expect((await person.get('/api/auth/sessions')).status).toBe(401)
    expect((await signIn(app, 'Kim')).body).toHaveProperty('token')
  })
})

describe('where the document asks for a second factor', () => {
  const document = UNLIMITED.replace(
    '- sign-in: password',
    '- sign-in: password\n- second factor: Manager, administrators',
  )
  const cited = lineWith('second factor:', document)
  let strict: TestApp
  beforeAll(async () => {
    strict = await startApp(document)
  })
  afterAll(() => strict.stop())

  test('a person who has none gets nothing but its setting up, with the line that says so', async () => {
    const manager = await strict.as('Manager', 'Lea')
    for (const path of ['/api/tickets', '/api/people', '/api/auth/sessions', '/api/auth/tokens', '/api/openapi.json']) {
      const { status, body } = await manager.get(path)
      expect([path, status, body.code, body.source?.line]).toEqual([path, 403, 'second_factor_needed', cited.line])
    }
    expect((await manager.post('/api/tickets', {})).body.code).toBe('second_factor_needed')
    expect((await manager.get('/api/auth/me')).body).toMatchObject({
      person: { name: 'Lea' },
      secondFactorNeeded: true,
    })
    const spec = await manager.get('/api/spec')
    const asNobody = await strict.anyone.get('/api/spec')
    expect(spec.body.model).toEqual(asNobody.body.model)
    await setUp(strict, manager)
    expect((await manager.get('/api/tickets')).status).toBe(200)
    expect((await manager.get('/api/auth/me')).body).toMatchObject({ roles: ['Agent', 'Manager'] })
  })

  test(
    'it counts from the moment the role is given, on every surface',
    { tags: 'reference/signing-up-and-signing-in' },
    async () => {
      const administrator = await strict.as('Administrator')
      await setUp(strict, administrator)
      const customer = await strict.as('Customer', 'Max')
      const token = (await customer.post('/api/auth/tokens', { name: 'Report', roles: ['Customer'] })).body.token
      expect((await customer.get('/api/tickets')).status).toBe(200)
      await administrator.patch(`/api/people/${customer.id}`, { roles: ['Manager'] })
      expect((await customer.get('/api/tickets')).body.code).toBe('second_factor_needed')
      const byToken = await strict.anyone.get('/api/tickets').set('Authorization', `Bearer ${token}`)
      expect(byToken.body.code).toBe('second_factor_needed')
      await administrator.patch(`/api/people/${customer.id}`, { roles: ['Customer'] })
      expect((await customer.get('/api/tickets')).status).toBe(200)
    },
  )

  test('others sign in as always', async () => {
    const customer = await strict.as('Customer', 'Nia')
    expect((await customer.get('/api/tickets')).status).toBe(200)
    const spec = await customer.get('/api/spec')
    expect(spec.body.model.accountPolicy).not.toHaveProperty('secondFactor')
  })

  test('switched off, it is asked for again before anything else', async () => {
    const manager = await strict.as('Manager', 'Ole')
    await setUp(strict, manager)
    expect((await manager.post('/api/auth/second-factor/off', {})).status).toBe(204)
    expect((await manager.get('/api/tickets')).body.code).toBe('second_factor_needed')
    await setUp(strict, manager)
    expect((await manager.get('/api/tickets')).status).toBe(200)
  })
})

test('no seed and no code stands in what is read of people, their history, or the audit', async () => {
  const person = await app.as('Customer', 'Pia')
  const { seed, codes } = await setUp(app, person)
  const administrator = await app.as('Administrator')
  for (const path of [
    `/api/people/${person.id}`,
    `/api/people/${person.id}/history`,
    '/api/people?limit=1000',
    '/api/system/audit',
  ])
    for (const secret of [seed, ...codes]) expect((await administrator.get(path)).text).not.toContain(secret)
  const kept = await app.dependencies.storage.database.systemOf('second_factor', person.id)
  for (const code of codes) expect(JSON.stringify(kept)).not.toContain(code)
})

test('a person who has a passkey sets up an app only with it: a guessed password does not bring in an app of the guesser’s', async () => {
  const strict = await startApp(
    UNLIMITED.replace('- sign-in: password', '- sign-in: password, passkey\n- second factor: Manager'),
  )
  const manager = await strict.as('Manager', 'Ria')
  await strict.dependencies.storage.write((transaction) =>
    transaction.putSystem('passkey', { key: 'a credential', person: manager.id, expiresAt: null, value: {} }),
  )
  const guessed = strict.with(manager, (await signIn(strict, 'Ria')).body.token)
  expect((await guessed.get('/api/tickets')).body.code).toBe('second_factor_needed')
  const refused = await guessed.post('/api/auth/second-factor/set-up', {})
  expect([refused.status, refused.body.code]).toEqual([403, 'second_proof_needed'])
  // Where the document takes passkeys no more, none can be shown, and nobody is to be shut out by one.
  swapDocument(strict, UNLIMITED.replace('- sign-in: password', '- sign-in: password\n- second factor: Manager'))
  await setUp(strict, guessed)
  await strict.stop()
})
