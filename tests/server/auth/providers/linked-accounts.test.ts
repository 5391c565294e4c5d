// Providers on the account page: linked, used from then on, and unlinked.
// @module-tag call/post/auth/providers/id/prove
// @module-tag call/get/auth/providers
// @module-tag call/delete/auth/providers/id
// @module-tag call/post/auth/providers/id/link
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CookieJar, Landing } from '../../../doubles/cookie-jar.ts'
import { createCookieJar } from '../../../doubles/cookie-jar.ts'
import { problemAt, startProviderDesk } from '../../../apps/provider-desk.ts'

const desk = await startProviderDesk()
const { app, base, idp, isOurPage, signIn, stranger, whoIs } = desk
afterAll(() => desk.stop())
beforeEach(() => {
  // Each test has people of its own, and addresses are limited by time.
  app.clock.now += 11 * 60 * 1000
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

  test('linking is begun only by a page of ours, after re-authentication', async () => {
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
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'last_sign_in_method' }])
  })

  describe('a provider proves that it is still the same person', () => {
    const HOUR = 60 * 60 * 1000
    const sensitive = async (token: string) =>
      (await app.anyone.post('/api/auth/tokens').set('Authorization', `Bearer ${token}`).send({ name: 'x', roles: [] }))
        .status
    const tokenIn = (jar: CookieJar) => /session=([\w-]{43})/.exec(jar.cookiesFor(base))?.[1] ?? ''

    /** Linked two hours ago; the provider's clock is the real one. */
    async function linkedLongAgo(name: string) {
      app.clock.now = Date.now() - 2 * HOUR
      const { person, jar } = await signedIn(name)
      const known = stranger()
      idp.person = known
      await link(jar)
      app.clock.now = Date.now()
      return { person, jar, known }
    }

    async function prove(jar: CookieJar, next = '/studio/people'): Promise<Landing> {
      const answer = await jar.send(`${base}/api/auth/providers/company/prove`, 'POST', { next })
      const { url } = (await answer.json()) as { readonly url: string }
      expect(new URL(url).searchParams.get('prompt')).toBe('login')
      expect(new URL(url).searchParams.get('max_age')).toBe('0')
      return jar.go(url, isOurPage)
    }

    test('by signing in there anew, and leads back to where they were', async () => {
      const { person, jar } = await linkedLongAgo('Prover')
      expect((await person.get('/api/auth/reauthentication')).body.methods).toContainEqual({
        kind: 'provider',
        name: 'Company',
        path: 'company',
      })
      expect(await sensitive(person.token)).toBe(403)
      expect((await prove(jar)).url.pathname).toBe('/studio/people')
      expect(await sensitive(person.token)).toBe(401)
      expect(await sensitive(tokenIn(jar))).toBe(201)
    })

    test('as nobody else: neither a person who is not linked, nor one that another account is linked with', async () => {
      const { person: other, known } = await linkedLongAgo('Somebody')
      const { person } = await linkedLongAgo('Wanted')
      for (const wrong of [stranger(), known]) {
        idp.person = wrong
        const anew = createCookieJar()
        anew.setCookie(base, 'session', person.token)
        expect(problemAt(await prove(anew))).toEqual(['/account', 'identity_other'])
      }
      expect(await sensitive(person.token)).toBe(403)
      expect(await sensitive(other.token)).toBe(403)
    })

    test('only in the session that began it', async () => {
      const { person: other } = await linkedLongAgo('Thief')
      const { jar } = await linkedLongAgo('Robbed')
      const begun = await jar.send(`${base}/api/auth/providers/company/prove`, 'POST', { next: '/' })
      jar.setCookie(base, 'session', other.token)
      const { url } = (await begun.json()) as { readonly url: string }
      expect(problemAt(await jar.go(url, isOurPage))).toEqual(['/account', 'flow_gone'])
      expect(await sensitive(other.token)).toBe(403)
    })
  })
})
