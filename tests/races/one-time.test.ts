// What is good once is good once, also for fifty who show it at the same time.
// @module-tag R10
// @module-tag A09
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeAt } from '../doubles/authenticator.ts'
import { HELPDESK } from '../apps/helpdesk.ts'
import { createPostBox } from '../doubles/mailbox.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

const FIFTY = Array.from({ length: 50 }, (_, index) => index)
const DOCUMENT = HELPDESK.replace('- sign-in: password', '- sign-in: password, link by email').replace(
  '| requests | 300 per minute |',
  '| requests | 1,000,000 per minute |\n| sign-in attempts | 10,000 per minute |',
)

const box = createPostBox()
let app: TestApp
let administrator: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT, undefined, { mail: box, publicUrl: 'https://desk.example.com' })
  administrator = await app.as('Administrator')
})
afterAll(() => app.stop())

const post = (path: string, body: object) => app.anyone.post(path).send(body)
const countOf = (answers: readonly { readonly status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length

test('an invitation makes one account', async () => {
  const invited = { roles: ['Manager'], email: 'guest@example.com' }
  await administrator.post('/api/auth/invitations', invited).expect(201)
  const invitation = box.lastSecret()
  const answers = await Promise.all(
    FIFTY.map((index) =>
      post('/api/auth/sign-up', {
        name: `Guest ${index}`,
        email: 'guest@example.com',
        password: 'a quiet sentence',
        invitation,
      }),
    ),
  )
  expect([countOf(answers, 201), countOf(answers, 422)]).toEqual([1, 49])
  const { body: people } = await administrator.get('/api/system/people?search=guest&limit=100')
  expect((people.items as { roles: string[] }[]).map(({ roles }) => roles)).toEqual([['Manager']])
})

test('a link to finish signing up makes one account', async () => {
  const person = { name: 'Hal Quist', email: 'hal@example.com', password: 'a quiet sentence' }
  await post('/api/auth/sign-up', person).expect(202)
  const link = box.lastSecret()
  const answers = await Promise.all(
    FIFTY.map((index) => post('/api/auth/sign-up/finish', { link, password: `sentence number ${index}` })),
  )
  expect([countOf(answers, 201), countOf(answers, 422)]).toEqual([1, 49])
  const { body: people } = await administrator.get('/api/system/people?search=hal@&limit=100')
  expect(people.items).toHaveLength(1)
})

test('a link to sign in begins one session', async () => {
  await app.as('Customer', 'Ada')
  await post('/api/auth/links', { email: 'ada@example.com' }).expect(202)
  const link = box.lastSecret()
  const answers = await Promise.all(FIFTY.map(() => post('/api/auth/links/sign-in', { link })))
  expect([countOf(answers, 200), countOf(answers, 422)]).toEqual([1, 49])
})

test('a link for a new password sets one', async () => {
  await app.as('Customer', 'Bea')
  await post('/api/auth/password/forgot', { email: 'bea@example.com' }).expect(202)
  const link = box.lastSecret()
  const answers = await Promise.all(
    FIFTY.map((index) => post('/api/auth/password/reset', { link, password: `sentence number ${index}` })),
  )
  expect([countOf(answers, 204), countOf(answers, 422)]).toEqual([1, 49])
  const set = answers.findIndex(({ status }) => status === 204)
  await post('/api/auth/sign-in', { email: 'bea@example.com', password: `sentence number ${set}` }).expect(200)
})

test('a code of the app, a recovery code and the first step before them begin one session each', async () => {
  const person = await app.as('Customer', 'Cyd')
  const { seed } = (await person.post('/api/auth/second-factor/set-up', {})).body as { seed: string }
  const confirmed = await person.post('/api/auth/second-factor/confirm', { code: codeAt(seed, app.clock.now) })
  const [recovery, another] = confirmed.body.recovery_codes as string[]
  app.clock.now += 30_000
  const begin = async (): Promise<string> =>
    (await post('/api/auth/sign-in', { email: 'cyd@example.com', password: 'password of Cyd' })).body
      .challenge as string
  for (const code of [codeAt(seed, app.clock.now), recovery]) {
    const challenges: string[] = []
    for (const _ of FIFTY) challenges.push(await begin())
    const answers = await Promise.all(
      challenges.map((challenge) => post('/api/auth/second-factor', { challenge, code })),
    )
    expect(countOf(answers, 200), code).toBe(1)
    expect(countOf(answers, 401) + countOf(answers, 429), code).toBe(49)
    app.clock.now += 3_600_000
  }
  const challenge = await begin()
  const code = codeAt(seed, app.clock.now)
  const answers = await Promise.all(
    FIFTY.map((index) => post('/api/auth/second-factor', { challenge, code: index % 2 === 0 ? code : another })),
  )
  expect(countOf(answers, 200)).toBe(1)
})
