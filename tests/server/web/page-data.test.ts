// What a page carries: session and specification of its caller, inert and escaped, and a first picture without data of records.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import request from 'supertest'
import { createApp } from '../../../server/app.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const PAGE = `<!doctype html><html lang="en"><head><title>-</title><script>first()</script></head><body><div id="root"></div>
<noscript>-</noscript><script data-entry="/assets/first.js">second()</script></body></html>`

let app: TestApp
let site: ReturnType<typeof createServer>
let clientDirectory: string

beforeAll(async () => {
  app = await startApp(HELPDESK)
  clientDirectory = mkdtempSync(join(tmpdir(), 'verbatim-client-'))
  writeFileSync(join(clientDirectory, 'index.html'), PAGE)
  writeFileSync(
    join(clientDirectory, 'page-scripts.json'),
    JSON.stringify({ 'board-screen': ['/assets/board.js', '/assets/shared.js'], 'sign-in': ['/assets/sign-in.js'] }),
  )
  site = createServer(createApp({ ...app.dependencies, clientDirectory }))
})
afterAll(async () => {
  rmSync(clientDirectory, { recursive: true })
  await app.stop()
})

const pageFor = (path: string, token?: string) => {
  const asked = request(site).get(path)
  return token === undefined ? asked : asked.set('Authorization', `Bearer ${token}`)
}

function carried(html: string, id: string): unknown {
  const text = new RegExp(`<script type="application/json" id="${id}">([^<]*)</script>`).exec(html)?.[1]
  return text === undefined ? undefined : JSON.parse(text)
}

describe('a page', () => {
  test('carries what the API answers its caller, and nothing else', async () => {
    const agent = await app.as('Agent')
    for (const [caller, token] of [
      [app.anyone, undefined],
      [await app.as('Customer'), (await app.as('Customer')).token],
      [agent, agent.token],
      [await app.as('Administrator'), (await app.as('Administrator')).token],
    ] as const) {
      const { text, headers } = await pageFor('/help', token)
      expect(carried(text, 'session')).toEqual((await caller.get('/api/auth/me')).body)
      expect(carried(text, 'specification')).toEqual((await caller.get('/api/spec')).body)
      expect(headers['cache-control']).toBe('private, no-store')
    }
  })

  test('of nobody knows nothing of the person before', async () => {
    const agent = await app.as('Agent', 'Amara Okafor')
    expect((await pageFor('/help', agent.token)).text).toContain('Amara Okafor')
    const { text } = await pageFor('/help')
    expect(text).not.toContain('Amara Okafor')
    expect(carried(text, 'session')).toMatchObject({ person: null, roles: [] })
  })

  test('lets no text of a person end the element or run', async () => {
    const name = '</script><script>alert(1)</script><!--'
    const caller = await app.as('Customer', name)
    const { text } = await pageFor('/help', caller.token)
    expect(text).not.toContain('alert(1)</script>')
    expect(carried(text, 'session')).toMatchObject({ person: { name } })
  })

  test('may run the scripts that stand in the built page, by their hashes, and no other', async () => {
    const { headers } = await pageFor('/help')
    const hashes = ['first()', 'second()'].map(
      (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    )
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashes.join(' ')};`)
  })

  test('draws title and prose of its screen or the title of its record, for those who may read them only', async () => {
    const customer = await app.as('Customer')
    const { body } = await customer.post('/api/tickets', { ...TICKET, subject: 'Nothing but a <draft>' })
    const first = async (path: string, token?: string) =>
      /<div id="root">([\s\S]*?)<\/div>\n/.exec((await pageFor(path, token)).text)?.[1] ?? ''
    expect(await first('/report', customer.token)).toContain('<h1>Report a problem</h1>')
    expect(await first('/report')).not.toContain('Report a problem')
    const path = `/tickets/${body.id}`
    expect(await first(path, customer.token)).toContain(`<h1>${body.number} Nothing but a &lt;draft&gt;</h1>`)
    const stranger = await app.as('Customer', 'Stranger')
    expect(await first(path, stranger.token)).toContain('aria-hidden="true"')
    expect((await pageFor(path, stranger.token)).text).not.toContain('Nothing but')
  })

  test('names the scripts that its screen needs, where the screen is there', async () => {
    const agent = await app.as('Agent')
    const { text } = await pageFor('/board', agent.token)
    expect(text).toContain('data-scripts="/assets/board.js /assets/shared.js"')
    expect((await pageFor('/board')).text).not.toContain('/assets/board.js')
    expect((await pageFor('/sign-in')).text).toContain('data-scripts="/assets/sign-in.js"')
    expect((await pageFor('/page-scripts.json')).status).toBe(404)
  })
})
