// Calls of the document’s own that make accounts, sign in and sign out.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../../apps/start-app.ts'
import { startApp } from '../../../../apps/start-app.ts'
import { NOTES, PASSWORD } from './notes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp(NOTES)
})
afterAll(() => app.stop())

describe('accounts', () => {
  const user = { nick: 'ann', email: 'ann@example.com', password: PASSWORD }
  const account = { email: user.email, password: PASSWORD }

  test('are made by a step, and are signed in from there on', { tags: 'reference/steps' }, async () => {
    const { status, body } = await app.anyone.post('/api/users').send({ user })
    expect([status, body.user.nick, body.user.email]).toEqual([201, 'ann', 'ann@example.com'])
    const me = await app.anyone.get('/api/user').set('Authorization', `Token ${body.user.token}`)
    expect(me.body.user).toEqual(body.user)
    expect((await app.anyone.get('/api/user').set('Authorization', `Basic ${body.user.token}`)).status).toBe(401)
  })

  test('are made once for an address', async () => {
    const { status, body } = await app.anyone.post('/api/users').send({ user })
    expect([status, body.errors]).toEqual([422, { EMAIL_TAKEN: ['has already been taken'] }])
  })

  test('need a password that is not weak, and all that the call takes', async () => {
    const weak = await app.anyone.post('/api/users').send({ user: { ...user, email: 'b@example.com', password: 'x' } })
    expect([weak.status, Object.keys(weak.body.errors)]).toEqual([422, ['user.password']])
    const missing = await app.anyone.post('/api/users').send({ user: { password: PASSWORD } })
    expect(Object.keys(missing.body.errors)).toEqual(['user.nick', 'user.email'])
  })

  test('are signed in and out', async () => {
    const wrong = await app.anyone.post('/api/users/login').send({ ...account, password: 'wrong' })
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, 'Token'])
    const { token } = (await app.anyone.post('/api/users/login').send(account)).body.user
    const as = { Authorization: `Token ${token}` }
    expect((await app.anyone.get('/api/user').set(as)).status).toBe(200)
    expect((await app.anyone.post('/api/users/logout').set(as)).status).toBe(204)
    expect((await app.anyone.get('/api/user').set(as)).status).toBe(401)
  })

  test('can’t be guessed at without end', async () => {
    const tries = Array.from({ length: 12 }, () =>
      app.anyone.post('/api/users/login').send({ email: 'guess@example.com', password: 'wrong' }),
    )
    expect((await Promise.all(tries)).map(({ status }) => status)).toContain(429)
  })
})
