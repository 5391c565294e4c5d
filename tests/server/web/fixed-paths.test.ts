// What browsers, crawlers and password managers look for at fixed paths, and addresses with a slash at their end.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import request from 'supertest'
import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  1: `- logo: shield.svg
- accent: #0a7d55
`,
  2: `| route | screen | shows | for |
|---|---|---|---|
| /tasks | All tasks | table of Task | anyone |
| /tasks/:id | Task | record of Task | anyone |
| /plans | Plans | table of Task | Manager |
`,
  3: `### Task

| field | type |
|---|---|
| name | text |
`,
  6: `| role | is |
|---|---|
| Manager | plans |

| role | entity | may |
|---|---|---|
| anyone | Task | read, create |
`,
}).replace(/^# .*/, '# Specification: Tasks & "Plans"')

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  folder = mkdtempSync(join(tmpdir(), 'verbatim-paths-'))
  mkdirSync(join(folder, 'client'))
  writeFileSync(join(folder, 'client', 'icon.svg'), DRAWING)
  writeFileSync(join(folder, 'shield.svg'), DRAWING)
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('at a fixed path there is', () => {
  test('a manifest with the name and the colour of the document, and icons that exist', async () => {
    const client = { clientDirectory: join(folder, 'client'), documentDirectory: folder }
    const web = request(createApp({ ...app.dependencies, ...client }))
    const { headers, body } = await web.get('/manifest.webmanifest').buffer(true).parse(parseJson)
    expect(headers['content-type']).toContain('application/manifest+json')
    expect(body).toMatchObject({ name: 'Tasks & "Plans"', start_url: '/', theme_color: '#0a7d55', lang: 'en' })
    const { icons } = body as { readonly icons: readonly { readonly src: string; readonly type: string }[] }
    expect(icons).toHaveLength(2)
    for (const { src, type } of icons) {
      const icon = await web.get(src)
      expect([icon.status, icon.headers['content-type']]).toEqual([200, type])
    }
  })

  test('no icon in the manifest where there is none', async () => {
    const { body } = await app.anyone.get('/manifest.webmanifest').buffer(true).parse(parseJson)
    expect((body as { readonly icons: unknown }).icons).toEqual([])
  })

  test('what crawlers leave out, and the way to change a password', async () => {
    const robots = await app.anyone.get('/robots.txt')
    expect([robots.type, robots.text]).toEqual(['text/plain', 'User-agent: *\nDisallow: /api/\n'])
    const passwords = await app.anyone.get('/.well-known/change-password')
    expect([passwords.status, passwords.headers['location']]).toEqual([302, '/sign-in?next=%2Faccount'])
    expect((await app.anyone.get('/.well-known/resource-that-should-not-exist')).status).toBe(404)
  })
})

describe('slashes too many', () => {
  test.each([
    ['/tasks/?sort=name&after=%2F', '/tasks?sort=name&after=%2F'],
    ['/api/tasks/?sort=name', '/api/tasks?sort=name'],
    ['/tasks//', '/tasks'],
    ['//tasks/?sort=name', '/tasks?sort=name'],
    ['/api/health/live/', '/api/health/live'],
    ['/api/tasks//', '/api/tasks'],
  ])('of %s leads on to %s', async (path, location) => {
    for (const method of ['get', 'head'] as const) {
      const answer = await app.anyone[method](path)
      expect([answer.status, answer.headers['location']]).toEqual([308, location])
    }
    expect((await app.anyone.get(location)).status).toBe(200)
  })

  test.each(['/nothing/', '/tasks/none/', '/plans/', '//example.com/', '/%5Cexample.com/'])(
    'of %s, where nothing is for this reader, is a 404',
    async (path) => {
      const { status, headers } = await app.anyone.get(path)
      expect([status, headers['location']]).toEqual([404, undefined])
    },
  )

  test.each(['/api/nothing/', '/api/system/audit/nothing/', '/api/'])(
    'of %s in the API is the same 404 as without',
    async (path) => {
      const { status, body } = await app.anyone.get(path)
      expect([status, body.code]).toEqual([404, 'not_found'])
    },
  )

  test('leads nowhere for what its reader may not know, and for writes', async () => {
    const [slashed, plain] = [
      await app.anyone.get('/api/system/audit/?limit=x'),
      await app.anyone.get('/api/system/audit'),
    ]
    expect([slashed.status, slashed.body.code]).toEqual([plain.status, plain.body.code])
    expect((await app.anyone.post('/api/tasks/').send({ name: 'x' })).status).toBe(404)
  })
})

function parseJson(response: Response, done: (error: Error | null, value: unknown) => void): void {
  let text = ''
  response.on('data', (chunk: Buffer) => (text += chunk.toString()))
  response.on('end', () => done(null, JSON.parse(text)))
}
