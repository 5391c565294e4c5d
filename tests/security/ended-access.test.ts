// What ends a way in ends it for the next request, whatever was open; and changing the ways in asks who it is.
// @module-tag A05
// @module-tag A06
// @module-tag A15
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession } from '../helpers/create-account.ts'
import { codeAt } from '../doubles/authenticator.ts'
import { HELPDESK } from '../apps/helpdesk.ts'
import { createPostBox } from '../doubles/mailbox.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

const DAY = 24 * 3_600_000
const BASE = 'https://desk.example.com'
const DOCUMENT = HELPDESK.replace('- sign-in: password', '- sign-in: password, link by email, passkey').replace(
  '| requests | 300 per minute |',
  '| requests | 1,000,000 per minute |\n| sign-in attempts | 10,000 per minute |',
)

const box = createPostBox()
let app: TestApp
let administrator: Caller
let count = 0
beforeAll(async () => {
  app = await startApp(DOCUMENT, undefined, { mail: box, publicUrl: BASE })
  administrator = await app.as('Administrator')
})
afterAll(() => app.stop())

const post = (path: string, body: object) => app.anyone.post(path).send(body)
const as = (token: string) => app.anyone.get('/api/tickets?limit=1').set('Authorization', `Bearer ${token}`)

interface Open {
  readonly person: Caller
  readonly password: string
  readonly email: string
  readonly seed: string | undefined
  /** Two sessions beside the person's own. */
  readonly sessions: readonly string[]
  readonly token: string
  readonly resetLink: string
  readonly signInLink: string
  /** The second step of a sign-in whose first is done. */
  readonly challenge: string | undefined
}

/** Somebody with every way in open at once. */
async function open(hasSecondFactor: boolean): Promise<Open> {
  const name = `Person ${++count}`
  let person = await app.as('Agent', name)
  const email = `person.${count}@example.com`
  const password = `password of ${name}`
  const signIn = async () => (await post('/api/auth/sign-in', { email, password }).expect(200)).body
  let seed: string | undefined
  const sessions: string[] = []
  let challenge: string | undefined
  if (hasSecondFactor) {
    seed = String((await person.post('/api/auth/second-factor/set-up', {}).expect(201)).body.seed)
    const code = codeAt(seed, app.clock.now)
    const { body } = await person.post('/api/auth/second-factor/confirm', { code }).expect(200)
    person = app.with(person, body.token)
    for (const _ of [1, 2]) sessions.push(await createSession(app.dependencies, person.id, now()))
    challenge = String((await signIn()).challenge)
    app.clock.now += 30_000
  } else for (const _ of [1, 2]) sessions.push(String((await signIn()).token))
  const { token } = (await person.post('/api/auth/tokens', { name: 'Report', roles: ['Agent'] }).expect(201)).body
  await post('/api/auth/password/forgot', { email }).expect(202)
  const resetLink = box.lastSecret()
  await post('/api/auth/links', { email }).expect(202)
  const signInLink = box.lastSecret()
  for (const secret of [person.token, token, ...sessions]) await as(secret).expect(200)
  return { person, password, email, seed, sessions, token, resetLink, signInLink, challenge }
}

const now = (): string => new Date(app.clock.now).toISOString()

async function expectEnded(opened: Open, keeps: 'own session' | 'nothing'): Promise<void> {
  const { person, sessions, token, resetLink, signInLink, challenge, seed } = opened
  for (const secret of [...sessions, token]) await as(secret).expect(401)
  await as(person.token).expect(keeps === 'nothing' ? 401 : 200)
  await post('/api/auth/password/reset', { link: resetLink, password: 'another long sentence' }).expect(422)
  await post('/api/auth/links/sign-in', { link: signInLink }).expect(422)
  if (challenge === undefined || seed === undefined) return
  await post('/api/auth/second-factor', { challenge, code: codeAt(seed, app.clock.now) }).expect(401)
}

const NEW = 'a wholly new sentence'
const acts: readonly (readonly [string, boolean, 'own session' | 'nothing', (opened: Open) => Promise<unknown>])[] = [
  [
    'a new password',
    true,
    'own session',
    ({ person, password }) => person.post('/api/auth/password', { current: password, password: NEW }).expect(204),
  ],
  [
    'a password set by a link',
    true,
    'nothing',
    async ({ email }) => {
      await post('/api/auth/password/forgot', { email }).expect(202)
      await post('/api/auth/password/reset', { link: box.lastSecret(), password: NEW }).expect(204)
    },
  ],
  [
    'a password set by an administrator’s link',
    false,
    'nothing',
    async ({ person }) => {
      const { body } = await administrator.post('/api/auth/password/links', { person: person.id }).expect(201)
      const link = String(body.path).split('=')[1]
      await post('/api/auth/password/reset', { link, password: NEW }).expect(204)
    },
  ],
  [
    'a second factor that is added',
    false,
    'nothing',
    async ({ person }) => {
      const { seed } = (await person.post('/api/auth/second-factor/set-up', {}).expect(201)).body as { seed: string }
      await person.post('/api/auth/second-factor/confirm', { code: codeAt(seed, app.clock.now) }).expect(200)
    },
  ],
  [
    'a second factor that is switched off',
    true,
    'own session',
    async ({ person, password, seed }) => {
      const proof = { password, code: codeAt(seed ?? '', app.clock.now) }
      const { body } = await person.post('/api/auth/reauthentication', proof).expect(200)
      Object.assign(person, app.with(person, body.token))
      await person.post('/api/auth/second-factor/off', {}).expect(204)
    },
  ],
  [
    'a second factor that an administrator takes away',
    true,
    'nothing',
    ({ person }) => administrator.post('/api/auth/second-factor/reset', { person: person.id }).expect(204),
  ],
  [
    'being shut out',
    true,
    'nothing',
    ({ person }) => administrator.patch(`/api/people/${person.id}`, { active: false }).expect(200),
  ],
  ['being deleted', true, 'nothing', ({ person }) => administrator.delete(`/api/people/${person.id}`).expect(204)],
]

describe('all that was open is closed in the next request', () => {
  test.each(acts)('by %s', async (_, hasSecondFactor, keeps, act) => {
    const opened = await open(hasSecondFactor)
    await act(opened)
    await expectEnded(opened, keeps)
  })
})

test('links to the address before lead nowhere once it is another', async () => {
  const { person, resetLink, signInLink } = await open(false)
  await administrator.patch(`/api/people/${person.id}`, { email: 'elsewhere@example.com' }).expect(200)
  await post('/api/auth/password/reset', { link: resetLink, password: NEW }).expect(422)
  await post('/api/auth/links/sign-in', { link: signInLink }).expect(422)
})

test('a session of somebody who is no longer active is nobody’s, however it came about', async () => {
  const person = await app.as('Agent', 'Deactivate')
  await administrator.patch(`/api/people/${person.id}`, { active: false }).expect(200)
  await as(await createSession(app.dependencies, person.id, now())).expect(401)
})

test('a person who signed out is out: the cookie shown again is nobody’s, and its token no good', async () => {
  const person = await app.as('Agent', 'Leaving')
  const cookie = { Cookie: `__Host-session=${person.token}`, Origin: BASE }
  await app.anyone.get('/api/tickets?limit=1').set(cookie).expect(200)
  await app.anyone.post('/api/auth/sign-out').set(cookie).expect(204)
  await app.anyone.get('/api/tickets?limit=1').set(cookie).expect(401)
  expect((await app.anyone.get('/api/auth/me').set(cookie)).body.person).toBeNull()
  await as(person.token).expect(401)
})

describe('a day after signing in', () => {
  const changes: readonly (readonly [
    string,
    (person: Caller) => PromiseLike<{ status: number; body: { code?: string } }>,
  ])[] = [
    ['another address', (person) => person.patch(`/api/people/${person.id}`, { email: `other${count}@example.com` })],
    [
      'somebody else’s address',
      (person) => person.patch(`/api/people/${administrator.id}`, { email: 'x@example.com' }),
    ],
    ['an API token', (person) => person.post('/api/auth/tokens', { name: 'x', roles: [] })],
    ['a second factor', (person) => person.post('/api/auth/second-factor/set-up', {})],
    ['a passkey', (person) => person.post('/api/auth/passkeys/challenge', {})],
    [
      'a link for somebody’s new password',
      (person) => person.post('/api/auth/password/links', { person: administrator.id }),
    ],
    [
      'taking somebody’s second factor',
      (person) => person.post('/api/auth/second-factor/reset', { person: administrator.id }),
    ],
  ]

  test.each(changes)('%s asks for a fresh proof, and goes on with it', async (_, change) => {
    const name = `Old ${++count}`
    const person = await app.as('Administrator', name)
    const before = app.clock.now
    app.clock.now += DAY
    try {
      const refused = await change(person)
      expect([refused.status, refused.body.code]).toEqual([403, 'proof_needed'])
      await person.post('/api/auth/reauthentication', { password: 'not the password' }).expect(422)
      const { body } = await person.post('/api/auth/reauthentication', { password: `password of ${name}` }).expect(200)
      expect((await change(app.with(person, body.token))).body.code).not.toBe('proof_needed')
    } finally {
      app.clock.now = before
    }
  })
})
