// The way to a provider and back: bound to one browser, good once, and led nowhere else.
// @module-tag A04
// @module-tag B07
// @module-tag call/get/auth/providers/id/callback
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCookieJar } from '../../../doubles/cookie-jar.ts'
import { problemAt, startProviderDesk } from '../../../apps/provider-desk.ts'

const desk = await startProviderDesk()
const { app, base, idp, signIn, comeBack, isOurPage, stranger, whoIs } = desk
afterAll(() => desk.stop())
beforeEach(() => {
  // Each test has people of its own, and addresses are limited by time.
  app.clock.now += 11 * 60 * 1000
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
    const kept = JSON.stringify(await app.dependencies.storage.database.system('link', key))
    expect(kept).toContain('"provider":"company"')
    for (const secret of [url.searchParams.get('state'), url.searchParams.get('nonce'), cookie])
      expect(kept).not.toContain(secret)
  })

  test('is good only for the browser that began it', async () => {
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
