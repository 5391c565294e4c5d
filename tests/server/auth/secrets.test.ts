// Sessions and secrets: another token after each sign-in, and no secret in files, log or answers.
// @module-tag A07
// @module-tag A08
// @module-tag V01
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import supertest from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { codeAt } from '../../doubles/authenticator.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { createPostBox } from '../../doubles/mailbox.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const box = createPostBox()
let app: TestApp
beforeAll(async () => {
  app = await startApp(HELPDESK, undefined, { mail: box, publicUrl: 'https://desk.example.com' })
})
afterAll(() => app.stop())

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
}

test('each sign-in gives a token of its own with 256 bits, and none that was there before', async () => {
  await app.as('Customer', 'Ada')
  const credentials = { email: 'ada@example.com', password: 'password of Ada' }
  const fixed = 'A'.repeat(43)
  const cookies = new Set<string>()
  for (let index = 0; index < 5; index++) {
    const answer = await app.anyone
      .post('/api/auth/sign-in')
      .set({ Cookie: `__Host-session=${fixed}`, 'Sec-Fetch-Site': 'same-origin' })
      .send(credentials)
    const cookie = answer.headers['set-cookie']?.[0] ?? ''
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
    cookies.add(cookie.slice(15, 58))
  }
  expect([cookies.size, cookies.has(fixed)]).toEqual([5, false])
})

test('no secret stands in the files of the database, in the log, or in an answer after it was shown', async () => {
  const person = await app.as('Customer', 'Bea')
  const lines: string[] = []
  const note = (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`)
  const log = { error: note, warn: note, info: note }
  const server = createServer(createApp({ ...app.dependencies, log }))
  const { token } = (await person.post('/api/auth/tokens', { name: 'Report', roles: [] })).body
  const { body: begun } = await person.post('/api/auth/second-factor/set-up', {})
  const { body: on } = await person.post('/api/auth/second-factor/confirm', { code: codeAt(begun.seed, app.clock.now) })
  const { challenge } = (
    await app.anyone.post('/api/auth/sign-in').send({ email: 'bea@example.com', password: 'password of Bea' })
  ).body
  await app.anyone.post('/api/auth/password/forgot').send({ email: 'bea@example.com' })
  const link = box.lastSecret()
  const secrets = [
    person.token,
    on.token,
    token,
    challenge,
    link,
    'password of Bea',
    begun.seed,
    ...on.recovery_codes,
  ] as string[]

  const nobody = supertest(server)
  const answers = await Promise.all([
    nobody.get('/api/tickets').set('Authorization', `Bearer ${token}x`),
    nobody.get(`/api/tickets?token=${token}`),
    nobody.post('/api/auth/password/reset').send({ link, password: 'short' }),
    nobody.post('/api/auth/second-factor').send({ challenge, code: on.recovery_codes[0].replace('a', 'b').slice(2) }),
    nobody.post('/api/auth/sign-in').send({ email: 'bea@example.com', password: 'password of Bea', more: 1 }),
    nobody.get(`/reset-password?link=${link}`),
  ])
  const told = [...answers.map(({ text, headers }) => text + JSON.stringify(headers)), ...lines].join('\n')
  const kept = filesBelow(app.directory).map((path) => readFileSync(path, 'latin1'))
  expect(kept.join('').length).toBeGreaterThan(10_000)
  for (const secret of secrets) {
    expect(told.includes(secret), 'told').toBe(false)
    expect(
      kept.some((text) => text.includes(secret)),
      'kept',
    ).toBe(false)
  }
  server.close()
})
