// A person who has shown one factor where two are asked for: every call that the router knows, with all that the first step gave.
// @module-tag A10
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSurfaces } from '../../helpers/list-surfaces.ts'
import { codeAt } from '../../doubles/authenticator.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = HELPDESK.replace(
  '- sign-in: password',
  '- sign-in: password, passkey\n- second factor: Manager',
).replace('| requests | 300 per minute |', '| requests | 1,000,000 per minute |')

let app: TestApp
let ticket: string
let withApp: Caller
let withoutApp: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  ticket = (await (await app.as('Customer')).post('/api/tickets', TICKET)).body.id
  withoutApp = await app.as('Manager', 'Ada')
  withApp = await app.as('Manager', 'Bea')
  const { seed } = (await withApp.post('/api/auth/second-factor/set-up', {})).body
  await withApp.post('/api/auth/second-factor/confirm', { code: codeAt(seed, app.clock.now) })
})
afterAll(() => app.stop())

/** `GET /:entity/:id/history` → a path where there is something. */
function pathOf(surface: string): string {
  const path = surface.split(' ')[1] ?? ''
  if (path.startsWith('/:entity/:key')) return `/api/tickets/number/HD-00001`
  return `/api${path.replace(':entity', 'tickets').replace(':id', ticket).replace(':transition', 'resolve')}`
}

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete'
const methodOf = (surface: string) => (surface.split(' ')[0] ?? '').toLowerCase() as Method

/** Health says nothing of anybody. */
const ANYONES = new Set(['GET /health/live', 'GET /health/ready'])

test.each(listSurfaces().filter((surface) => !ANYONES.has(surface)))(
  '%s takes the token of the first step for no session',
  async (surface) => {
    const { challenge } = (
      await app.anyone.post('/api/auth/sign-in').send({ email: 'bea@example.com', password: 'password of Bea' })
    ).body
    const answer = await app.anyone[methodOf(surface)](pathOf(surface)).set('Authorization', `Bearer ${challenge}`)
    expect(answer.status).toBe(401)
  },
)

/** Calls that stay open, since they help to get in or to get out. */
const STILL_OPEN = new Set([
  'POST /auth/sign-out',
  // A person who lacks a factor gets the refusals of nobody.
  'POST /system/explain',
  'GET /auth/me',
  'GET /spec',
  'GET /auth/reauthentication',
  'POST /auth/reauthentication',
  'POST /auth/reauthentication/passkey/challenge',
  'POST /auth/reauthentication/link',
  'POST /auth/providers/:id/prove',
  'GET /auth/providers/:id/callback',
  'POST /auth/second-factor',
  'GET /auth/second-factor/own',
  'POST /auth/second-factor/set-up',
  'POST /auth/second-factor/confirm',
  'GET /auth/passkeys',
  'POST /auth/passkeys',
  'POST /auth/passkeys/challenge',
  ...ANYONES,
])

test.each(listSurfaces().filter((surface) => !STILL_OPEN.has(surface)))(
  '%s is closed to whoever has not set up the second factor of the role',
  async (surface) => {
    const { status, body } = await withoutApp[methodOf(surface) as 'get'](pathOf(surface))
    expect([status, body.code]).toEqual([403, 'second_factor_needed'])
  },
)

test('a page shows as much as to nobody, but for the way in', async () => {
  const cookie = { Cookie: `session=${withoutApp.token}` }
  for (const path of ['/tickets', '/inbox', `/tickets/${ticket}`]) {
    const [asNobody, asHer] = [await app.anyone.get(path), await app.anyone.get(path).set(cookie)]
    expect([path, asHer.status]).toEqual([path, asNobody.status])
  }
  expect((await app.anyone.get('/account').set(cookie)).status).toBe(200)
})
