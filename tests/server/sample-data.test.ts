// Sample people, whose password anybody can read, are never on a host that others reach.
// @module-tag A17
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import request from 'supertest'
import { createApp } from '../../server/app.ts'
import { offeredSample, prepareSample } from '../../server/prepare-sample.ts'
import type { TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

const FILE = fileURLToPath(new URL('../../shared/documents/leave-requests.md', import.meta.url))

const BUILT_CLIENT = fileURLToPath(new URL('../../client/dist', import.meta.url))

const DOCUMENT = readFileSync(FILE, 'utf8')

let app: TestApp
beforeEach(async () => {
  app = await startApp(DOCUMENT)
  app.clock.now = Date.now()
})
afterEach(() => app.stop())

const prepare = (sample: 'yes' | 'no' | 'if local', isPublic: boolean) =>
  prepareSample(app.dependencies, FILE, { sample, isPublic })
const people = () => app.dependencies.storage.write((transaction) => transaction.count('Person'))
const signIn = async (email: string, password: string) => {
  const { status, body } = await app.anyone.post('/api/auth/sign-in').send({ email, password })
  return { status, token: String(body.token) }
}
const whoIs = async (token: string) =>
  (await app.anyone.get('/api/auth/me').set('Authorization', `Bearer ${token}`)).status

async function there(sample: 'yes' | 'if local', isPublic: boolean) {
  const outcome = await prepare(sample, isPublic)
  if (outcome.kind !== 'there') throw new Error(`expected a sample, found ${JSON.stringify(outcome)}`)
  return { ...outcome, email: outcome.people[0]?.email ?? '' }
}

test('on this machine they are there unasked, with the password of the sample', async () => {
  const { password, email } = await there('if local', false)
  expect(password).toMatchObject({ kind: 'published' })
  expect((await signIn(email, 'text' in password ? password.text : '')).status).toBe(200)
  expect((await there('if local', false)).password).toEqual(password)
})

test('where others reach it they are there only if that is asked for', async () => {
  expect(await prepare('if local', true)).toEqual({ kind: 'held back' })
  expect(await prepare('no', true)).toEqual({ kind: 'none' })
  expect(await people()).toBe(0)
})

test('where they are asked for there, their password is made at random, printed once, and another in each data directory', async () => {
  const { password, email } = await there('yes', true)
  const made = password.kind === 'made' ? password.text : ''
  expect(made).toMatch(/^[\w-]{16}$/)
  expect((await signIn(email, made)).status).toBe(200)
  expect((await signIn(email, publishedPassword())).status).toBe(401)
  expect((await there('yes', true)).password).toEqual({ kind: 'made before' })
  expect((await there('if local', true)).password).toEqual({ kind: 'made before' })
  expect((await there('if local', false)).password).toEqual({ kind: 'made before' })
  await app.stop()
  app = await startApp(DOCUMENT)
  const other = (await there('yes', true)).password
  expect('text' in other ? other.text : made).not.toBe(made)
})

test('data with them do not start where others reach it, unless they get another password, which ends what they have open', async () => {
  const { password, email, people: kinds } = await there('if local', false)
  const published = 'text' in password ? password.text : ''
  const { token } = await signIn(email, published)
  const own = kinds.at(-1)?.email ?? ''
  const changing = await signIn(own, published)
  const changed = { current: published, password: 'a sentence of my own' }
  await app.anyone.post('/api/auth/password').set('Authorization', `Bearer ${changing.token}`).send(changed).expect(204)
  for (const sample of ['if local', 'no'] as const)
    expect(await prepare(sample, true)).toMatchObject({
      kind: 'problem',
      sentence: expect.stringContaining('--sample'),
    })
  const renewed = (await there('yes', true)).password
  expect(renewed.kind).toBe('made')
  expect([(await signIn(email, published)).status, await whoIs(token)]).toEqual([401, 401])
  expect((await signIn(email, 'text' in renewed ? renewed.text : '')).status).toBe(200)
  expect((await signIn(own, changed.password)).status).toBe(200)
  expect((await there('yes', true)).password).toEqual({ kind: 'made before' })
})

describe('through a tunnel or a proxy on this machine', () => {
  const elsewhere: readonly { readonly [header: string]: string }[] = [
    { Host: 'abc.ngrok.app' },
    { Host: 'abc.ngrok.app', 'X-Forwarded-For': '203.0.113.5', 'X-Forwarded-Proto': 'https' },
    { Host: 'localhost:3000', 'X-Forwarded-Host': 'desk.example.com' },
    { Host: 'localhost', Forwarded: 'for=203.0.113.5' },
    { Host: '127.0.0.1', 'X-Real-IP': '203.0.113.5' },
    { Host: 'localhost.example.com' },
  ]

  test.each(elsewhere)('the published password is neither offered nor accepted: %j', async (headers) => {
    const { email, visitor } = await offerSample()
    expect((await visitor.get('/api/auth/me')).body).toHaveProperty('sample')
    expect((await visitor.get('/sign-in')).text).toContain(publishedPassword())
    expect((await visitor.get('/api/auth/me').set(headers)).body).not.toHaveProperty('sample')
    expect((await visitor.get('/sign-in').set(headers)).text).not.toContain(publishedPassword())
    const body = { email, password: publishedPassword() }
    const answer = await visitor.post('/api/auth/sign-in').set(headers).send(body)
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'not_allowed', detail: expect.stringContaining('only on this machine') })
    expect(answer.body).not.toHaveProperty('token')
    expect(answer.headers).not.toHaveProperty('set-cookie')
  })

  test('a password of their own is accepted, and a wrong one is refused as everywhere', async () => {
    const { email } = await there('if local', false)
    const { token } = await signIn(email, publishedPassword())
    const changed = { current: publishedPassword(), password: 'a sentence of my own' }
    await app.anyone.post('/api/auth/password').set('Authorization', `Bearer ${token}`).send(changed).expect(204)
    const from = (password: string) =>
      app.anyone.post('/api/auth/sign-in').set('Host', 'abc.ngrok.app').send({ email, password })
    expect((await from(changed.password)).status).toBe(200)
    expect((await from(publishedPassword())).body).toMatchObject({ status: 401, code: 'wrong_credentials' })
  })

  test('nor where the data were loaded by an earlier version, or no sample is wanted now', async () => {
    const { email } = await there('if local', false)
    await app.dependencies.storage.write(async (transaction) => {
      const setting = await transaction.system('setting', 'sample')
      if (setting === undefined) throw new Error('no sample was loaded')
      const { hash: _, ...value } = setting.value
      await transaction.putSystem('setting', { ...setting, value })
    })
    await prepare('no', false)
    const body = { email, password: publishedPassword() }
    expect((await app.anyone.post('/api/auth/sign-in').set('Host', 'abc.ngrok.app').send(body)).status).toBe(403)
    expect((await signIn(email, publishedPassword())).status).toBe(200)
  })
})

/** Loads the sample as `npm start` does, and serves it with the offer of its sign-in page. */
async function offerSample() {
  const found = await there('if local', false)
  const served = { ...app.dependencies, clientDirectory: BUILT_CLIENT, sample: offeredSample(found) }
  return { email: found.email, visitor: request(createServer(createApp(served))) }
}

function publishedPassword(): string {
  return (JSON.parse(readFileSync(FILE.replace(/md$/, 'sample.json'), 'utf8')) as { readonly password: string })
    .password
}
