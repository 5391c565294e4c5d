// Bad input, and what it gets: 4xx with problem details, and nothing stored; no write by a page of another site; no request with two hosts.
// @module-tag B03
// @module-tag B11
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
let customer: Caller

beforeAll(async () => {
  app = await startApp(HELPDESK)
  customer = await app.as('Customer')
})
afterAll(async () => {
  expect((await customer.get('/api/tickets')).body.items).toEqual([])
  await app.stop()
})

const raw = (body: string, type = 'application/json') =>
  app.anyone.post('/api/tickets').set('Authorization', `Bearer ${customer.token}`).set('Content-Type', type).send(body)

describe('a request', () => {
  test.each([
    ['two hosts', 'Host: desk.example.com\r\nHost: other.example.com'],
    ['one host twice', 'Host: desk.example.com\r\nhost: desk.example.com'],
    ['two hosts in one', 'Host: desk.example.com, other.example.com'],
  ])('that names %s is refused, at the API and at pages', async (_, hosts) => {
    for (const path of ['/api/auth/me', '/', '/assets/none.js'])
      expect(await sendRaw(`GET ${path} HTTP/1.1\r\n${hosts}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test.each(['desk.example.com', 'localhost:3000', '[::1]:8080'])(
    'that names the host %s is answered',
    async (host) => {
      expect(await sendRaw(`GET /api/auth/me HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 200 /,
      )
    },
  )
})

describe('a body', () => {
  test.each([
    ['that is no JSON', '{"subject":', 400, 'malformed'],
    ['that is a list', '[]', 400, 'malformed'],
    ['that is null', 'null', 400, 'malformed'],
    ['that is a text', '"x"', 400, 'malformed'],
    ['that is nested too deeply', '['.repeat(100) + ']'.repeat(100), 400, 'malformed'],
    [
      'with too many members',
      `{${Array.from({ length: 30_000 }, (_, index) => `"f${index}":1`).join(',')}}`,
      400,
      'malformed',
    ],
    ['with half a character', String.raw`{"subject":"\ud800","description":"x"}`, 400, 'malformed'],
    ['with a name twice', '{"subject":"a","subject":"b","description":"x"}', 400, 'malformed'],
    [
      'with a name twice, spelt differently',
      String.raw`{"subject":"a","s\u0075bject":"b","description":"x"}`,
      400,
      'malformed',
    ],
    ['that is too large', JSON.stringify({ subject: 'x'.repeat(1_100_000) }), 413, 'too_large'],
    ['with wrong types', '{"subject":1,"description":{}}', 422, 'invalid'],
  ])('%s is refused', async (_, body, status, code) => {
    const answer = await raw(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  })

  test('is refused in words for people: names of fields lose their underscores', async () => {
    const agent = await app.as('Agent')
    const { body } = await agent.post('/api/tickets', {
      ...TICKET,
      due_at: 'soon',
      internal_note: 5,
      team: TICKET.subject,
    })
    expect(body.errors.map(({ message }: { message: string }) => message.split(' must')[0])).toEqual([
      'Due at',
      'Internal note',
      'Team',
    ])
  })

  test('that is not UTF-8 is refused', async () => {
    const head = `POST /api/tickets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${customer.token}\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n`
    const answer = await sendRaw(
      Buffer.concat([Buffer.from(head), Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])]),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
  ])('of the type %s is refused', async (type) => {
    const { status, body } = await raw(JSON.stringify(TICKET), type)
    expect([status, body.code]).toEqual([415, 'unsupported_media_type'])
  })

  test('of two megabytes of brackets is refused', async () => {
    expect((await raw('['.repeat(900_000))).status).toBe(400)
  })
})

describe('a call that is not known', () => {
  test.each([
    '/api/nothing',
    '/api',
    '/api/Tickets',
    '/api/tickets;a=b',
    '/api/tickets/1/2/3',
    '/api/%zz',
    '/api/system/nothing',
    '/api/auth/sign-in/x',
    '/api/__proto__',
    '/api/auth/constructor',
  ])('%s is a 404 with problem details', async (path) => {
    const { status, body, headers } = await customer.get(path)
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
  })

  test('another method is a 405 that names those there are', async () => {
    const { status, headers } = await app.anyone
      .put('/api/tickets')
      .set('Authorization', `Bearer ${customer.token}`)
      .send({})
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    expect((await app.anyone.options('/api/tickets')).headers['allow']).toBe('GET, HEAD, POST, OPTIONS')
    expect((await customer.get('/api/tickets/summary?x=1')).body.code).toBe('unknown_parameter')
    const measures = (number: number) => Array.from({ length: number }, () => 'count').join(',')
    expect((await customer.get(`/api/tickets/summary?measure=${measures(20)}`)).status).toBe(200)
    expect((await customer.get(`/api/tickets/summary?measure=${measures(1_200)}`)).body.code).toBe('too_much')
  })

  test('a caller who is not signed in learns that before anything of the body', async () => {
    const { status, body, headers } = await app.anyone
      .post('/api/tickets')
      .set('Content-Type', 'application/json')
      .send('{')
    expect([status, body.code, headers['www-authenticate']]).toEqual([401, 'not_signed_in', 'Bearer'])
    expect(
      (await app.anyone.patch('/api/articles/01a1fc8f-5911-77a7-88f4-ea17316eee02').send({ title: 'x' })).status,
    ).toBe(401)
  })

  test('a key that the caller may not read is as unknown as any other', async () => {
    const hidden = await customer.get('/api/people/email/a@example.com')
    const missing = await customer.get('/api/people/mail/a@example.com')
    expect([hidden.status, missing.status]).toEqual([404, 404])
    expect({ ...hidden.body, request: '' }).toEqual({ ...missing.body, request: '' })
    expect((await customer.post('/api/people/email/a@example.com', {})).status).toBe(404)
  })

  test('no header makes it another call', async () => {
    const { status } = await customer.post('/api/tickets/summary').set('X-HTTP-Method-Override', 'GET')
    expect(status).toBe(405)
  })
})

describe('a write with a cookie', () => {
  const post = (headers: { readonly [name: string]: string }) =>
    app.anyone.post('/api/tickets').set('Cookie', `session=${customer.token}`).set(headers).send({ subject: 'x' })

  test.each([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from a sibling', { 'Sec-Fetch-Site': 'same-site' }],
    ['from another origin', { Origin: 'https://evil.example' }],
    ['from nowhere', { Origin: 'null' }],
    ['that does not say', {}],
  ])('%s is refused', async (_, headers) => {
    const { status, body } = await post(headers)
    expect([status, body.code]).toEqual([403, 'foreign_origin'])
  })

  test('from our own page goes through to what it asks', async () => {
    expect((await post({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(422)
  })

  test('a sign-in from another site is refused too', async () => {
    const { status } = await app.anyone
      .post('/api/auth/sign-in')
      .set('Sec-Fetch-Site', 'cross-site')
      .send({ email: 'a@example.com', password: 'x' })
    expect(status).toBe(403)
  })
})

describe('limits', () => {
  test(
    'too many requests of one person are refused for a while, others go on',
    { tags: 'reference/point-9-business-constants-and-limits' },
    async () => {
      const flooder = await app.as('Customer', 'Flooder')
      const rate = app.dependencies.current.running.model.settings.requests?.count ?? 0
      const answers = await Promise.all(Array.from({ length: rate + 5 }, () => flooder.get('/api/auth/me')))
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
      expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toMatch(/^\d+$/)
      expect((await customer.get('/api/auth/me')).status).toBe(200)
    },
  )

  test('a body that is announced too large is refused before it is sent', async () => {
    const answer = await sendRaw(
      `POST /api/tickets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${customer.token}\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer.toLowerCase()).toContain('connection: close')
  })
})

function sendRaw(text: string | Buffer): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
      if (answer.includes('}')) socket.end()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
