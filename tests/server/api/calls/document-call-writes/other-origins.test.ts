// Pages of other origins make the document’s calls where it says so, with a token and never with a cookie.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../../apps/start-app.ts'
import { startApp } from '../../../../apps/start-app.ts'
import { NOTES, PASSWORD } from './notes.ts'

let app: TestApp
let writer: Caller
beforeAll(async () => {
  app = await startApp(NOTES)
  writer = await app.as('Writer')
})
afterAll(() => app.stop())

describe('pages of other origins', () => {
  const origin = 'https://app.example.com'

  test(
    'may make the document’s calls where it says so, with tokens',
    { tags: 'reference/settings-of-all-answers' },
    async () => {
      const { status, headers } = await app.anyone
        .options('/api/notes')
        .set({ Origin: origin, 'Access-Control-Request-Headers': 'authorization' })
      expect([status, headers['access-control-allow-origin']]).toEqual([204, origin])
      expect(headers['access-control-allow-methods']).toContain('POST')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      const user = { nick: 'ann', email: 'ann@example.com', password: PASSWORD }
      expect((await app.anyone.post('/api/users').send({ user })).status).toBe(201)
      const login = await app.anyone
        .post('/api/users/login')
        .set({ Origin: origin, 'Sec-Fetch-Site': 'cross-site' })
        .send({ email: 'ann@example.com', password: PASSWORD })
      expect([login.status, login.headers['access-control-allow-origin']]).toEqual([200, origin])
    },
  )

  test('may ask before the call, without a token, for addresses of records that they can’t read', async () => {
    for (const [path, methods] of [
      ['/api/notes/some-id', 'PATCH'],
      ['/api/notes/some-id/read', 'POST, DELETE'],
    ] as const) {
      const { status, headers } = await app.anyone.options(path).set('Origin', origin)
      expect([path, status, headers['access-control-allow-methods']]).toEqual([path, 204, methods])
      expect(headers['allow']).not.toContain('GET')
      expect((await app.anyone.put(path).set('Authorization', 'Bearer x').send({})).status).toBe(401)
    }
  })

  test(
    'are refused with a cookie, which the browser sends unasked',
    { tags: 'reference/settings-of-all-answers' },
    async () => {
      const page = { Origin: origin, 'Sec-Fetch-Site': 'cross-site', Cookie: `session=${writer.token}` }
      expect((await app.anyone.get('/api/user').set('Cookie', page.Cookie)).status).toBe(200)
      const { status, body } = await app.anyone.post('/api/attempts').set(page).send({})
      expect([status, Object.keys(body.errors)]).toEqual([403, ['foreign_origin']])
    },
  )

  test('that are not named, and standard calls, are as before', async () => {
    const foreign = { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'cross-site' }
    const refused = await app.anyone.post('/api/users/login').set(foreign).send({ email: 'a@b.c', password: 'x' })
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, undefined])
    const standard = await app.anyone.get('/api/tags').set('Origin', origin)
    expect(standard.headers['access-control-allow-origin']).toBeUndefined()
  })
})
