// However an address is written, it is decided as the call that it leads to, or it leads nowhere.
// @module-tag P17
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readShipped } from '../helpers/compile-document.ts'
import { startApp } from '../apps/start-app.ts'
import type { TestApp } from '../apps/start-app.ts'

let app: TestApp
let ticket: string

beforeAll(async () => {
  app = await startApp(readShipped('helpdesk').replace('300 per minute', '1,000,000 per minute'))
  const customer = await app.as('Customer')
  const made = await customer.post('/api/tickets', {
    subject: 'Canary',
    description: 'Nobody else may read the canary.',
  })
  ticket = String(made.body.id)
  expect(made.status).toBe(201)
})
afterAll(() => app.stop())

const CLOSED: readonly ((id: string) => string)[] = [
  () => '/api/tickets',
  (id) => `/api/tickets/${id}`,
  (id) => `/api/tickets/${id}/history`,
  () => '/api/tickets/summary',
  () => '/api/tickets/number/HD-00001',
  () => '/api/people',
  () => '/api/system/inbox',
  () => '/api/system/views',
  () => '/api/auth/sessions',
]
const VARIANTS: readonly (readonly [string, (path: string) => string])[] = [
  ['a public path as parameter', (path) => `${path}?x=/api/health/live`],
  ['a double slash', (path) => path.replace('/api/', '/api//')],
  ['a double slash before', (path) => `/${path}`],
  ['a slash behind', (path) => `${path}/`],
  ['capitals', (path) => path.replace('/api', '/API')],
  ['a capital in the name', (path) => path.replace(/\/(t|p|s|a)(?!pi)/, (found) => found.toUpperCase())],
  ['an encoded dot', (path) => path.replace('/api/', '/api/%2e/')],
  ['dots out of a public path', (path) => path.replace('/api/', '/api/health/../')],
  ['encoded dots out of a public path', (path) => path.replace('/api/', '/api/health/%2e%2e/')],
  ['an encoded slash', (path) => path.replace(/\/([^/]*)$/, '%2F$1')],
  ['an encoded letter', (path) => path.replace('t', '%74')],
  ['a matrix parameter', (path) => `${path};a=b`],
  ['a suffix', (path) => `${path}.json`],
  ['a NUL', (path) => `${path}%00`],
  ['a fragment', (path) => `${path}#/api/health/live`],
  ['a backslash', (path) => path.replace('/api/', '/api\\')],
  ['a whole address', (path) => `http://127.0.0.1${path}`],
  ['a parameter twice', (path) => `${path}?limit=1&limit=2`],
]
const HEADERS: readonly (readonly [string, string])[] = [
  ['X-HTTP-Method-Override', 'GET'],
  ['X-Original-URL', '/api/health/live'],
  ['X-Rewrite-URL', '/api/health/live'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Forwarded-User', 'administrator'],
  ['Authorization', 'Bearer '],
  ['Authorization', 'Basic cm9vdDpyb290'],
  ['Cookie', 'session='],
]

test.each(VARIANTS)('with %s nobody gets in who is not signed in', async (_, vary) => {
  for (const path of CLOSED) {
    for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']) {
      const { status, text } = await send(method, vary(path(ticket)), {})
      // 308 leads on to the address without surplus slashes, where the caller is asked who they are.
      expect([308, 400, 401, 404, 405, 415], `${method} ${vary(path(ticket))}: ${text}`).toContain(status)
      expect(text).not.toContain('Canary')
    }
    // OPTIONS lists what may be done here, and nothing more.
    expect((await send('OPTIONS', vary(path(ticket)), {})).text).not.toMatch(/Canary|items/)
  }
})

test.each(HEADERS)('the header %s: %s changes nothing', async (name, value) => {
  for (const path of CLOSED) {
    const plain = await send('GET', path(ticket), {})
    const answer = await send('GET', path(ticket), { [name]: value })
    expect(answer.status, path(ticket)).toBe(
      plain.status === 404 && name === 'Authorization' ? answer.status : plain.status,
    )
    expect([401, 404]).toContain(answer.status)
    const post = await send('POST', path(ticket), { [name]: value })
    expect([401, 403, 404, 405, 415]).toContain(post.status)
  }
})

test('what is known by its canonical address is known only by it, or answers the same', async () => {
  const customer = await app.as('Customer')
  for (const [, vary] of VARIANTS) {
    const { status, text } = await send('GET', vary(`/api/tickets/${ticket}`), {
      Authorization: `Bearer ${customer.token}`,
    })
    if (status === 200 && text.startsWith('{')) expect(JSON.parse(text)).toMatchObject({ id: ticket })
    else expect([200, 308, 400, 404]).toContain(status)
  }
})

/** Sends the address as it stands, byte for byte, since clients tidy addresses before they send them. */
function send(
  method: string,
  target: string,
  headers: { readonly [name: string]: string },
): Promise<{ readonly status: number; readonly text: string }> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('error', reject)
    socket.on('close', () => {
      const text = Buffer.concat(parts).toString('utf8')
      resolve({ status: Number(text.slice(9, 12)), text: text.slice(text.indexOf('\r\n\r\n') + 4) })
    })
    const lines = Object.entries({ Host: `127.0.0.1:${port}`, Connection: 'close', ...headers })
    socket.write(
      `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    )
  })
}
