// A failure tells nobody how the program is made, and is found in the log by its number; what is secret stands in neither.
// @module-tag V04
// @module-tag V01
import { createServer } from 'node:http'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSurfaces } from '../helpers/list-surfaces.ts'
import { validBody } from '../helpers/valid-body.ts'
import { createApp } from '../../server/app.ts'
import { createSession } from '../helpers/create-account.ts'
import { CurrentDocument, runDocument } from '../../server/document/current-document.ts'
import { codeAt } from '../doubles/authenticator.ts'
import { documentOf } from '../helpers/compile-document.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

const CANARY = 'canary-zq7'
/** Put together at run time, so that the document itself does not hold it. */
const HIDDEN = `"${CANARY.slice(0, 3)}" + "${CANARY.slice(3)}"`
const DOCUMENT = documentOf({
  3: `### Deal

| field | type | default | limits |
|---|---|---|---|
| title | text | | searchable |
| key | text | \`${HIDDEN}\` | hidden |
| note | text | | |`,
  6: `| role | is |
|---|---|
| Seller | sells |

| role | entity | may | fields |
|---|---|---|---|
| Seller | Deal | read, create, update, see history | title |`,
})

let app: TestApp
let root: Caller
let seller: Caller
let deal = ''
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  root = await app.as('Administrator')
  seller = await app.as('Seller')
  deal = String((await seller.post('/api/deals', { title: 'one' }).expect(201)).body.id)
  await root.patch(`/api/deals/${deal}`, { note: `${CANARY} in a note` }).expect(200)
})
afterAll(() => app.stop())

interface Line {
  readonly request?: string
  readonly err?: Error
}

/**
 * Builds the same application with a storage that fails at everything except finding out who asks, and returns it
 * with the lines of its log.
 */
function breakApp(): { readonly broken: ReturnType<typeof request>; readonly lines: Line[] } {
  const lines: Line[] = []
  const note = (fields: object): void => void lines.push(fields)
  const fail = (): never => {
    const error = new Error(
      `SQLITE_ERROR: no such column c7 in "SELECT c7 FROM t1 WHERE c2 = 'x'" at ${import.meta.url}`,
    )
    throw Object.assign(error, { code: 'ERR_SQLITE_ERROR', password: CANARY })
  }
  const { storage } = app.dependencies
  const whoAsks = new Set(['holder', 'system', 'record', 'revisionInForce'])
  const reader = new Proxy(storage.database, {
    get: (whole, name) => (whoAsks.has(String(name)) ? bound(whole, name) : fail),
  })
  const failing = new Proxy(storage, {
    get: (whole, name) =>
      name === 'database' ? reader : name === 'model' || name === 'formerNames' ? whole[name] : fail,
  })
  const log = { error: note, warn: note, info: note }
  // Nothing was compiled for this document before: each plan is asked for anew.
  const { file, text, model } = app.dependencies.current.running
  const current = new CurrentDocument(runDocument(file, text, model), app.dependencies.current.number)
  const server = createServer(createApp({ ...app.dependencies, storage: failing, current, log }))
  return { broken: request(server), lines }
}

function bound(whole: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(whole, name)
  return typeof value === 'function' ? (value.bind(whole) as unknown) : value
}

const INSIDE = /sqlite|select|no such|\bc7\b|\bt1\b|node_modules|\.ts\b|\/(?:server|tests|work|home|tmp)\/|\n\s+at /i

describe('a failure', () => {
  test('is a problem without a word of what is inside, with the number that the log has, on every call', async () => {
    const { broken, lines } = breakApp()
    const failures = () => lines.filter(({ err }) => err !== undefined)
    let failed = 0
    for (const surface of listSurfaces()) {
      const [method = '', path = ''] = surface.split(' ')
      const at = `/api${path}`.replace(':entity', 'deals').replaceAll(/:\w+/g, deal)
      const call = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'
      for (const token of [root.token, undefined]) {
        lines.length = 0
        const asked = broken[call](at)
        if (token !== undefined) asked.set('Authorization', `Bearer ${token}`)
        const { status, body, text, headers } = await (method === 'GET'
          ? asked
          : asked.send(validBody(method, path, CANARY)))
        if (status < 500) continue
        failed++
        expect([surface, status]).toEqual([surface, 500])
        expect(headers['content-type'], surface).toMatch(/^application\/problem\+json/)
        expect(body).toEqual({
          type: 'urn:verbatim:internal',
          title: 'Internal Server Error',
          status: 500,
          detail: expect.stringContaining('our side'),
          code: 'internal',
          request: headers['x-request-id'],
        })
        expect(text, surface).not.toMatch(INSIDE)
        expect(failures().map(({ request: id }) => id)).toEqual([body.request])
        expect(failures()[0]?.err?.message).toContain('SQLITE_ERROR')
        const { err: _, ...rest } = failures()[0] ?? {}
        expect(JSON.stringify(rest), surface).not.toContain(CANARY)
      }
    }
    expect(failed).toBeGreaterThan(40)
  })

  test('of a page says as little', async () => {
    const { broken, lines } = breakApp()
    const { status, text } = await broken.get('/deals').set('Authorization', `Bearer ${root.token}`)
    if (status === 500) expect(lines.filter(({ err }) => err !== undefined)).toHaveLength(1)
    expect(text).not.toMatch(INSIDE)
  })
})

describe('a refusal', () => {
  test('has its number in the header too, and names no part of the program', async () => {
    const answers = await Promise.all([
      seller.get('/api/nothing'),
      seller.get('/api/deals?sort=nothing'),
      seller.get('/api/deals?filter=)('),
      seller.get('/api/deals?after=x'),
      seller.post('/api/deals', { nothing: 1 }),
      seller.post('/api/deals', []),
      seller.delete(`/api/deals/${deal}`),
      app.anyone.get('/api/deals'),
      app.anyone.post('/api/deals').type('application/json').send('{"a":'),
      app.anyone.put('/api/deals'),
    ])
    for (const { status, body, text, headers } of answers) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect(headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(body.request).toBe(headers['x-request-id'])
      expect(text).not.toMatch(INSIDE)
    }
  })
})

describe('what is secret', () => {
  test('of a record is on no surface, in no history, and not in the audit', async () => {
    await seller.patch(`/api/deals/${deal}`, { title: 'two' }).expect(200)
    await seller.patch(`/api/deals/${deal}`, { key: 'x' }).expect(422)
    await root.patch(`/api/deals/${deal}`, { key: 'x' }).expect(422)
    const asked = [
      ...listSurfaces().filter((surface) => surface.startsWith('GET ')),
      ...['?may=yes', '?search=canary', '?filter=title != null&count=exact'].map((query) => `GET /:entity${query}`),
      'GET /:entity/summary?by=title',
    ]
    for (const surface of asked) {
      const at = `/api${surface.slice(4)}`.replace(':entity', 'deals').replaceAll(/:\w+/g, deal)
      expect((await seller.get(at)).text, at).not.toContain(CANARY)
      // An administrator may read the note, and nobody the key.
      expect((await root.get(at)).text.replaceAll(`${CANARY} in a note`, ''), at).not.toContain(CANARY)
    }
    const explained = await root.post('/api/system/explain', {
      person: seller.id,
      call: { method: 'GET', path: `/api/deals/${deal}` },
    })
    expect(explained.text).not.toContain(CANARY)
    const entries = await app.dependencies.storage.database.audit({ limit: 1_000 })
    expect(entries.length).toBeGreaterThan(2)
    expect(JSON.stringify(entries)).not.toContain(CANARY)
  })

  test('of an account is on no surface after it was shown', async () => {
    const seed = String((await seller.post('/api/auth/second-factor/set-up', {}).expect(201)).body.seed)
    const code = codeAt(seed, app.clock.now)
    const { body } = await seller.post('/api/auth/second-factor/confirm', { code }).expect(200)
    const again = app.with(seller, body.token)
    const secrets = [seed, code, body.token, 'password of Seller 1', ...(body.recovery_codes as string[])]
    const look = await createSession(app.dependencies, root.id, new Date(app.clock.now).toISOString())
    for (const caller of [again, app.with(root, look)]) {
      for (const surface of listSurfaces().filter((each) => each.startsWith('GET '))) {
        const at = `/api${surface.slice(4)}`.replace(':entity', 'people').replaceAll(/:\w+/g, seller.id)
        const { text, headers } = await caller.get(at)
        for (const secret of secrets) expect(text + JSON.stringify(headers), at).not.toContain(secret)
      }
    }
    const kept = await app.dependencies.storage.database.history('Person', seller.id, { limit: 100 })
    const entries = await app.dependencies.storage.database.audit({ limit: 1_000 })
    for (const secret of secrets) expect(JSON.stringify([kept, entries])).not.toContain(secret)
  })
})
