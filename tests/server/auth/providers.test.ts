// Signing in by a provider over HTTP, with a real one in this process (A04, A11, B07).
import type { AddressInfo } from 'node:net'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CookieJar, Landing } from '../../helpers/cookie-jar.ts'
import { createCookieJar } from '../../helpers/cookie-jar.ts'
import { HELPDESK } from '../../helpers/helpdesk.ts'
import type { IdentityProvider } from '../../helpers/identity-provider.ts'
import { startIdentityProvider } from '../../helpers/identity-provider.ts'
import type { TestApp } from '../../helpers/start-app.ts'
import { startApp } from '../../helpers/start-app.ts'

const WAYS = '- sign-in: "Company" by OIDC, password, "Nowhere" by OIDC'
const OPEN = HELPDESK.replace('- sign-in: password', WAYS).replace(
  '| requests | 300 per minute |',
  '| requests | 100,000 per minute |',
)
const INVITED = OPEN.replace('- sign-up: open, as Customer', '- sign-up: by invitation')

let idp: IdentityProvider
let app: TestApp
let base = ''

async function startDesk(document: string): Promise<TestApp> {
  const started = await startApp(document, undefined, { providers: new Map([['company', idp.settings]]) })
  idp.serve(baseOf(started))
  return started
}

function baseOf({ server }: TestApp): string {
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  idp = await startIdentityProvider()
  app = await startDesk(OPEN)
  base = baseOf(app)
})
afterAll(async () => {
  await app.stop()
  await idp.close()
})

const SEED = 'JBSWY3DPEHPK3PXP'
const codeNow = () => new TOTP({ secret: SEED }).generate({ timestamp: app.clock.now })

let numbers = 0
beforeEach(() => {
  // Each test has people of its own, and addresses are limited by time.
  app.clock.now += 11 * 60 * 1000
})

/** Somebody at the provider whom nobody knows yet. */
function stranger(more: { readonly email?: string; readonly email_verified?: boolean; readonly name?: string } = {}) {
  numbers++
  return {
    sub: `sub-${numbers}`,
    name: `Person ${numbers}`,
    email: `p${numbers}@example.com`,
    email_verified: true,
    ...more,
  }
}

const isOurPage = (url: URL) => url.origin === base && !url.pathname.startsWith('/api/')

/** Through the provider and back, until the page of ours that it leads to. */
function signIn(jar: CookieJar, next = '/tickets'): Promise<Landing> {
  return jar.go(`${base}/api/auth/providers/company/start?${new URLSearchParams({ next }).toString()}`, isOurPage)
}

/** As far as the callback, which is not called. */
function comeBack(jar: CookieJar): Promise<Landing> {
  return jar.go(`${base}/api/auth/providers/company/start`, (url) => url.pathname.endsWith('/callback'))
}

async function whoIs(jar: CookieJar) {
  return (await (await jar.send(`${base}/api/auth/me`, 'GET')).json()) as {
    readonly person: { readonly id: string; readonly email: string; readonly roles: readonly string[] } | null
  }
}

const problemAt = ({ url }: Landing) => [url.pathname, url.searchParams.get('problem')]

describe('the ways to sign in', () => {
  test('are told in the order of the document, without providers that have no settings', async () => {
    const { body } = await app.anyone.get('/api/auth/me')
    expect(body.signIn).toEqual([{ kind: 'provider', name: 'Company', path: 'company' }, { kind: 'password' }])
    for (const path of ['nowhere', 'unknown', '__proto__'])
      expect((await app.anyone.get(`/api/auth/providers/${path}/start`)).status).toBe(404)
  })
})

describe('who comes from a provider', () => {
  test('for the first time gets an account with the role of the document, and is led where he wanted to go', async () => {
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

  test('with the address of somebody whom a provider opened an account for is not let into it either', async () => {
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
    await app.dependencies.storage.write((transaction) =>
      transaction.putSystem('second_factor', {
        key: id,
        person: id,
        expiresAt: null,
        value: { seed: SEED, on_since: '2026-01-01T00:00:00Z', last_step: 0, recovery: [] },
      }),
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
  const noted = await app.dependencies.storage.reader.audit({ limit: 4 })
  expect(noted.map(({ event, by, detail }) => [event, by, detail])).toEqual([
    ['sign_in_failed', null, { way: 'provider' }],
    ['sign_in', id, { way: 'provider' }],
    ['identity_linked', id, { provider: 'Company' }],
    ['sign_up', id, { invited: false, roles: ['Customer'] }],
  ])
  expect(JSON.stringify(noted)).not.toMatch(new RegExp(`${person.email}|${person.sub}"`))
})

describe('the way there and back', () => {
  test('asks for PKCE, state and nonce, and for our own address whatever the request says', async () => {
    const answer = await app.anyone
      .get('/api/auth/providers/company/start')
      .set('Host', 'localhost:1')
      .set('X-Forwarded-Host', 'evil.example')
      .set('Accept', 'text/html')
    const url = new URL(String(answer.headers['location']))
    expect([answer.status, url.origin]).toEqual([303, idp.issuer])
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${base}/api/auth/providers/company/callback`,
    })
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
    )
  })

  test('keeps nothing from which somebody who reads the database could go on', async () => {
    const jar = createCookieJar()
    const { url } = await jar.go(`${base}/api/auth/providers/company/start`, ({ origin }) => origin === idp.issuer)
    const cookie = jar.cookiesFor(base).slice('sign-in='.length)
    const { createHash } = await import('node:crypto')
    const key = createHash('sha256')
      .update(url.searchParams.get('state') ?? '')
      .digest('base64url')
    const kept = JSON.stringify(await app.dependencies.storage.reader.system('link', key))
    expect(kept).toContain('"provider":"company"')
    for (const secret of [url.searchParams.get('state'), url.searchParams.get('nonce'), cookie])
      expect(kept).not.toContain(secret)
  })

  test('is good for the browser alone that began it', async () => {
    idp.person = stranger()
    const { url } = await comeBack(createCookieJar())
    const victim = createCookieJar()
    expect(problemAt(await victim.go(url.href, isOurPage))).toEqual(['/sign-in', 'flow_gone'])
    const other = createCookieJar()
    await comeBack(other)
    expect(problemAt(await other.go(url.href, isOurPage))).toEqual(['/sign-in', 'flow_gone'])
    expect((await whoIs(other)).person).toBeNull()
  })

  test('refuses a state that was never given, or none', async () => {
    const jar = createCookieJar()
    const { url } = await comeBack(jar)
    for (const state of ['', 'x', 'A'.repeat(43)]) {
      const wrong = new URL(url)
      wrong.searchParams.set('state', state)
      expect(problemAt(await jar.go(wrong.href, isOurPage))).toEqual(['/sign-in', 'flow_gone'])
    }
  })

  test('is good for ten minutes', async () => {
    idp.person = stranger()
    const jar = createCookieJar()
    const { url } = await comeBack(jar)
    app.clock.now += 10 * 60 * 1000 + 1
    expect(problemAt(await jar.go(url.href, isOurPage))).toEqual(['/sign-in', 'flow_gone'])
  })

  test('is good once: of fifty callbacks at a time, one signs in', async () => {
    idp.person = stranger()
    const jar = createCookieJar()
    const { url } = await comeBack(jar)
    const headers = { accept: 'text/html', cookie: jar.cookiesFor(base) }
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(url, { redirect: 'manual', headers })))
    const sessions = answers.flatMap((answer) =>
      answer.headers.getSetCookie().filter((line) => line.startsWith('session=')),
    )
    expect(sessions).toHaveLength(1)
    const again = await fetch(url, { redirect: 'manual', headers })
    expect(again.headers.get('location')).toContain('problem=flow_gone')
  })

  test('never shows what the provider wrote', async () => {
    const jar = createCookieJar()
    const { url } = await comeBack(jar)
    const wrong = new URL(url)
    wrong.searchParams.delete('code')
    wrong.searchParams.set('error', 'invalid_request')
    wrong.searchParams.set('error_description', '<script>alert(1)</script>')
    const landing = await jar.go(wrong.href, isOurPage)
    expect(problemAt(landing)).toEqual(['/sign-in', 'provider_failed'])
    expect(landing.url.href).not.toContain('script')
    expect(landing.text).toBe('')
  })

  test.each(['//evil.example', '/\\evil.example', '/%2fevil.example', 'https://evil.example', 'javascript:alert(1)'])(
    'leads nowhere but to a page of ours: %j',
    async (next) => {
      idp.person = stranger()
      const { url } = await signIn(createCookieJar(), next)
      expect(url.href).toBe(`${base}/`)
    },
  )

  test('is limited from one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 121 }, () => app.anyone.get('/api/auth/providers/company/start')),
    )
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1)
  })
})

test('a provider that is down is said to be, and tried again when it is back', async () => {
  const other = await startIdentityProvider()
  const desk = await startApp(OPEN, undefined, { providers: new Map([['company', other.settings]]) })
  const start = '/api/auth/providers/company/start?next=/tickets'
  other.isDown = true
  const told = await desk.anyone.get(start)
  expect([told.status, told.body.code, told.headers['retry-after']]).toEqual([503, 'provider_unavailable', '60'])
  expect(told.body.detail).toMatch(/^Company can’t be reached just now/)
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
  const gone = await startApp(OPEN, undefined, { providers: new Map([['company', { ...other.settings }]]) })
  expect((await gone.anyone.get(start)).status).toBe(503)
  await gone.stop()
})

describe('on the account page', () => {
  async function signedIn(name: string) {
    const person = await app.as('Customer', name)
    const jar = createCookieJar()
    jar.setCookie(base, 'session', person.token)
    return { person, jar }
  }

  async function link(jar: CookieJar): Promise<Landing> {
    const answer = await jar.send(`${base}/api/auth/providers/company/link`, 'POST', {})
    const { url } = (await answer.json()) as { readonly url: string }
    return jar.go(url, isOurPage)
  }

  test('a provider is linked, signs in from then on, and is unlinked', async () => {
    const { person, jar } = await signedIn('Linker')
    idp.person = stranger({ email: 'linker@example.com' })
    expect((await link(jar)).url.pathname).toBe('/account')
    const { body } = await person.get('/api/auth/providers')
    expect(body.items).toEqual([{ name: 'Company', path: 'company', linked_at: expect.stringMatching(/^2026-/) }])
    const fresh = createCookieJar()
    await signIn(fresh)
    expect((await whoIs(fresh)).person?.id).toBe(person.id)
    expect((await person.delete('/api/auth/providers/company')).status).toBe(204)
    expect((await person.delete('/api/auth/providers/company')).status).toBe(404)
    expect((await whoIs(fresh)).person).toBeNull()
    expect(problemAt(await signIn(createCookieJar()))).toEqual(['/sign-in', 'account_exists'])
  })

  test('one that is linked with somebody else’s account is not taken from it', async () => {
    const { jar } = await signedIn('Keeper')
    idp.person = stranger()
    await link(jar)
    const { person: thief, jar: other } = await signedIn('Taker')
    expect(problemAt(await link(other))).toEqual(['/account', 'identity_taken'])
    expect((await thief.get('/api/auth/providers')).body.items).toMatchObject([{ linked_at: null }])
  })

  test('linking comes back to the account that began it, or to none', async () => {
    const { jar } = await signedIn('Beginner')
    idp.person = stranger()
    const answer = await jar.send(`${base}/api/auth/providers/company/link`, 'POST', {})
    const { url } = (await answer.json()) as { readonly url: string }
    const { person: other } = await signedIn('Other')
    jar.setCookie(base, 'session', other.token)
    expect(problemAt(await jar.go(url, isOurPage))).toEqual(['/account', 'flow_gone'])
    expect((await other.get('/api/auth/providers')).body.items).toMatchObject([{ linked_at: null }])
  })

  test('linking is begun by a page of ours alone, by somebody who proved to be it a short while ago', async () => {
    const { person } = await signedIn('Guarded')
    const foreign = await app.anyone
      .post('/api/auth/providers/company/link')
      .set('Cookie', `session=${person.token}`)
      .set('Origin', 'https://evil.example')
      .send({})
    expect([foreign.status, foreign.body.code]).toEqual([403, 'foreign_origin'])
    app.clock.now += 2 * 60 * 60 * 1000
    expect((await person.post('/api/auth/providers/company/link', {})).body.code).toBe('proof_needed')
    expect((await app.anyone.post('/api/auth/providers/company/link').send({})).status).toBe(401)
    expect((await app.anyone.get('/api/auth/providers')).status).toBe(401)
  })

  test('the only way to sign in is not unlinked', async () => {
    idp.person = stranger()
    const jar = createCookieJar()
    await signIn(jar)
    const answer = await jar.send(`${base}/api/auth/providers/company`, 'DELETE')
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'last_way' }])
  })
})

describe('where people are invited', () => {
  let desk: TestApp
  beforeAll(async () => {
    desk = await startDesk(INVITED)
    base = baseOf(desk)
  })
  afterAll(async () => {
    await desk.stop()
    base = baseOf(app)
    idp.serve(base)
  })

  test('a stranger from the provider is none of them', async () => {
    idp.person = stranger()
    expect(problemAt(await signIn(createCookieJar()))).toEqual(['/sign-in', 'no_account'])
  })

  test('an invitation is good for one account by the provider, with its roles', async () => {
    const administrator = await desk.as('Administrator')
    const { body } = await administrator.post('/api/auth/invitations', { roles: ['Agent'] })
    const accept = async (jar: CookieJar) => {
      const { invitation } = body
      const begun = await jar.send(`${base}/api/auth/providers/company/start`, 'POST', { invitation })
      return jar.go(((await begun.json()) as { readonly url: string }).url, isOurPage)
    }
    idp.person = stranger()
    const jar = createCookieJar()
    await accept(jar)
    expect((await whoIs(jar)).person?.roles).toEqual(['Agent'])
    idp.person = stranger()
    expect(problemAt(await accept(createCookieJar()))).toEqual(['/sign-in', 'invitation_gone'])
  })
})
