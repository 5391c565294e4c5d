// Sample people, whose password anybody can read, are never on a host that others reach.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareSample } from '../../server/prepare-sample.ts'
import type { TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

const FILE = fileURLToPath(new URL('../../shared/documents/leave-requests.md', import.meta.url))

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

function publishedPassword(): string {
  return (JSON.parse(readFileSync(FILE.replace(/md$/, 'sample.json'), 'utf8')) as { readonly password: string })
    .password
}
