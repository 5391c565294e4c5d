// What the API says of itself: OpenAPI, the page that shows it, the specification, health.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reviveModel } from '../../../shared/model/serialize.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp(HELPDESK)
})
afterAll(() => app.stop())

test.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=1.0, gzip;q=0.5', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0.1, identity', undefined],
  ['gzip;q=0', undefined],
  ['gzip;q=0.0, identity', undefined],
  ['identity', undefined],
])('the specification is packed for whom it may be: %s', async (accepted, packed) => {
  const { headers, body } = await app.anyone.get('/api/spec').set('Accept-Encoding', accepted).expect(200)
  expect([headers['content-encoding'], body.name]).toEqual([packed, 'Helpdesk'])
})

describe('the description of the API', () => {
  const describeWays = async () => {
    const ways = '- sign-in: password, passkey, "Company" by OIDC\n- passwords: at least 12 characters'
    const desk = await startApp(HELPDESK.replace('- sign-in: password', ways))
    const { body } = await (await desk.as('Customer')).get('/api/openapi.json')
    await desk.stop()
    return body
  }

  // The linter takes seconds to start.
  test('is sound for a linter, for every role, and with all ways to sign in', async () => {
    const described: [name: string, text: string][] = [['ways', JSON.stringify(await describeWays())]]
    for (const roles of ['', 'Customer', 'Agent', 'Manager', 'Administrator']) {
      const { text } = await (roles === '' ? app.anyone : await app.as(roles)).get('/api/openapi.json')
      described.push([roles || 'anyone', text])
    }
    await lint(described)
  })

  test('holds the ways to sign in that the document offers', async () => {
    const body = await describeWays()
    expect(body.paths).toHaveProperty('/api/auth/passkeys/{id}')
    // What signing up takes is listed, with a passkey too.
    const applies = body.paths['/api/auth/sign-up/passkey'].post.requestBody.content['application/json'].schema
    expect([applies.$ref, applies.required]).toEqual(['#/components/schemas/system.Applicant', ['passkey']])
    const { 'system.Applicant': applicant, 'system.SignUp': signUp } = body.components.schemas
    expect(Object.keys(applicant.properties)).toEqual(['name', 'email', 'invitation'])
    expect(signUp.required).toEqual(['name', 'email', 'password'])
    expect(signUp.properties.password.minLength).toBe(12)
    expect(body.paths).toHaveProperty('/api/auth/providers/{id}/start')
    const plain = await app.anyone.get('/api/openapi.json')
    expect(Object.keys(plain.body.paths).join()).not.toMatch(/passkey|providers/)
  })

  test('holds the calls about accounts, those on others only for administrators', async () => {
    const paths = async (caller: { get(path: string): PromiseLike<{ body: { paths: object } }> }) =>
      Object.keys((await caller.get('/api/openapi.json')).body.paths)
    const [anyone, customer] = [await paths(app.anyone), await paths(await app.as('Customer'))]
    const administrator = await paths(await app.as('Administrator'))
    expect(anyone).toContain('/api/auth/password/forgot')
    expect(anyone).not.toContain('/api/auth/links')
    expect([anyone, customer].map((each) => each.includes('/api/auth/tokens'))).toEqual([false, true])
    expect([customer, administrator].map((each) => each.includes('/api/auth/password/links'))).toEqual([false, true])
  })

  test('holds what the caller may do, and nothing else', { tags: 'reference/point-7-the-calls-it-makes' }, async () => {
    const [customer, agent] = [await app.as('Customer'), await app.as('Agent')]
    const paths = (await customer.get('/api/openapi.json')).body.paths
    expect(Object.keys(paths['/api/tickets'])).toEqual(['get', 'post'])
    expect(paths['/api/tickets/{id}']).not.toHaveProperty('delete')
    expect(paths).toHaveProperty('/api/tickets/{id}/reopen')
    expect(paths).not.toHaveProperty('/api/tickets/{id}/take')
    expect(paths).not.toHaveProperty('/api/tickets/{id}/history')
    expect((await agent.get('/api/openapi.json')).body.paths).toHaveProperty('/api/tickets/{id}/take')
    const { text } = await app.anyone.get('/api/openapi.json')
    expect(text).not.toMatch(/api.tickets|internal_note/i)
    expect((await customer.get('/api/openapi.json')).text).not.toContain('internal_note')
  })

  test('holds the calls that read a record by a unique field that the caller may read, and the page', async () => {
    const { paths } = (await (await app.as('Customer')).get('/api/openapi.json')).body
    expect(paths).toHaveProperty(['/api/tickets/number/{number}', 'get'])
    expect(paths).toHaveProperty(['/api/articles/slug/{slug}', 'get'])
    expect(paths).not.toHaveProperty(['/api/people/email/{email}'])
    expect(paths).toHaveProperty(['/api/system/docs', 'get'])
    const agent = (await (await app.as('Agent')).get('/api/openapi.json')).body.paths
    expect(agent).toHaveProperty(['/api/people/email/{email}', 'get'])
  })

  test('names the parameters of each list, and the trash to those who may restore', async () => {
    const names = async (roles: string, path: string): Promise<readonly string[]> => {
      const { paths } = (await (await app.as(roles)).get('/api/openapi.json')).body
      return paths[path].get.parameters.map(({ name }: { name: string }) => name)
    }
    expect(await names('Administrator', '/api/tickets')).toContain('trash')
    expect(await names('Agent', '/api/tickets')).not.toContain('trash')
    expect(await names('Agent', '/api/tickets/{id}/history')).toEqual(['id', 'limit', 'after'])
    expect(await names('Agent', '/api/system/inbox')).toEqual(['limit', 'after'])
  })

  test('is shown on a page without scripts', async () => {
    const { status, text, headers } = await (await app.as('Agent')).get('/api/system/docs')
    expect(status).toBe(200)
    expect(text).toContain('<code>/api/tickets/{id}/take</code>')
    expect(text).not.toContain('<script')
    const nonce = /nonce-([\w-]+)/.exec(headers['content-security-policy'] ?? '')?.[1]
    expect(text).toContain(`<style nonce="${nonce}">`)
  })
})

describe('the specification', () => {
  test('comes with its unknowns, as a model that the client can revive', async () => {
    const { body } = await (await app.as('Agent')).get('/api/spec')
    expect(body).toMatchObject({
      name: 'Helpdesk',
      revision: app.dependencies.current.running.revision,
      unknowns: [{ point: 9, name: 'pager_url', line: expect.any(Number) }],
    })
    const model = reviveModel(body.model)
    expect([...model.entities.keys()]).toContain('Ticket')
  })

  test('shows each caller only what concerns them; the whole text only to those who may read it', async () => {
    const seen = await app.anyone.get('/api/spec')
    expect(seen.text).not.toContain('internal_note')
    expect(seen.body).not.toHaveProperty('document')
    expect((await (await app.as('Manager')).get('/api/spec')).body).not.toHaveProperty('document')
    expect((await (await app.as('Administrator')).get('/api/spec')).body.document).toBe(HELPDESK)
  })

  test('cites to those that the document names', async () => {
    const quiet = await startApp(HELPDESK.replace('- sign-in: password', '- sign-in: password\n- citations: Manager'))
    const refused = await (
      await quiet.as('Customer')
    ).post('/api/tickets', { subject: 'x', description: 'y', priority: 'urgent' })
    expect([refused.body.code, 'source' in refused.body]).toEqual(['URGENT_NEEDS_DETAIL', false])
    const told = await (await quiet.as('Manager')).post('/api/teams', {})
    expect(told.body.source).toMatchObject({ point: 3 })
    await quiet.stop()
  })
})

describe('health', () => {
  test('is live and ready, without asking who asks', async () => {
    expect((await app.anyone.get('/api/health/live').set('Authorization', 'Bearer nonsense')).body).toEqual({
      status: 'live',
    })
    expect((await app.anyone.get('/api/health/ready')).body).toEqual({ status: 'ready' })
  })
})

async function lint(described: readonly (readonly [name: string, text: string])[]): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-openapi-'))
  const files = described.map(([name, text]) => {
    const file = join(directory, `${name}.json`)
    writeFileSync(file, text)
    return file
  })
  const linter = fileURLToPath(new URL('../../../node_modules/.bin/redocly', import.meta.url))
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
  const { stderr } = await promisify(execFile)(linter, ['lint', ...files], { cwd: directory, env })
  expect(stderr).toMatch(/Your API descriptions? (is|are) valid/)
  rmSync(directory, { recursive: true })
}
