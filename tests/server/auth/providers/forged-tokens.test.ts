// ID tokens that a provider would never give, or that somebody else made: each is refused, and nobody is signed in.
// @module-tag A12
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../../server/app.ts'
import { createCookieJar } from '../../../doubles/cookie-jar.ts'
import type { Forgery, ForgingProvider } from '../../../doubles/forging-provider.ts'
import { startForgingProvider } from '../../../doubles/forging-provider.ts'
import { HELPDESK } from '../../../apps/helpdesk.ts'
import type { TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

let idp: ForgingProvider
let app: TestApp
let base = ''
beforeAll(async () => {
  idp = await startForgingProvider()
  const document = HELPDESK.replace('- sign-in: password', '- sign-in: password, "Company" by OIDC, "Other" by OIDC')
  app = await startApp(document, undefined, {
    providers: new Map([
      ['company', idp.settings],
      ['other', { ...idp.settings }],
    ]),
  })
  base = `http://localhost:${(app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.stop()
  await idp.close()
})

/**
 * Signs in with a forgery, and returns the problem at the address where the browser ends, and whether it has a
 * session then.
 */
async function signIn(forgery: Forgery, nonceOf = (nonce: string) => nonce) {
  app.clock.now += 60_000
  const jar = createCookieJar()
  const { url } = await jar.go(`${base}/api/auth/providers/company/start`, ({ origin }) => origin === idp.issuer)
  idp.nonce = nonceOf(url.searchParams.get('nonce') ?? '')
  idp.forgery = forgery
  const query = new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '', iss: idp.issuer })
  const callback = `${base}/api/auth/providers/company/callback?${query.toString()}`
  const landing = await jar.go(callback, ({ pathname }) => !pathname.startsWith('/api/'))
  return { problem: landing.url.searchParams.get('problem'), isSignedIn: jar.cookiesFor(base).includes('session=') }
}

const seconds = () => Math.floor(Date.now() / 1000)

test('a token as it should be signs in', async () => {
  expect(await signIn({})).toEqual({ problem: null, isSignedIn: true })
})

const forgeries: readonly [string, Forgery][] = [
  ['for another application', { claims: { aud: 'other' } }],
  ['for several applications, of which another asked', { claims: { aud: ['desk', 'other'], azp: 'other' } }],
  ['of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['that has expired', { claims: { iat: seconds() - 7200, exp: seconds() - 3600 } }],
  ['that never expires', { claims: { exp: undefined } }],
  ['that is about nobody', { claims: { sub: undefined } }],
  ['that nobody signed', { by: 'nobody' }],
  ['that somebody else signed', { by: 'another key' }],
  ['that is signed with the public key as a secret', { by: 'the public key as a secret' }],
  ['that is signed with an unknown key', { header: { kid: 'other' } }],
  ['that is none', { answer: { status: 200, body: { access_token: 'a', token_type: 'Bearer', id_token: 'x.y.z' } } }],
  ['that is missing', { answer: { status: 200, body: { access_token: 'a', token_type: 'Bearer' } } }],
  ['for a code that is not good', { answer: { status: 400, body: { error: 'invalid_grant' } } }],
]
test.each(forgeries)('a token %s is refused', async (_, forgery) => {
  expect(await signIn(forgery)).toEqual({ problem: 'provider_failed', isSignedIn: false })
})

test('a token with the nonce of another sign-in is refused', async () => {
  let before = ''
  await signIn({}, (nonce) => (before = nonce))
  expect(await signIn({}, () => before)).toEqual({ problem: 'provider_failed', isSignedIn: false })
})

test('the address of a key that stands in a token is never asked', async () => {
  const header = { jku: `${idp.issuer}/evil-keys`, x5u: `${idp.issuer}/evil-certificate` }
  expect(await signIn({ by: 'another key', header })).toEqual({ problem: 'provider_failed', isSignedIn: false })
  expect(idp.asked.elsewhere).toBe(0)
})

test('a provider that fails while the code is redeemed is said to be down', async () => {
  const answer = { status: 500, body: { error: 'server_error' } }
  expect(await signIn({ answer })).toEqual({ problem: 'provider_unavailable', isSignedIn: false })
})

test('what began with one provider does not end with another', async () => {
  const jar = createCookieJar()
  const { url } = await jar.go(`${base}/api/auth/providers/company/start`, ({ origin }) => origin === idp.issuer)
  const before = idp.asked.token
  const query = new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '', iss: idp.issuer })
  const callback = `${base}/api/auth/providers/other/callback?${query.toString()}`
  const landing = await jar.go(callback, ({ pathname }) => !pathname.startsWith('/api/'))
  expect([landing.url.searchParams.get('problem'), idp.asked.token]).toEqual(['flow_gone', before])
})

test('the log says why, without what was secret', async () => {
  idp.forgery = { answer: { status: 401, body: { error: 'invalid_client', error_description: 'secret' } } }
  const noted: object[] = []
  const log = { ...app.dependencies.log, warn: (fields: object) => void noted.push(fields) }
  const server = createServer(createApp({ ...app.dependencies, log })).listen(0, 'localhost')
  await once(server, 'listening')
  const at = `http://localhost:${(server.address() as AddressInfo).port}`
  const jar = createCookieJar()
  const { url } = await jar.go(`${at}/api/auth/providers/company/start`, ({ origin }) => origin === idp.issuer)
  const state = url.searchParams.get('state') ?? ''
  const query = new URLSearchParams({ code: 'the-code', state, iss: idp.issuer })
  await jar.go(
    `${at}/api/auth/providers/company/callback?${query.toString()}`,
    ({ pathname }) => pathname === '/sign-in',
  )
  server.closeAllConnections()
  server.close()
  const refused = { code: 'provider_failed', route: '/api/auth/providers/:id/callback' }
  expect(noted).toMatchObject([refused, { provider: 'company', reason: expect.stringContaining('invalid_client') }])
  expect(JSON.stringify(noted)).not.toMatch(new RegExp(`the-code|secret|${state}`))
})

test('an answer of another issuer is refused before its code is shown to ours', async () => {
  const jar = createCookieJar()
  const { url } = await jar.go(`${base}/api/auth/providers/company/start`, ({ origin }) => origin === idp.issuer)
  const before = idp.asked.token
  const query = new URLSearchParams({
    code: 'c',
    state: url.searchParams.get('state') ?? '',
    iss: 'https://evil.example',
  })
  const callback = `${base}/api/auth/providers/company/callback?${query.toString()}`
  const landing = await jar.go(callback, ({ pathname }) => !pathname.startsWith('/api/'))
  expect([landing.url.searchParams.get('problem'), idp.asked.token]).toEqual(['provider_failed', before])
})
