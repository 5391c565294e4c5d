// The log: a line for each request without values, refusals of limits and failed sign-ins, and a header that nobody asked for.
// @module-tag V01
import { afterEach, expect, test } from 'vitest'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Logged, StartOptions, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
afterEach(() => app.stop())

async function start(text = HELPDESK, options: StartOptions = {}) {
  app = await startApp(text, undefined, options)
  return app
}

const lines = (message: string): readonly Logged[] => app.logged.filter((each) => each.message === message)

test('each request is one line at level info: its route, how it ended, how long it took, who asked, and no values', async () => {
  await start()
  const customer = await app.as('Customer')
  const { body } = await customer.post('/api/tickets', { ...TICKET, subject: 'a canary subject' })
  const from = app.logged.length
  const number = String(body.number)
  const answers = [
    await customer.get('/api/tickets?search=canary'),
    await customer.get(`/api/tickets/${body.id}`),
    await customer.get(`/api/tickets/number/${number}`),
    await customer.get(`/api/tickets/${body.id}/history`),
    await customer.post(`/api/tickets/${body.id}/canary`),
    await customer.get('/api/tickets/summary?by=priority'),
    await customer.delete('/api/auth/sessions/canary'),
    await customer.get('/api/canary/canary'),
    await app.anyone.get('/api/tickets/canary%2Fcanary'),
    await customer.get(`/tickets/${number}`),
    await app.anyone.get('/canary/canary'),
  ]
  const routes = [
    '/api/tickets',
    '/api/tickets/:id',
    '/api/tickets/number/:number',
    '/api/tickets/:id/history',
    '/api/tickets/:id/:transition',
    '/api/tickets/summary',
    '/api/auth/sessions/:id',
    '(none)',
    '/api/tickets/:id',
    '/tickets/:id',
    '(none)',
  ]
  const logged = app.logged.slice(from)
  expect(logged.map(({ level, message, route, status, request }) => [level, message, route, status, request])).toEqual(
    answers.map(({ status, headers }, at) => ['info', 'request', routes[at], status, headers['x-request-id']]),
  )
  // Where nothing stands, no session is looked up.
  for (const [at, { person, duration, method }] of logged.entries()) {
    expect([at, person]).toEqual([at, at === 7 || at === 8 || at === 10 ? null : customer.id])
    expect(duration).toBeGreaterThan(0)
    expect(method).toBe(at === 4 ? 'POST' : at === 6 ? 'DELETE' : 'GET')
  }
  expect(JSON.stringify(logged)).not.toMatch(new RegExp(`canary|${number}`))
})

test('a failed sign-in is a warning, with the network that it came from and without what was typed', async () => {
  await start()
  const { headers } = await app.anyone
    .post('/api/auth/sign-in')
    .send({ email: 'me@example.com', password: 'canary word' })
  expect(lines('sign-in failed')).toEqual([
    {
      level: 'warn',
      message: 'sign-in failed',
      code: 'wrong_credentials',
      method: 'POST',
      person: null,
      route: '/api/auth/sign-in',
      request: headers['x-request-id'],
      address: '127.0.0.1',
    },
  ])
  expect(JSON.stringify(app.logged)).not.toMatch(/canary|me@example/)
})

test('a refusal by a limit is a warning, and a flood of them fills no disk', async () => {
  await start(HELPDESK.replace('| requests | 300 per minute |', '| requests | 5 per minute |'))
  const customer = await app.as('Customer')
  let refused = 0
  for (let index = 0; index < 205; index++) refused += (await customer.get('/api/tags')).status === 429 ? 1 : 0
  expect(refused).toBe(200)
  const warnings = lines('refused by a limit')
  expect(warnings[0]).toMatchObject({ level: 'warn', code: 'too_many', route: '/api/tags', person: customer.id })
  expect(warnings.length).toBe(23)
  expect(warnings.at(-1)).toMatchObject({ times: 80 })
})

test('other refusals are no warnings', async () => {
  await start()
  const customer = await app.as('Customer')
  await customer.post('/api/tickets', {}).expect(422)
  await app.anyone.get('/api/tickets').expect(401)
  await customer.delete('/api/tags/none').expect(404)
  expect(app.logged.filter(({ level }) => level === 'warn')).toEqual([])
})

test('X-Forwarded-For that arrives where no proxy is trusted is warned of once', async () => {
  await start()
  const warnings = () =>
    app.logged.filter(({ level, message }) => level === 'warn' && message.includes('X-Forwarded-For'))
  await app.anyone.get('/api/health/live')
  expect(warnings()).toEqual([])
  for (const path of ['/api/tickets', '/sign-in', '/api/tickets'])
    await app.anyone.get(path).set('X-Forwarded-For', '203.0.113.7')
  expect(warnings()).toEqual([expect.objectContaining({ message: expect.stringContaining('TRUSTED_PROXIES') })])
})

test('X-Forwarded-For of a trusted proxy is no matter', async () => {
  await start(HELPDESK, { trustedProxies: 1 })
  await app.anyone.get('/api/tickets').set('X-Forwarded-For', '203.0.113.7')
  expect(app.logged.filter(({ level }) => level === 'warn')).toEqual([])
})
