// Every answer, whatever its status, carries what protects a browser; a cookie is only for the server.
// @module-tag B01
// @module-tag B02
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSurfaces } from '../helpers/list-surfaces.ts'
import { createApp } from '../../server/app.ts'
import { codeAt } from '../doubles/authenticator.ts'
import { HELPDESK, TICKET } from '../apps/helpdesk.ts'
import { createPostBox } from '../doubles/mailbox.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

const BASE = 'https://desk.example.com'
const DOCUMENT = HELPDESK.replace('- sign-in: password', '- sign-in: password, link by email').replace(
  '| requests | 300 per minute |',
  '| requests | 1,000,000 per minute |\n| sign-in attempts | 1,000 per minute |',
)

const clientDirectory = mkdtempSync(join(tmpdir(), 'verbatim-headers-'))
const box = createPostBox()
let app: TestApp
let agent: Caller
let server: Server
let ticket: request.Response
beforeAll(async () => {
  mkdirSync(join(clientDirectory, 'assets'))
  writeFileSync(join(clientDirectory, 'assets', 'index-abc123.js'), '"use strict";'.repeat(200))
  writeFileSync(join(clientDirectory, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(
    join(clientDirectory, 'index.html'),
    '<!doctype html><html lang="en"><head><title>Verbatim</title></head><body></body></html>',
  )
  app = await startApp(DOCUMENT, undefined, { publicUrl: BASE, mail: box })
  server = createServer(createApp({ ...app.dependencies, clientDirectory }))
  agent = await app.as('Agent')
  ticket = await (await app.as('Customer')).post('/api/tickets', TICKET)
})
afterAll(async () => {
  await app.stop()
  rmSync(clientDirectory, { recursive: true, force: true })
})

/** Programs read JSON: what a browser needs for a page is sent with pages, files and tables. */
function expectSecureJson(about: string, { headers }: request.Response): void {
  expect(headers, about).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'permissions-policy'])
    expect(headers, about).not.toHaveProperty(name)
}

function isJsonOfApi({ headers }: request.Response): boolean {
  return headers['x-request-id'] !== undefined && /json|^$/.test(headers['content-type'] ?? '')
}

function expectSecure(about: string, answer: request.Response): void {
  if (isJsonOfApi(answer)) return expectSecureJson(about, answer)
  const { headers } = answer
  expect(headers, about).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
    'permissions-policy': expect.stringContaining('camera=()'),
  })
  const policy = headers['content-security-policy'] ?? ''
  for (const part of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy, about).toContain(part)
  expect(policy, about).not.toMatch(/unsafe-|\*|https?:/)
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin'])
    expect(headers, about).not.toHaveProperty(name)
}

describe('the security headers', () => {
  const seen = new Map<number, string>()
  const look = (about: string, answer: request.Response): void => {
    expectSecure(`${about} ${answer.status}`, answer)
    seen.set(answer.status, about)
  }

  test('are on every call of the router, allowed or not', async () => {
    for (const surface of listSurfaces()) {
      const [method = '', path = ''] = surface.split(' ')
      const at = `/api${path}`.replace(':entity', 'tickets').replaceAll(/:\w+/g, ticket.body.id as string)
      const call = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'
      look(surface, await app.anyone[call](at))
      if (!path.startsWith('/auth/sign-out')) look(surface, await agent[call](at, {}))
    }
    for (const status of [200, 400, 401, 403, 404]) expect([...seen.keys()]).toContain(status)
  })

  test('are on refusals of method, type, size and address, on what is known already, and on nothing at all', async () => {
    const at = `/api/tickets/${ticket.body.id}`
    const bearer = { Authorization: `Bearer ${agent.token}` }
    const own = await agent.get(at)
    look('known', await agent.get(at).set('If-None-Match', own.headers['etag'] ?? ''))
    look('options', await app.anyone.options('/api/tickets'))
    look('method', await app.anyone.put('/api/tickets').set(bearer).send({}))
    look('type', await app.anyone.post('/api/tickets').set(bearer).type('text/plain').send('x'))
    look(
      'size',
      await app.anyone
        .post('/api/tickets')
        .set(bearer)
        .send({ subject: 'x'.repeat(1_100_000) }),
    )
    look('length', await agent.get(`/api/tickets?filter=${'x'.repeat(9_000)}`))
    look('undecodable', await agent.get('/api/tickets/%zz'))
    look('head', await app.anyone.head('/api/tickets').set(bearer))
    look('condition', await agent.patch(at, { priority: 'low' }).set('If-Match', '"99.x"'))
    look('wrong', await agent.post('/api/tickets', { colour: 'red' }))
    for (const status of [204, 304, 405, 412, 413, 414, 415, 422]) expect([...seen.keys()]).toContain(status)
  })

  test('are on pages and files, found or not, whole or known', async () => {
    const web = request(server)
    const script = '/assets/index-abc123.js'
    const file = await web.get(script)
    look('page', await web.get('/help'))
    look('no page', await web.get('/nothing'))
    look('undecodable page', await web.get('/%zz'))
    look('posted page', await web.post('/help'))
    look('file', file)
    look('known file', await web.get(script).set('If-None-Match', file.headers['etag'] ?? ''))
    look('part of a file, which is answered whole', await web.get(script).set('Range', 'bytes=99999-'))
    look('posted file', await web.post(script))
    look('no file', await web.get('/assets/none.js'))
    look('icon', await web.get('/icon.svg'))
    look('folder', await web.get('/assets'))
    look('hidden file', await web.get('/.env'))
    look('out of the folder', await web.get('/assets/..%2f..%2fpackage.json'))
    expect([...seen.keys()]).toContain(304)
  })

  test('are on failures, of the API and of pages', async () => {
    const log = { error: () => {}, warn: () => {}, info: () => {} }
    const storage = new Proxy(app.dependencies.storage, {
      get(whole, name) {
        if (name === 'database') throw new Error('broken')
        return Reflect.get(whole, name) as unknown
      },
    })
    const broken = request(createServer(createApp({ ...app.dependencies, storage, log })))
    const bearer = { Authorization: `Bearer ${agent.token}` }
    for (const path of ['/api/tickets', '/help']) {
      const answer = await broken.get(path).set(bearer)
      expect([path, answer.status]).toEqual([path, 500])
      look(path, answer)
    }
  })
})

test('a cookie is only for the server, from whatever way in it comes', async () => {
  const origin = { Origin: BASE }
  const post = (path: string, body: object, more: object = {}) =>
    app.anyone
      .post(path)
      .set({ ...origin, ...more })
      .send(body)
  const email = 'ida@example.com'
  const cookies: string[] = []
  const take = (what: string, answer: request.Response): string => {
    const [cookie = ''] = (answer.headers['set-cookie'] ?? []) as unknown as string[]
    expect([what, answer.headers['set-cookie']?.length]).toEqual([what, 1])
    expect(cookie, what).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
    // Neither the page nor a script of it ever holds what the cookie holds.
    expect(answer.text).not.toContain(cookie.slice(15, 58))
    cookies.push(cookie)
    return cookie.split(';')[0] ?? ''
  }
  const asked = await post('/api/auth/sign-up', { name: 'Ida', email, password: 'a quiet sentence' })
  const [own = ''] = (asked.headers['set-cookie'] ?? []) as unknown as string[]
  expect(own).toMatch(/^__Host-sign-up=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400; Secure$/)
  const finishing = { Cookie: own.split(';')[0] ?? '' }
  let cookie = take('sign-up', await post('/api/auth/sign-up/finish', { link: box.lastSecret() }, finishing))
  cookie = take('sign-in', await post('/api/auth/sign-in', { email, password: 'a quiet sentence' }))
  cookie = take('proof', await post('/api/auth/reauthentication', { password: 'a quiet sentence' }, { Cookie: cookie }))
  const { body } = await post('/api/auth/second-factor/set-up', {}, { Cookie: cookie })
  const code = (): string => codeAt(body.seed as string, app.clock.now)
  cookie = take('second factor', await post('/api/auth/second-factor/confirm', { code: code() }, { Cookie: cookie }))
  app.clock.now += 30_000
  await post('/api/auth/links', { email })
  const begun = await post('/api/auth/links/sign-in', { link: box.lastSecret() })
  expect(begun.headers['set-cookie']).toBeUndefined()
  take('second step', await post('/api/auth/second-factor', { challenge: begun.body.challenge, code: code() }))
  expect(new Set(cookies).size).toBe(5)
})

test('the client keeps in the browser how it looks, and in its tab drafts and what was opened last, until its person signs out', () => {
  const client = new URL('../../client/', import.meta.url)
  const read = (path: string) => readFileSync(new URL(path, client), 'utf8')
  const keeping = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      !path.startsWith('dist') &&
      /localStorage|useLocalStorage|sessionStorage|indexedDB|document\.cookie|caches\./.test(read(path)),
  )
  expect(keeping.toSorted()).toEqual([
    'data/drafts.ts',
    'data/list-trail.ts',
    'data/recent.ts',
    'frame/newer-build.ts',
    'frame/theme/themed.tsx',
    'screens/table/import/remembered-columns.ts',
    'screens/table/list/list-position.ts',
    'screens/table/use-density.ts',
    'screens/table/use-shown-totals.ts',
    'studio/document/beside/remembered-help.ts',
    'ui/shortcuts/use-shortcuts.ts',
  ])
  expect(read('account/account.tsx')).toContain('dropAllDrafts()')
  expect(read('data/session.ts')).toContain('if (session.person === null) forgetRecent()')
})
