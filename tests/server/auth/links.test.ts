// Links by email: a new password, signing in, invitations; and those that an administrator hands over.
// @module-tag A04
// @module-tag R10
// @module-tag call/post/auth/password/forgot
// @module-tag call/post/auth/password/reset
// @module-tag call/post/auth/password/links
// @module-tag call/post/auth/links
// @module-tag call/post/auth/links/sign-in
import { createServer } from 'node:http'
import { request as send } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { createToken } from '../../../server/auth/token.ts'
import { codeAt } from '../../doubles/authenticator.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { createPostBox } from '../../doubles/mailbox.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const BASE = 'https://desk.example.com'
// The hyphen is read, too.
const DOCUMENT = HELPDESK.replace('- sign-in: password', '- sign-in: password, link by e-mail').replace(
  '| requests | 300 per minute |',
  '| requests | 1,000,000 per minute |\n| sign-in attempts | 100 per minute |',
)

const box = createPostBox()
let app: TestApp
beforeAll(async () => {
  app = await startApp(DOCUMENT, undefined, { mail: box, publicUrl: BASE })
})
beforeEach(() => {
  box.letters.length = 0
})
afterAll(() => app.stop())

const forgot = (email: string, at = app) => at.anyone.post('/api/auth/password/forgot').send({ email })
const reset = (link: string, password = 'a wholly new sentence') =>
  app.anyone.post('/api/auth/password/reset').send({ link, password })
const signIn = (email: string, password: string) => app.anyone.post('/api/auth/sign-in').send({ email, password })

describe('a forgotten password', () => {
  test('is replaced by a link that is good once, for an hour, and ends all that was open', async () => {
    const person = await app.as('Customer', 'Ada')
    const { token } = (await person.post('/api/auth/tokens', { name: 'Report', roles: [] })).body
    expect((await forgot('ADA@example.com')).status).toBe(202)
    expect(box.letters).toMatchObject([{ to: 'ada@example.com', subject: 'Helpdesk: a new password' }])
    expect(box.lastLink()).toMatch(/^https:\/\/desk\.example\.com\/reset-password#link=[\w-]{43}$/)
    const secret = box.lastSecret()
    const weak = await reset(secret, 'password1')
    expect([weak.status, weak.body.errors[0].code]).toEqual([422, 'weak_password'])
    expect((await reset(secret)).status).toBe(204)
    expect(box.letters.at(-1)).toMatchObject({ subject: 'Helpdesk: your password was changed' })
    expect((await reset(secret)).body.code).toBe('link_gone')
    for (const bearer of [person.token, token])
      expect((await app.anyone.get('/api/auth/me').set('Authorization', `Bearer ${bearer}`)).status).toBe(401)
    expect((await signIn('ada@example.com', 'password of Ada')).status).toBe(401)
    expect((await signIn('ada@example.com', 'a wholly new sentence')).status).toBe(200)
    await forgot('ada@example.com')
    app.clock.now += 3_600_001
    expect((await reset(box.lastSecret())).body.code).toBe('link_gone')
  })

  test('of fifty tries at once with one link, one succeeds', async () => {
    await app.as('Customer', 'Bea')
    await forgot('bea@example.com')
    const secret = box.lastSecret()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => reset(secret, `sentence number ${at}`)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'link_gone')).toHaveLength(49)
  })

  test('is no way around the second factor', async () => {
    const person = await app.as('Customer', 'Cyd')
    const { seed } = (await person.post('/api/auth/second-factor/set-up', {})).body
    await person.post('/api/auth/second-factor/confirm', { code: codeAt(seed, app.clock.now) })
    await forgot('cyd@example.com')
    expect((await reset(box.lastSecret())).status).toBe(204)
    expect((await signIn('cyd@example.com', 'a wholly new sentence')).body).toHaveProperty('challenge')
  })

  test('is answered alike for known and unknown addresses, and for those who were shut out', async () => {
    const person = await app.as('Customer', 'Dan')
    const administrator = await app.as('Administrator')
    await administrator.patch(`/api/people/${person.id}`, { active: false })
    const answers = await Promise.all(
      ['ada@example.com', 'dan@example.com', 'nobody@example.com', 'no address'].map((email) => forgot(email)),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(box.letters.map(({ to }) => to)).toEqual(['ada@example.com'])
  })

  test('never has a link that the request has a say in', async () => {
    const evil = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
    await app.anyone.post('/api/auth/password/forgot').set(evil).send({ email: 'ada@example.com' })
    const foreign = await app.anyone
      .post('/api/auth/password/forgot')
      .set({ Origin: 'https://evil.example' })
      .send({ email: 'ada@example.com' })
    expect(foreign.status).toBe(403)
    expect(box.letters).toHaveLength(1)
    expect(box.lastLink().startsWith(`${BASE}/`)).toBe(true)
    expect(box.letters[0]?.text).not.toContain('evil')
  })

  test('without mail, or without an address of its own, nothing is sent and an administrator hands over a link', async () => {
    for (const options of [{}, { mail: box }, { publicUrl: BASE }]) {
      const other = await startApp(HELPDESK, undefined, options)
      await other.as('Customer', 'Eli')
      const answers = [await forgot('eli@example.com', other), await forgot('nobody@example.com', other)]
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [422, 'no_mail'],
        [422, 'no_mail'],
      ])
      expect((await other.anyone.get('/api/auth/me').set('Sec-Fetch-Site', 'same-origin')).body.sendsMail).toBe(false)
      await other.stop()
    }
    expect(box.letters).toEqual([])
  })

  test('can be replaced by a link that only administrators can make, shown once and kept as a hash', async () => {
    const person = await app.as('Customer', 'Fay')
    const manager = await app.as('Manager')
    const administrator = await app.as('Administrator')
    const body = { person: person.id }
    expect((await manager.post('/api/auth/password/links', body)).status).toBe(403)
    expect((await person.post('/api/auth/password/links', body)).status).toBe(403)
    expect((await administrator.post('/api/auth/password/links', { person: 'nobody' })).status).toBe(422)
    const made = await administrator.post('/api/auth/password/links', body)
    expect([made.status, made.body.link]).toEqual([201, BASE + made.body.path])
    const secret = String(made.body.path).split('=')[1] ?? ''
    const kept = await app.dependencies.storage.database.systemOf('link', person.id)
    expect(JSON.stringify(kept)).not.toContain(secret)
    expect((await administrator.get('/api/system/audit')).text).not.toContain(secret)
    expect((await reset(secret)).status).toBe(204)
  })
})

describe('a link to sign in', () => {
  const ask = (email: string) => app.anyone.post('/api/auth/links').send({ email })
  const use = (link: string) => app.anyone.post('/api/auth/links/sign-in').send({ link })

  test('is good once, for a quarter of an hour, and not for a new password', async () => {
    const person = await app.as('Customer', 'Gus')
    expect((await ask('gus@example.com')).status).toBe(202)
    expect(box.lastLink()).toMatch(/^https:\/\/desk\.example\.com\/sign-in#link=[\w-]{43}$/)
    const secret = box.lastSecret()
    expect((await reset(secret)).body.code).toBe('link_gone')
    const answers = await Promise.all(Array.from({ length: 20 }, () => use(secret)))
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.person)).toEqual([person.id])
    await ask('gus@example.com')
    app.clock.now += 15 * 60_000 + 1
    expect((await use(box.lastSecret())).body.code).toBe('link_gone')
    expect((await use(createToken().secret)).body.code).toBe('link_gone')
  })

  test('is followed by the second step where there is one', async () => {
    const person = await app.as('Customer', 'Hal')
    const { seed } = (await person.post('/api/auth/second-factor/set-up', {})).body
    await person.post('/api/auth/second-factor/confirm', { code: codeAt(seed, app.clock.now) })
    await ask('hal@example.com')
    const first = await use(box.lastSecret())
    expect(first.body).not.toHaveProperty('token')
    const code = codeAt(seed, app.clock.now + 30_000)
    const second = await app.anyone.post('/api/auth/second-factor').send({ challenge: first.body.challenge, code })
    expect([second.status, second.body.person]).toEqual([200, person.id])
  })

  test(
    'is not there where the document does not offer it',
    { tags: 'reference/signing-up-and-signing-in' },
    async () => {
      const other = await startApp(HELPDESK, undefined, { mail: box, publicUrl: BASE })
      await other.as('Customer', 'Ivy')
      expect((await other.anyone.post('/api/auth/links').send({ email: 'ivy@example.com' })).status).toBe(403)
      expect(box.letters).toEqual([])
      await other.stop()
    },
  )
})

describe('an invitation', () => {
  test('is sent, to addresses known and unknown alike', async () => {
    await app.as('Customer', 'Jon')
    const administrator = await app.as('Administrator')
    const send = (email: string) => administrator.post('/api/auth/invitations', { roles: ['Agent'], email })
    const [known, unknown] = [await send('jon@example.com'), await send('new@example.com')]
    expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)])
    expect(box.letters.map(({ to }) => to)).toEqual(['jon@example.com', 'new@example.com'])
    // With a part of its own: the person who invites does not hold what proves the address.
    expect(box.lastLink().replace(/\.[\w-]{43}$/, '')).toBe(unknown.body.link)
    expect(box.lastLink()).not.toBe(unknown.body.link)
    for (const email of ['x@example.com\r\nBcc: all@example.com', 'not an address', 'a@b.c, d@e.f'])
      expect((await send(email)).status).toBe(422)
    expect(box.letters).toHaveLength(2)
  })
})

test('letters are limited by address of a person and by the address of the connection', async () => {
  const other = await startApp(HELPDESK, undefined, { mail: box, publicUrl: BASE })
  await other.as('Customer', 'Kim')
  const server = createServer(createApp(other.dependencies)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const ask = (email: string, localAddress: string) =>
    new Promise<readonly [number, string | undefined]>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.0.0.${Math.random()}` }
      const call = send(
        { host: '127.0.0.1', port, localAddress, method: 'POST', path: '/api/auth/password/forgot', headers },
        (answer) => {
          answer.resume()
          resolve([answer.statusCode ?? 0, answer.headers['retry-after']])
        },
      )
      call.on('error', reject)
      call.end(JSON.stringify({ email }))
    })
  const most = other.dependencies.current.running.model.settings.signInAttempts.count
  const toOne = await Promise.all(Array.from({ length: 60 }, (_, at) => ask('kim@example.com', `127.0.1.${at + 1}`)))
  expect(toOne.filter(([status]) => status === 202)).toHaveLength(most)
  const fromOne = await Promise.all(Array.from({ length: 60 }, (_, at) => ask(`a${at}@example.com`, '127.0.2.1')))
  expect(fromOne.filter(([status]) => status === 202)).toHaveLength(most * 4)
  for (const [status, wait] of [...toOne, ...fromOne])
    if (status !== 202) expect([status, Number(wait) > 0]).toEqual([429, true])
  server.closeAllConnections()
  server.close()
  await other.stop()
})
