// Routes for administrators refuse everybody else before they look at the query and the body.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIXED_ROUTES } from '../../../server/api/router.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const ROUTES = FIXED_ROUTES.filter(({ offeredTo }) => offeredTo === 'administrators').map(
  ({ method, path }) => [method, path] as const,
)

let app: TestApp
let agent: Caller
beforeAll(async () => {
  app = await startApp(HELPDESK)
  agent = await app.as('Agent')
})
afterAll(() => app.stop())

test('there are such routes, with and without a body', () => {
  expect(ROUTES.length).toBeGreaterThan(20)
  expect(new Set(ROUTES.map(([method]) => method))).toEqual(new Set(['GET', 'POST', 'PUT', 'DELETE']))
})

test.each(ROUTES)('%s %s', async (method, path) => {
  const url = `/api${path.replaceAll(/:\w+/g, '1')}?unknown=1`
  const ask = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
  const asked = agent[ask](url)
  const answer = await (method === 'GET' ? asked : asked.set('Content-Type', 'application/json').send('{"unknown":'))
  expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed'])
  expect((await app.anyone[ask](url)).status).toBe(401)
})
