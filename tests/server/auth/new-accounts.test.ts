// Accounts that somebody makes for themselves from one address share one budget for a day, also after a restart.
// @module-tag O11
import { expect, test } from 'vitest'
import { NO_BOUND } from '../../../server/auth/rate-limit/usage-budget.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import { signUp } from '../../apps/people.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp, urlOf } from '../../apps/start-app.ts'

const UNCOUNTED = HELPDESK.replace('| requests | 300 per minute | |', '| requests | 30,000 per minute | |')
const DAY = 24 * 60 * 60_000

async function signIn(app: TestApp, name: string) {
  const { headers } = await app.anyone
    .post('/api/auth/sign-in')
    .send({ email: `${name}@example.com`, password: `password of ${name}` })
    .expect(200)
  const cookie = String(headers['set-cookie']?.[0]).split(';')[0] ?? ''
  return { get: (path: string) => app.anyone.get(path).set('Cookie', cookie) }
}

test('a flood from several of them ends for all of them, and for nobody else', async () => {
  let app = await startApp(UNCOUNTED, undefined, { budget: { ...NO_BOUND, bytes: 300_000 } })
  const agent = await app.as('Agent', 'Agent')
  const names = ['first', 'second', 'third']
  for (const name of names)
    await signUp(urlOf(app), { name, email: `${name}@example.com`, password: `password of ${name}` })
  const useUp = async (name: string): Promise<number> => {
    const person = await signIn(app, name)
    for (let at = 1; at < 200; at++) if ((await person.get('/api/openapi.json')).status === 429) return at
    return Infinity
  }
  expect(await useUp('first')).toBeGreaterThan(1)
  expect([await useUp('second'), await useUp('third')]).toEqual([1, 1])
  expect((await agent.post('/api/tickets', TICKET)).status).toBe(201)

  app.clock.now += 61_000
  app = await app.restart()
  expect(await useUp('second')).toBeGreaterThan(1)
  expect(await useUp('first')).toBe(1)

  app.clock.now += DAY
  expect(await useUp('first')).toBeGreaterThan(1)
  expect(await useUp('second')).toBeGreaterThan(1)
  await app.stop()
})
