// Requests without a session to the routes of signing in are limited by address, and no answer lists errors without end.
// @module-tag O14
import { expect, test } from 'vitest'
import { MOST_ERRORS } from '../../../shared/decisions/refusals.ts'
import { NO_BOUND } from '../../../server/auth/rate-limit/usage-budget.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import { startApp } from '../../apps/start-app.ts'
import { openConnection } from '../../helpers/open-connection.ts'

const UNCOUNTED = HELPDESK.replace('| requests | 300 per minute | |', '| requests | 30,000 per minute | |')
const UNKNOWN = Object.fromEntries(Array.from({ length: 19_000 }, (_, at) => [`m${at}`, 1]))
const WRONG = { email: 1, password: 1 }

test('nineteen thousand wrong members are counted, and twenty of them listed, by each route', async () => {
  const app = await startApp(UNCOUNTED)
  const agent = await app.as('Agent')
  const { body: ticket } = await agent.post('/api/tickets', TICKET)
  const answers = [
    await app.anyone.post('/api/auth/sign-in').send(UNKNOWN),
    await app.anyone.post('/api/auth/sign-up').send(UNKNOWN),
    await agent.post('/api/tickets', UNKNOWN),
    await agent.patch(`/api/tickets/${ticket.id}`, UNKNOWN),
    await agent.post(`/api/tickets/${ticket.id}/take`, UNKNOWN),
    await agent.post('/api/batch', UNKNOWN),
    await agent.post('/api/batch', { calls: Array.from({ length: 900 }, () => WRONG) }),
    await agent.post('/api/batch', { calls: [{ method: 'POST', path: '/api/tickets', body: UNKNOWN }] }),
    await agent.post('/api/system/explain', { call: { method: 'POST', path: '/api/tickets', body: UNKNOWN } }),
  ]
  for (const { text, body } of answers) {
    const { errors = [], moreErrors = 0 } = body.refusal ?? body
    expect([errors.length, moreErrors > 850, text.length < 20_000]).toEqual([MOST_ERRORS, true, true])
  }
  expect(answers[0]?.body.moreErrors).toBe(19_000 + 2 - MOST_ERRORS)
  await app.stop()
})

test('requests to sign-in routes have a rate by address, which people who are known there do not meet', async () => {
  const app = await startApp(HELPDESK)
  await app.as('Customer', 'Known')
  const [flooding, known, other] = ['127.0.5.1', '127.0.5.2', '127.0.5.3'].map((from) => openConnection(app, from))
  const send = (from: typeof flooding, body: object) => from?.post('/api/auth/sign-in', body)
  const right = { email: 'known@example.com', password: 'password of Known' }
  expect((await send(known, right))?.status).toBe(200)
  const statuses: (number | undefined)[] = []
  for (let at = 0; at < 320; at++) statuses.push((await send(flooding, WRONG))?.status)
  expect(statuses).toEqual([...Array<number>(300).fill(400), ...Array<number>(20).fill(429)])
  for (let at = 0; at < 320; at++) await send(known, WRONG)
  expect([(await send(known, right))?.status, (await send(other, right))?.status]).toEqual([200, 200])
  for (const each of [flooding, known, other]) each?.close()
  await app.stop()
})

test('what they use is in the budget of their address', async () => {
  const app = await startApp(UNCOUNTED, undefined, { budget: { ...NO_BOUND, bytes: 10_000 } })
  const from = openConnection(app, '127.0.6.1')
  const statuses: number[] = []
  for (let at = 0; at < 100; at++) statuses.push((await from.post('/api/auth/sign-in', WRONG)).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([400, 429])
  app.clock.now += 61_000
  expect((await from.post('/api/auth/sign-in', WRONG)).status).toBe(400)
  from.close()
  await app.stop()
})

test('a network stays known after a restart', async () => {
  const before = await startApp(UNCOUNTED, undefined, { budget: { ...NO_BOUND, bytes: 10_000 } })
  await before.as('Customer', 'Known')
  const right = { email: 'known@example.com', password: 'password of Known' }
  const first = openConnection(before, '127.0.7.1')
  expect((await first.post('/api/auth/sign-in', right)).status).toBe(200)
  first.close()
  const app = await before.restart()
  const from = openConnection(app, '127.0.7.1')
  for (let at = 0; at < 100; at++) expect((await from.post('/api/auth/sign-in', WRONG)).status).toBe(400)
  from.close()
  await app.stop()
})
