// Pages: which paths answer 200 and which 404, for which people, and the headers of every answer.
// @module-tag B09
// @module-tag B01
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp(HELPDESK)
})
afterAll(() => app.stop())

describe('a path', () => {
  test.each([
    '/',
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/reset-password',
    '/about',
    '/search',
    '/articles',
    '/help',
  ])('%s is there for anyone', async (path) => {
    const { status, text } = await app.anyone.get(path)
    expect(status).toBe(200)
    expect(text).toContain('data-status="200"')
  })

  test.each(['/account', '/inbox'])(
    '%s is there for those who are signed in',
    { tags: 'reference/standard-pages' },
    async (path) => {
      expect((await (await app.as('Customer')).get(path)).status).toBe(200)
      expect((await app.anyone.get(path)).status).toBe(404)
    },
  )

  test('/ is there for those who may not open its screen, too, and shows nothing of it', async () => {
    const own = await startApp(
      documentOf({
        2: `| route | screen | shows | for |
|---|---|---|---|
| / | Secret figures | dashboard | Boss |
| /figures | More figures | dashboard | Boss |
| /notes | Notes | table of Note | everyone |

### Secret figures

| tile | shows |
|---|---|
| Hidden count | count of Note |

### More figures

| tile | shows |
|---|---|
| Hidden count | count of Note |`,
        3: '### Note\n\n| field | type |\n|---|---|\n| text | text |',
        6: '| role | is |\n|---|---|\n| Boss | leads |\n| Clerk | works |\n\n| role | entity | may |\n|---|---|---|\n| everyone | Note | read |',
      }),
    )
    try {
      const [boss, clerk] = [await own.as('Boss'), await own.as('Clerk')]
      expect((await boss.get('/')).text).toContain('Secret figures')
      for (const caller of [clerk, own.anyone]) {
        const { status, text } = await caller.get('/')
        expect(status).toBe(200)
        expect(text).not.toMatch(/figures|Hidden/)
        expect((await caller.get('/figures')).status).toBe(404)
      }
    } finally {
      await own.stop()
    }
  })

  test('the data of every entity has pages for administrators, and for nobody else', async () => {
    const administrator = await app.as('Administrator')
    const manager = await app.as('Manager')
    const { body: team } = await administrator.post('/api/teams', { name: 'Data pages' })
    for (const path of [
      '/studio/data',
      '/studio/data/teams',
      '/studio/data/teams/new',
      `/studio/data/teams/${team.id}`,
    ]) {
      expect([path, (await administrator.get(path)).status]).toEqual([path, 200])
      expect([path, (await manager.get(path)).status]).toEqual([path, 404])
    }
    expect((await administrator.get('/studio/data/teams/Data%20pages')).status).toBe(200)
    expect((await administrator.get('/studio/data/teams/Data')).status).toBe(404)
    expect((await administrator.get('/studio/data/nothing')).status).toBe(404)
    expect((await administrator.get('/studio/data/teams/0198f7c2-0000-7000-8000-000000000000')).status).toBe(404)
  })

  test('/studio is there for those who may read the document', { tags: 'reference/standard-pages' }, async () => {
    expect((await (await app.as('Administrator')).get('/studio')).status).toBe(200)
    expect((await (await app.as('Manager')).get('/studio')).status).toBe(404)
  })

  test.each([
    '/404',
    '/nothing',
    '/tickets',
    '/board',
    '/studio',
    '/Help',
    '/help/x',
    '/../etc/passwd',
    '/%zz',
    '/articles/none',
    '/index.html',
    '/.env',
  ])('%s is a 404 for whoever is not signed in, with the prose of the document', async (path) => {
    const { status, text } = await app.anyone.get(path)
    expect(status).toBe(404)
    expect(text).toContain('data-status="404"')
    expect(text).toContain(
      'This page does not exist, or it is not for you. The <a href="/tickets">tickets</a> are a good place',
    )
  })

  test('of a screen is there only for its roles', { tags: 'reference/point-2-screens-and-routes' }, async () => {
    const [customer, agent] = [await app.as('Customer'), await app.as('Agent')]
    expect([
      (await customer.get('/tickets')).status,
      (await customer.get('/board')).status,
      (await agent.get('/board')).status,
    ]).toEqual([200, 404, 200])
  })

  test('of a record is there for those who may read it', async () => {
    const [customer, stranger] = [await app.as('Customer'), await app.as('Customer', 'Stranger')]
    const { body } = await customer.post('/api/tickets', TICKET)
    expect((await customer.get(`/tickets/${body.id}`)).status).toBe(200)
    expect((await stranger.get(`/tickets/${body.id}`)).status).toBe(404)
    // A number stands for the id, as people write it.
    for (const number of ['HD-00001', 'hd-1', '1']) {
      expect([number, (await customer.get(`/tickets/${number}`)).status]).toEqual([number, 200])
      expect([number, (await stranger.get(`/tickets/${number}`)).status]).toEqual([number, 404])
      expect([number, (await app.anyone.get(`/tickets/${number}`)).status]).toEqual([number, 404])
    }
    expect((await customer.get('/tickets/HD-00002')).status).toBe(404)
    const manager = await app.as('Manager')
    await manager.post('/api/articles', { title: 'Clear a jam', body: 'Open it.', published: true })
    expect((await app.anyone.get('/articles/clear-a-jam')).status).toBe(200)
  })

  test('is asked for, not written to', async () => {
    expect((await app.anyone.post('/help')).status).toBe(405)
    expect((await app.anyone.head('/help')).status).toBe(200)
    expect((await app.anyone.head('/nothing')).status).toBe(404)
  })
})

describe('every answer', () => {
  test.each(['/', '/nothing', '/api/system/docs'])('%s, a page, carries the security headers', async (path) => {
    const { headers } = await app.anyone.get(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cache-control': 'private, no-store',
      'strict-transport-security': expect.stringContaining('max-age='),
      'verbatim-revision': expect.stringMatching(/^[0-9a-f]{12}$/),
    })
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  test.each(['/api/nothing', '/api/auth/me', '/api/tickets', '/api/health/live', '/api/openapi.json'])(
    '%s, JSON, is taken for nothing else and kept by nobody',
    async (path) => {
      const { headers } = await app.anyone.get(path)
      expect(headers).toMatchObject({
        'content-type': expect.stringContaining('json'),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'verbatim-revision': expect.stringMatching(/^[0-9a-f]{12}$/),
      })
      expect(headers).not.toHaveProperty('x-powered-by')
    },
  )

  test('a 304 carries them too', async () => {
    const customer = await app.as('Customer')
    const { body, headers } = await customer.post('/api/tickets', TICKET)
    const known = await customer.get(`/api/tickets/${body.id}`).set('If-None-Match', headers['etag'] ?? '')
    expect([known.status, known.headers['x-content-type-options']]).toEqual([304, 'nosniff'])
  })
})

describe('the built client', () => {
  test('gets a nonce of its own in each page, its hashed files are kept for a year, and another build does not mix with it', async () => {
    const clientDirectory = mkdtempSync(join(tmpdir(), 'verbatim-client-'))
    const script = '"use strict";'.repeat(200)
    mkdirSync(join(clientDirectory, 'assets'))
    writeFileSync(join(clientDirectory, 'assets', 'index-abc123.js'), script)
    writeFileSync(join(clientDirectory, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(
      join(clientDirectory, 'index.html'),
      '<!doctype html><html lang="en"><head><meta property="csp-nonce" nonce="__CSP_NONCE__"><title>Verbatim</title><script type="module" src="/assets/index-abc123.js" nonce="__CSP_NONCE__"></script></head><body><div id="root"></div><noscript>-</noscript></body></html>',
    )
    const built = createServer(createApp({ ...app.dependencies, clientDirectory }))
    const first = await request(built).get('/help')
    const second = await request(built).get('/help')
    const nonce = /nonce-([\w-]+)/.exec(first.headers['content-security-policy'] ?? '')?.[1] ?? 'none'
    expect(first.text.match(new RegExp(`nonce="${nonce}"`, 'g'))).toHaveLength(2)
    expect(first.text).toContain('<title>Helpdesk</title>')
    expect(second.text).not.toContain(nonce)
    const asset = await request(built).get('/assets/index-abc123.js').set('Accept-Encoding', 'gzip')
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'x-content-type-options': 'nosniff',
    })
    writeFileSync(
      join(clientDirectory, 'assets', 'index-abc123.js.br'),
      brotliCompressSync('as the build compressed it'),
    )
    const compressed = createServer(createApp({ ...app.dependencies, clientDirectory }))
    const small = await request(compressed).get('/assets/index-abc123.js').set('Accept-Encoding', 'gzip, br')
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(small.text).toBe('as the build compressed it')
    expect(small.headers['etag']).not.toBe(asset.headers['etag'])
    expect((await request(compressed).get('/assets/index-abc123.js.br')).status).toBe(404)
    const icon = await request(built).get('/icon.svg')
    expect(icon.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' })
    const known = await request(built)
      .get('/icon.svg')
      .set('If-None-Match', icon.headers['etag'] ?? '')
    expect([known.status, known.headers['x-content-type-options']]).toEqual([304, 'nosniff'])
    expect((await request(built).get('/assets/none.js')).status).toBe(404)
    expect((await request(built).get('/index.html')).status).toBe(404)

    // Another build under the running server: pages and files stay those that belong together.
    rmSync(clientDirectory, { recursive: true })
    mkdirSync(clientDirectory)
    writeFileSync(join(clientDirectory, 'index.html'), '<script src="/assets/index-def456.js"></script>')
    expect((await request(built).get('/help')).text).toContain('/assets/index-abc123.js')
    expect((await request(built).get('/assets/index-abc123.js')).text).toBe(script)
    rmSync(clientDirectory, { recursive: true })
  })
})

test('a document has its assets at /assets, where the files of the page lie, too', async () => {
  const clientDirectory = mkdtempSync(join(tmpdir(), 'verbatim-client-'))
  mkdirSync(join(clientDirectory, 'assets'))
  writeFileSync(join(clientDirectory, 'assets', 'index-abc123.js'), 'run()')
  writeFileSync(join(clientDirectory, 'index.html'), '<title>Verbatim</title><noscript>-</noscript>')
  const ASSETS = documentOf({
    2: '| route | screen | shows | for |\n|---|---|---|---|\n| /assets | Assets | table of Asset | anyone |\n| /assets/:id | Asset | record of Asset | anyone |',
    3: '### Asset\n\n| field | type |\n|---|---|\n| name | text |',
    6: '| role | entity | may |\n|---|---|---|\n| anyone | Asset | read, create |',
  })
  const own = await startApp(ASSETS)
  const served = createServer(createApp({ ...own.dependencies, clientDirectory }))
  const { body } = await request(served).post('/api/assets').send({ name: 'Boiler' }).expect(201)
  for (const [path, status] of [
    ['/assets', 200],
    [`/assets/${body.id}`, 200],
    ['/assets/none', 404],
    ['/assets/none.js', 404],
  ] as const) {
    const page = await request(served).get(path)
    expect([path, page.status, page.type]).toEqual([path, status, 'text/html'])
  }
  expect((await request(served).get('/assets/index-abc123.js')).text).toBe('run()')
  await own.stop()
  rmSync(clientDirectory, { recursive: true })
})

test('assets of another build are served beside the own ones, also those that are put there later, and nothing else is', async () => {
  const extraAssets = mkdtempSync(join(tmpdir(), 'verbatim-builds-'))
  mkdirSync(join(extraAssets, 'assets', 'folder'), { recursive: true })
  writeFileSync(join(extraAssets, 'secret.js'), 'secret')
  const server = createServer(createApp({ ...app.dependencies, extraAssets }))
  expect((await request(server).get('/assets/index-old123.js')).status).toBe(404)
  writeFileSync(join(extraAssets, 'assets', 'index-old123.js'), 'the build before')
  const asset = await request(server).get('/assets/index-old123.js')
  expect([asset.status, asset.text]).toEqual([200, 'the build before'])
  expect(asset.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  for (const path of ['..%2Fsecret.js', '.%2E/secret.js', 'folder', 'folder%2F..%2Findex-old123.js', ''])
    expect([path, (await request(server).get(`/assets/${path}`)).status]).toEqual([path, 404])
  expect((await request(server).post('/assets/index-old123.js')).status).toBe(405)
  expect((await request(createServer(createApp(app.dependencies))).get('/assets/index-old123.js')).status).toBe(404)
  rmSync(extraAssets, { recursive: true })
})

test(
  'the logo that the document names is served from its folder: as an image, and nothing else',
  { tags: 'reference/point-1-what-the-product-does-and-for-whom' },
  async () => {
    const documentDirectory = mkdtempSync(join(tmpdir(), 'verbatim-logo-'))
    const named = await startApp(HELPDESK.replace('## 2. Screens', '- logo: logo.svg\n\n## 2. Screens'))
    const served = createServer(createApp({ ...named.dependencies, documentDirectory }))
    expect((await request(served).get('/assets/logo')).status).toBe(404)
    writeFileSync(join(documentDirectory, 'secret.svg'), '<svg>secret</svg>')
    symlinkSync(join(documentDirectory, 'secret.svg'), join(documentDirectory, 'logo.svg'))
    expect((await request(served).get('/assets/logo')).status).toBe(404)
    rmSync(join(documentDirectory, 'logo.svg'))
    writeFileSync(
      join(documentDirectory, 'logo.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    )
    const logo = await request(served).get('/assets/logo')
    expect(logo.status).toBe(200)
    expect(logo.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    })
    const without = createServer(createApp({ ...app.dependencies, documentDirectory }))
    expect((await request(without).get('/assets/logo')).status).toBe(404)
    await named.stop()
    rmSync(documentDirectory, { recursive: true })
  },
)

test('pages that look into the data count as calls do; the pages to sign in are there all the same', async () => {
  const flooded = await startApp(HELPDESK)
  const pages = await Promise.all(Array.from({ length: 310 }, () => flooded.anyone.get('/articles')))
  const refused = pages.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await flooded.anyone.get('/api/articles')).status).toBe(429)
  expect((await flooded.anyone.get('/sign-in')).status).toBe(200)
  const customer = await flooded.as('Customer')
  expect((await customer.get('/articles')).status).toBe(200)
  await flooded.stop()
})
