// Signing up with a passkey in place of a password.
// @module-tag call/post/auth/sign-up/passkey
// @module-tag call/post/auth/sign-up/passkey/challenge
import { afterAll, describe, expect, test } from 'vitest'
import { inviteFirst } from '../../../../server/auth/sign-up/invitations.ts'
import { originOf, PASSKEY_DESK, startPasskeyDesk } from '../../../apps/passkey-desk.ts'
import { createPostBox } from '../../../doubles/mailbox.ts'
import type { Lies } from '../../../doubles/software-authenticator.ts'
import { softwareAuthenticator } from '../../../doubles/software-authenticator.ts'
import type { TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const { app, signIn } = await startPasskeyDesk()
afterAll(() => app.stop())

describe('signing up with a passkey', () => {
  const known = { name: 'Fresh', email: 'fresh@example.com' }
  const post = (desk: TestApp, path: string, body: object) =>
    desk.anyone.post(`/api/auth/sign-up/passkey${path}`).send(body)
  async function signUp(desk: TestApp, more: object = {}, lies: Lies = {}, origin = originOf(desk)) {
    const device = softwareAuthenticator(origin)
    const { body: options } = await post(desk, '/challenge', known)
    const passkey = { name: 'Phone', response: device.create(options, lies) }
    return { device, passkey, answer: await post(desk, '', { ...known, ...more, passkey }) }
  }

  test('needs no password, signs in at once and later by itself, and an address that is taken is said to be', async () => {
    const { device, passkey, answer } = await signUp(app)
    expect(answer.status).toBe(201)
    const me = async (token: string) =>
      (await app.anyone.get('/api/auth/me').set('Authorization', `Bearer ${token}`)).body
    const person = { person: { email: known.email }, roles: ['Customer'] }
    expect(await me(answer.body.token)).toMatchObject(person)
    expect(await me((await signIn(device)).body.token)).toMatchObject(person)
    expect((await post(app, '', { ...known, email: 'other@example.com', passkey })).status).toBe(422)
    const again = await signUp(app)
    expect([again.answer.status, again.answer.body.errors[0].code]).toEqual([409, 'taken'])
    for (const password of ['', 'undefined', 'Fresh'])
      expect((await app.anyone.post('/api/auth/sign-in').send({ email: known.email, password })).status).toBe(401)
  })

  test('waits where administrators approve, and opens once one lets in', async () => {
    const approved = '- sign-up: open, as Customer, approved by administrators'
    const desk = await startApp(PASSKEY_DESK.replace('- sign-up: open, as Customer', approved))
    const { device, answer } = await signUp(desk)
    expect([answer.status, answer.body.next]).toEqual([202, 'administrator'])
    const challenge = () => desk.anyone.post('/api/auth/sign-in/passkey/challenge').send({})
    const enter = async () => {
      const response = device.get((await challenge()).body)
      return (await desk.anyone.post('/api/auth/sign-in/passkey').send({ response })).status
    }
    expect(await enter()).toBe(401)
    const administrator = await desk.as('Administrator')
    const [waiting] = (await administrator.get('/api/auth/sign-ups').expect(200)).body.items
    await administrator.post(`/api/auth/sign-ups/${waiting.id}/approve`, {}).expect(204)
    expect(await enter()).toBe(200)
    await desk.stop()
  })

  test('is refused for whatever does not prove what it must, and for more than a person may say', async () => {
    const email = 'liar@example.com'
    expect((await signUp(app, { email }, { unverified: true })).answer.status).toBe(422)
    expect((await signUp(app, { email }, { origin: 'https://evil.example' })).answer.status).toBe(403)
    expect((await signUp(app, { email, roles: ['Administrator'] })).answer.status).toBe(422)
    expect((await post(app, '', { ...known, email, passkey: {} })).status).toBe(400)
  })

  test('where nobody has a password, the letter to an address that is taken speaks of none', async () => {
    const [box, publicUrl] = [createPostBox(), 'https://desk.example.com']
    const document = PASSKEY_DESK.replace('- sign-in: password, passkey', '- sign-in: passkey')
    const desk = await startApp(document, undefined, { mail: box, publicUrl })
    await desk.as('Customer', 'Fresh')
    expect((await signUp(desk, {}, {}, publicUrl)).answer.status).toBe(202)
    expect(box.letters.at(-1)?.text).toContain(`${publicUrl}/sign-in`)
    expect(box.letters.at(-1)?.text).not.toContain('password')
    await desk.stop()
  })

  test('takes an invitation, also where nobody has a password', async () => {
    const ways = '- sign-in: passkey'
    const document = PASSKEY_DESK.replace('- sign-up: open, as Customer', '- sign-up: by invitation')
    const desk = await startApp(document.replace('- sign-in: password, passkey', ways))
    const first = await inviteFirst(desk.dependencies, new Date(desk.clock.now).toISOString())
    expect((await signUp(desk)).answer.status).toBe(403)
    const { answer } = await signUp(desk, { invitation: first?.invitation })
    const bearer = `Bearer ${answer.body.token}`
    expect((await desk.anyone.get('/api/auth/me').set('Authorization', bearer)).body.administrator).toBe(true)
    const byPassword = await desk.anyone.post('/api/auth/sign-up').send({ ...known, password: 'a long sentence' })
    expect(byPassword.body.code).toBe('sign_in_method_not_offered')
    await desk.stop()
  })
})
