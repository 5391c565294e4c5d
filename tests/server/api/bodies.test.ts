// Bodies over HTTP: what a route declares is what it describes and what it asks for; a 400 names each wrong member.
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as httpRequest } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIXED_ROUTES } from '../../../server/api/router.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp, urlOf } from '../../apps/start-app.ts'

let app: TestApp
let administrator: Caller
beforeAll(async () => {
  app = await startApp(HELPDESK)
  administrator = await app.as('Administrator')
})
afterAll(() => app.stop())

const READS = { method: 'GET', path: '/api/tickets' }

describe('a request that says of its body', () => {
  test('another type is refused with the types that are taken', async () => {
    const { body } = await administrator.post('/api/teams', { name: 'Typed' })
    const path = `/api/teams/${String(body.id)}`
    const form = 'application/x-www-form-urlencoded'
    const patched = await administrator.patch(path).set('Content-Type', form).send('name=x')
    const types = 'application/json, application/merge-patch+json'
    expect([patched.status, patched.body.code, patched.headers['accept-patch']]).toEqual([
      415,
      'unsupported_media_type',
      types,
    ])
    const posted = await administrator.post('/api/teams').set('Content-Type', form).send('name=x')
    expect([posted.status, posted.headers['accept'], posted.headers['accept-patch']]).toEqual([415, types, undefined])
    const published = await administrator.post('/api/system/document/check').set('Content-Type', form).send('x')
    expect([published.status, published.headers['accept']]).toEqual([415, 'text/markdown'])
    const options = await app.anyone.options(path).set('Authorization', `Bearer ${administrator.token}`)
    expect([options.status, options.headers['accept-patch']]).toEqual([204, types])
  })

  test('an expectation that nobody meets is refused with a body', async () => {
    const sent = httpRequest(`${urlOf(app)}/api/health/live`, { headers: { Expect: 'a-miracle' } }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      417,
      'application/problem+json; charset=utf-8',
    ])
    expect(await json(answer)).toMatchObject({ code: 'expectation_failed' })
  })
})

describe('a body that the route does not take', () => {
  test.each([
    ['has no such member', '/api/auth/invitations', {}, 'roles', 'roles is missing; it is a list, each text.'],
    ['has another type', '/api/auth/invitations', { roles: 'Agent' }, 'roles', 'roles must be a list, each text.'],
    ['has a wrong item', '/api/auth/invitations', { roles: ['Agent', 1] }, 'roles[1]', 'roles[1] must be text.'],
    [
      'has a text that is too long',
      '/api/auth/sign-in',
      { email: `a${'\u0301'.repeat(160_000)}`, password: 'x' },
      'email',
      'email may have at most 320 characters; it has 160,001.',
    ],
    [
      'has a text with too many marks',
      '/api/auth/sign-in',
      { email: 'eva@example.com', password: `a${'\u0301'.repeat(31)}` },
      'password',
      'password has more than 30 accents and other marks on one letter.',
    ],
    [
      'has a member that is not known',
      '/api/auth/invitations',
      { roles: [], role: 'Agent' },
      'role',
      'There is no member role; there are roles, person, email.',
    ],
    [
      'has a wrong member far down',
      '/api/batch',
      { calls: [{ method: 'POST', path: '/api/tickets' }, READS] },
      'calls[1].method',
      'calls[1].method must be POST, PATCH, or DELETE.',
    ],
    [
      'does not fit a pattern',
      '/api/system/explain',
      { call: { ...READS, path: '/tickets' } },
      'call.path',
      'call.path must be a path of the API: /api/tickets?limit=1.',
    ],
    [
      'names a header that does not count',
      '/api/batch',
      { calls: [{ method: 'POST', path: '/api/tickets', headers: { Cookie: 'x' } }] },
      'calls[0].headers.Cookie',
      'There is no member calls[0].headers.Cookie; there are If-Match, Confirm, if-match, confirm.',
    ],
  ])('is refused where it %s', async (_, path, body, field, message) => {
    const answer = await administrator.post(path, body)
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([400, 'malformed', message])
    expect(answer.body.errors).toEqual([{ field, code: 'malformed', message }])
  })

  test('is refused with all that is wrong, at most twenty', async () => {
    const { body } = await administrator.post('/api/auth/tokens', { roles: 1, administrator: 'yes' })
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['name', 'roles', 'administrator'])
    const many = await administrator.post('/api/auth/invitations', { roles: Array.from({ length: 50 }, () => 1) })
    expect(many.body.errors).toHaveLength(20)
  })

  test('is refused as a whole where it is no object', async () => {
    const { body } = await administrator.post('/api/auth/view-as', [])
    expect(body).toMatchObject({ code: 'malformed', detail: expect.stringMatching(/^The body must be an object, /) })
    expect(body).not.toHaveProperty('errors')
  })

  test('has too many items, and is too large', async () => {
    const calls = Array.from({ length: 1_001 }, () => ({ method: 'POST', path: '/api/tickets' }))
    const { status, body } = await administrator.post('/api/batch', { calls })
    expect([status, body.code, body.detail]).toEqual([
      413,
      'too_large',
      'calls may have at most 1,000 items; it has 1,001.',
    ])
  })
})

const writes = FIXED_ROUTES.filter(
  ({ method, readsBody, textBody, filePart }) =>
    method !== 'GET' && readsBody !== true && textBody === undefined && filePart === undefined,
)
const closed = writes.filter(({ body }) => body === undefined || body.additionalProperties === false)

test.each(closed.map(({ method, path }) => [method, path] as const))(
  '%s %s takes no member that it does not describe',
  async (method, path) => {
    const call = method.toLowerCase() as 'post' | 'patch' | 'delete'
    const answer = await app.anyone[call](`/api${path.replace(/:\w+/, 'none')}`)
      .set('Authorization', `Bearer ${administrator.token}`)
      .send({ nobody_knows_this: 1 })
    expect([
      answer.status,
      answer.body.errors?.some(({ field }: { field: string }) => field === 'nobody_knows_this'),
    ]).toEqual([400, true])
  },
)

test('a parameter that a route does not have is refused by every route', async () => {
  const asked = FIXED_ROUTES.filter(({ method, allowsOtherParameters }) => method === 'GET' && !allowsOtherParameters)
  const answers = await Promise.all(
    asked.map(({ path }) => administrator.get(`/api${path.replace(/:\w+/, 'none')}?nobody_knows_this=1`)),
  )
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['unknown_parameter']))
})

test('every operation is described once, under the name that it keeps', () => {
  const names = FIXED_ROUTES.map(({ id }) => id)
  expect(new Set(names).size).toBe(names.length)
})
