// What protects a browser: other sites read nothing and write nothing, nothing private is kept, nothing stays after signing out.
// @module-tag B04
// @module-tag B03
// @module-tag B08
// @module-tag B10
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSurfaces } from '../../helpers/list-surfaces.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const BASE = 'https://desk.example.com'
let app: TestApp
let agent: Caller
beforeAll(async () => {
  app = await startApp(
    HELPDESK.replace('| requests | 300 per minute |', '| requests | 1,000,000 per minute |'),
    undefined,
    {
      publicUrl: BASE,
    },
  )
  agent = await app.as('Agent')
})
afterAll(() => app.stop())

const paths = listSurfaces()
  .filter((surface) => surface.startsWith('GET '))
  .map((surface) => `/api${surface.slice(4)}`.replace(':entity', 'tickets').replace(/:\w+/g, 'x'))

describe('another site', () => {
  test.each([
    'null',
    'https://evil.example',
    'https://sub.desk.example.com',
    'https://desk.example.com.evil.example',
    'http://desk.example.com',
  ])('at %s is let read nothing, and write nothing with the cookie', async (origin) => {
    const cookie = `__Host-session=${agent.token}`
    for (const path of paths) {
      const { headers } = await app.anyone.get(path).set({ Origin: origin, Cookie: cookie })
      const granted = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
      expect([path, granted]).toEqual([path, []])
    }
    const asked = await app.anyone
      .options('/api/tickets')
      .set({ Origin: origin, 'Access-Control-Request-Method': 'POST' })
    expect(Object.keys(asked.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    const written = await app.anyone.post('/api/tickets').set({ Origin: origin, Cookie: cookie }).send({})
    expect([written.status, written.body.code]).toEqual([403, 'foreign_origin'])
  })
})

test.each(paths)('%s is kept by no cache on the way', async (path) => {
  for (const { headers } of [await agent.get(path), await app.anyone.get(path)])
    expect(headers['cache-control']).toBe('private, no-store')
})

test('signing out clears what the browser keeps, and the cookie', async () => {
  const person = await app.as('Agent', 'Leaving')
  const { status, headers } = await app.anyone
    .post('/api/auth/sign-out')
    .set({ Origin: BASE, Cookie: `__Host-session=${person.token}` })
  expect([status, headers['clear-site-data']]).toEqual([204, '"storage"'])
  expect(headers['set-cookie']).toEqual(['__Host-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure'])
  expect((await person.get('/api/auth/me')).status).toBe(401)
})
