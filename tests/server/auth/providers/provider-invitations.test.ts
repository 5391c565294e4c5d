// Signing up at a provider where that takes an invitation, or an administrator's approval.
// @module-tag call/post/auth/providers/id/start
import { afterAll, describe, expect, test } from 'vitest'
import type { CookieJar } from '../../../doubles/cookie-jar.ts'
import { createCookieJar } from '../../../doubles/cookie-jar.ts'
import { PROVIDER_DESK, problemAt, startProviderDesk } from '../../../apps/provider-desk.ts'

const desk = await startProviderDesk(PROVIDER_DESK.replace('- sign-up: open, as Customer', '- sign-up: by invitation'))
const { app, base, idp, isOurPage, signIn, stranger, whoIs } = desk
afterAll(() => desk.stop())

describe('where people are invited', () => {
  test('a stranger from the provider is none of them', { tags: 'reference/signing-up-and-signing-in' }, async () => {
    idp.person = stranger()
    expect(problemAt(await signIn(createCookieJar()))).toEqual(['/sign-in', 'no_account'])
  })

  test('an invitation is good for one account by the provider, with its roles', async () => {
    const administrator = await app.as('Administrator')
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

test('where administrators approve, who comes from a provider waits for it once, and is then let in', async () => {
  const document = PROVIDER_DESK.replace('open, as Customer', 'open, as Customer, approved by administrators')
  const desk = await startProviderDesk(document)
  const root = await desk.app.as('Administrator')
  const waiting = async () => (await root.get('/api/auth/sign-ups').expect(200)).body.items
  const person = desk.stranger()
  desk.idp.person = person
  for (let time = 0; time < 2; time++)
    expect(problemAt(await desk.signIn(createCookieJar()))).toEqual(['/sign-in', 'sign_up_waits'])
  const [item, ...others] = await waiting()
  expect([item.email, item.isContested, others]).toEqual([person.email, false, []])
  await root.post(`/api/auth/sign-ups/${item.id}/approve`, {}).expect(204)
  const jar = createCookieJar()
  await desk.signIn(jar)
  expect((await desk.whoIs(jar)).person).toMatchObject({ email: person.email, roles: ['Customer'] })
  await desk.stop()
})
