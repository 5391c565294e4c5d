// Signing in by a provider over HTTP, with a real one in this process: who gets in, and as which person.
// @module-tag A11
// @module-tag call/get/auth/providers/id/start
import { TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { seedPurposeOf, putSecondFactor } from '../../../../server/auth/second-factor/second-factor.ts'
import { createCookieJar } from '../../../doubles/cookie-jar.ts'
import { startIdentityProvider } from '../../../doubles/identity-provider.ts'
import { baseOf, PROVIDER_DESK, problemAt, startProviderDesk } from '../../../apps/provider-desk.ts'
import { startApp } from '../../../apps/start-app.ts'

const company = await startProviderDesk()
const { app, base, idp, signIn, stranger, whoIs } = company
afterAll(() => company.stop())
beforeEach(() => {
  // Each test has people of its own, and addresses are limited by time.
  app.clock.now += 11 * 60 * 1000
})

const SEED = 'JBSWY3DPEHPK3PXP'
const codeNow = () => new TOTP({ secret: SEED }).generate({ timestamp: app.clock.now })

describe('the ways to sign in', () => {
  test('are listed in the order of the document, without providers that have no settings', async () => {
    const { body } = await app.anyone.get('/api/auth/me')
    expect(body.signIn).toEqual([{ kind: 'provider', name: 'Company', path: 'company' }, { kind: 'password' }])
    for (const path of ['nowhere', 'unknown', '__proto__'])
      expect((await app.anyone.get(`/api/auth/providers/${path}/start`)).status).toBe(404)
  })
})

describe('who comes from a provider', () => {
  test('for the first time gets an account with the role of the document, and is led where they wanted to go', async () => {
    const person = stranger({ name: 'Ada' })
    idp.person = person
    const jar = createCookieJar()
    const landing = await signIn(jar, '/tickets?sort=number')
    expect([landing.status, landing.url.pathname + landing.url.search]).toEqual([303, '/tickets?sort=number'])
    expect((await whoIs(jar)).person).toMatchObject({ name: 'Ada', email: person.email, roles: ['Customer'] })
  })

  test('is led to a page whose name has any letters', async () => {
    idp.person = stranger()
    const { url } = await signIn(createCookieJar(), '/für/€')
    expect(url.href).toBe(`${base}/f%C3%BCr/%E2%82%AC`)
  })

  test('again is the same person, by issuer and subject, whatever the address is now', async () => {
    const person = stranger()
    idp.person = person
    const first = createCookieJar()
    await signIn(first)
    idp.person = { ...person, email: 'changed@example.com', email_verified: false }
    const second = createCookieJar()
    await signIn(second)
    expect((await whoIs(second)).person?.id).toBe((await whoIs(first)).person?.id)
  })

  test('with the address of somebody else’s account is not let into it', async () => {
    const owner = await app.as('Customer', 'Owner')
    idp.person = stranger({ email: 'owner@example.com' })
    const jar = createCookieJar()
    expect(problemAt(await signIn(jar))).toEqual(['/sign-in', 'account_exists'])
    expect((await whoIs(jar)).person).toBeNull()
    expect((await owner.get('/api/auth/providers')).body.items).toMatchObject([{ linked_at: null }])
  })

  test('with the address of somebody that a provider opened an account for is not let into it either', async () => {
    const first = stranger()
    idp.person = first
    await signIn(createCookieJar())
    idp.person = stranger({ email: first.email })
    expect(problemAt(await signIn(createCookieJar()))).toEqual(['/sign-in', 'account_exists'])
  })

  test('is linked with a person who is recorded and has no way to sign in yet', async () => {
    const administrator = await app.as('Administrator')
    const { body: agent } = await administrator.post('/api/people', {
      name: 'Recorded',
      email: 'Recorded@example.com',
      roles: ['Agent'],
    })
    idp.person = stranger({ email: 'Recorded@example.com' })
    const jar = createCookieJar()
    await signIn(jar)
    expect((await whoIs(jar)).person).toMatchObject({ id: agent.id, roles: ['Agent'] })
  })

  test('without an address that the provider vouches for gets no account', async () => {
    for (const more of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
      idp.person = { ...stranger(), ...(more as object) }
      expect(problemAt(await signIn(createCookieJar()))).toEqual(['/sign-in', 'email_unverified'])
    }
  })

  test('with an address that only looks like another is somebody else', async () => {
    const owner = await app.as('Customer', 'Adm')
    for (const email of ['àdm@example.com', 'аdm@example.com']) {
      idp.person = stranger({ email })
      const jar = createCookieJar()
      await signIn(jar)
      expect((await whoIs(jar)).person?.id).not.toBe(owner.id)
    }
    idp.person = stranger({ email: 'ADM@EXAMPLE.COM' })
    expect(problemAt(await signIn(createCookieJar()))).toEqual(['/sign-in', 'account_exists'])
  })

  test('and is no longer active here is not let in', async () => {
    const person = stranger()
    idp.person = person
    const jar = createCookieJar()
    await signIn(jar)
    const id = (await whoIs(jar)).person?.id ?? ''
    await (await app.as('Administrator')).patch(`/api/people/${id}`, { active: false })
    expect(problemAt(await signIn(createCookieJar()))).toEqual(['/sign-in', 'no_account'])
    expect((await whoIs(jar)).person).toBeNull()
  })

  test('and declines there is led back with a kind word', async () => {
    idp.person = 'nobody'
    const landing = await signIn(createCookieJar(), '/tickets')
    expect(problemAt(landing)).toEqual(['/sign-in', 'provider_denied'])
    expect(landing.url.searchParams.get('next')).toBe('/tickets')
  })

  test('with a second factor here does the second step', async () => {
    const person = stranger()
    idp.person = person
    const first = createCookieJar()
    await signIn(first)
    const id = (await whoIs(first)).person?.id ?? ''
    const { storage, keyring } = app.dependencies
    const seed = keyring.seal(SEED, seedPurposeOf(id))
    await storage.write((transaction) =>
      putSecondFactor(transaction, id, { seed, on_since: '2026-01-01T00:00:00Z', last_step: 0, recovery: [] }),
    )
    const jar = createCookieJar()
    const landing = await signIn(jar)
    expect(landing.url.pathname + landing.url.search).toBe('/sign-in?next=%2Ftickets')
    expect(landing.url.hash).toMatch(/^#challenge=[\w-]{43}$/)
    expect((await whoIs(jar)).person).toBeNull()
    const challenge = landing.url.hash.slice('#challenge='.length)
    const wrong = await jar.send(`${base}/api/auth/second-factor`, 'POST', { challenge, code: '000000' })
    expect(wrong.status).toBe(401)
    const right = await jar.send(`${base}/api/auth/second-factor`, 'POST', { challenge, code: codeNow() })
    expect(right.status).toBe(200)
    expect((await whoIs(jar)).person?.id).toBe(id)
  })
})

test('linking, signing in and failing stand in the audit, without an address or a token', async () => {
  const person = stranger()
  idp.person = person
  const jar = createCookieJar()
  await signIn(jar)
  const id = (await whoIs(jar)).person?.id
  idp.person = 'nobody'
  await signIn(createCookieJar())
  const noted = await app.dependencies.storage.database.audit({ limit: 4 })
  expect(noted.map(({ event, by, detail }) => [event, by, detail])).toEqual([
    ['sign_in_failed', null, { way: 'provider' }],
    ['sign_in', id, { way: 'provider' }],
    ['identity_linked', id, { provider: 'Company' }],
    ['sign_up', id, { invited: false, roles: ['Customer'] }],
  ])
  expect(JSON.stringify(noted)).not.toMatch(new RegExp(`${person.email}|${person.sub}"`))
})

test('a provider that is down is said to be, and tried again when it is back', async () => {
  const other = await startIdentityProvider()
  const desk = await startApp(PROVIDER_DESK, undefined, { providers: new Map([['company', other.settings]]) })
  const start = '/api/auth/providers/company/start?next=/tickets'
  other.isDown = true
  const told = await desk.anyone.get(start)
  expect([told.status, told.body.code, told.headers['retry-after']]).toEqual([503, 'provider_unavailable', '60'])
  expect(told.body.detail).toMatch(/^Company can’t be reached right now/)
  const page = await desk.anyone.get(start).set('Accept', 'text/html')
  expect([page.status, page.headers['location']]).toEqual([
    303,
    '/sign-in?problem=provider_unavailable&provider=company&next=%2Ftickets',
  ])
  other.isDown = false
  other.serve(baseOf(desk))
  expect((await desk.anyone.get(start)).headers['location']).toMatch(`${other.issuer}/auth?`)
  await other.close()
  await desk.stop()
  const gone = await startApp(PROVIDER_DESK, undefined, { providers: new Map([['company', { ...other.settings }]]) })
  expect((await gone.anyone.get(start)).status).toBe(503)
  await gone.stop()
})
