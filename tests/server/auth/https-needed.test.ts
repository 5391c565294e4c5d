// Tries to sign in over plain http off this machine, where a browser keeps no session: it is refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HELPDESK } from '../../apps/helpdesk.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const PUBLIC = 'https://desk.example.com'
let bare: TestApp
let published: TestApp
beforeAll(async () => {
  bare = await startApp(HELPDESK)
  published = await startApp(HELPDESK, undefined, { publicUrl: PUBLIC })
  for (const app of [bare, published]) await app.as('Customer', 'Ada')
})
afterAll(() => Promise.all([bare.stop(), published.stop()]))

const ada = { email: 'ada@example.com', password: 'password of Ada' }
const signIn = (app: TestApp, headers: { readonly [name: string]: string }) =>
  app.anyone.post('/api/auth/sign-in').set(headers).send(ada)
const at = (scheme: string, host: string) => ({ Host: host, Origin: `${scheme}://${host}` })

test('a page that was opened by http off this machine is refused, with what helps', async () => {
  const { status, body, headers } = await signIn(bare, at('http', 'desk.lan:3000'))
  expect([status, body.code, headers['set-cookie']]).toEqual([403, 'https_needed', undefined])
  expect(body.remedy).toContain('PUBLIC_URL')
  const there = await signIn(published, at('http', '10.0.0.5:3000'))
  expect([there.status, there.body.code, there.body.remedy]).toEqual([403, 'https_needed', `Open ${PUBLIC} instead.`])
})

test('the right password and a wrong one are answered alike, and signing up makes nobody', async () => {
  const page = at('http', 'desk.lan:3000')
  const wrong = await bare.anyone
    .post('/api/auth/sign-in')
    .set(page)
    .send({ ...ada, password: 'wrong' })
  expect({ ...wrong.body, request: '' }).toEqual({ ...(await signIn(bare, page)).body, request: '' })
  const fresh = { name: 'Fresh', email: 'fresh@example.com', password: 'a quiet sentence' }
  expect((await bare.anyone.post('/api/auth/sign-up').set(page).send(fresh)).body.code).toBe('https_needed')
  await bare.anyone.post('/api/auth/sign-up').send(fresh).expect(201)
})

test.each([
  ['on this machine', () => bare, at('http', 'localhost:3000'), /^session=/],
  ['at an address of this machine', () => bare, at('http', '127.0.0.1:3000'), /^session=/],
  ['by https', () => bare, at('https', 'desk.lan'), /^__Host-session=.*; Secure$/],
  ['at the public address', () => published, at('https', 'desk.example.com'), /^__Host-session=.*; Secure$/],
])('a page that was reached %s signs in', async (_, appOf, headers, cookie) => {
  const done = await signIn(appOf(), headers)
  expect(done.status).toBe(200)
  expect((done.headers['set-cookie'] as unknown as string[])[0]).toMatch(cookie)
})

test('a program, which keeps no cookie, signs in from anywhere', async () => {
  expect((await signIn(bare, { Host: 'desk.lan:3000' })).body.token).toMatch(/^[\w-]{43}$/)
})

test('where the public address itself is http, its owner has decided so', async () => {
  const inside = await startApp(HELPDESK, undefined, { publicUrl: 'http://desk.lan:3000' })
  await inside.as('Customer', 'Ada')
  expect((await signIn(inside, at('http', 'desk.lan:3000'))).status).toBe(200)
  await inside.stop()
})
