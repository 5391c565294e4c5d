// Open sign-up: by mail it tells nobody who has an account, the address is proven, links are ours; else at once, or approved.
// @module-tag A03
// @module-tag A11
// @module-tag A04
// @module-tag call/post/auth/sign-up/finish
// @module-tag call/get/auth/sign-ups
// @module-tag call/delete/auth/sign-ups/id
// @module-tag call/post/auth/sign-ups/id/approve
// @module-tag call/post/auth/sign-ups/id/link
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../../../server/auth/token.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { createPostBox } from '../../doubles/mailbox.ts'
import { applicant, ask, BASE, cookieOf, DAY, HOUR, signIn } from '../../helpers/sign-up.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { swapDocument } from '../../helpers/swap-document.ts'

const box = createPostBox()

/** One sends letters, the other sends none. */
let app: TestApp
let prompt: TestApp
beforeAll(async () => {
  app = await startApp(HELPDESK, undefined, { mail: box, publicUrl: BASE })
  prompt = await startApp(HELPDESK)
})
afterAll(() => Promise.all([app.stop(), prompt.stop()]))

const finish = (given: object, cookie = '') =>
  app.anyone.post('/api/auth/sign-up/finish').set('Cookie', cookie).send(given)

describe('with letters', () => {
  test('a link to the address makes the account, once, and signs in the applicant in the same browser', async () => {
    const person = applicant()
    const asked = await ask(app, person).set({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' }).expect(202)
    expect(asked.body).toEqual({ next: 'mail', message: expect.any(String) })
    expect(await signIn(app, person.email, person.password)).toBe(401)
    expect(box.letters.at(-1)?.to).toBe(person.email)
    expect(box.lastLink()).toMatch(new RegExp(`^${BASE}/sign-up#link=[\\w-]{43}$`))
    const link = box.lastSecret()
    const done = await finish({ link }, cookieOf(asked)).expect(201)
    const me = await app.anyone.get('/api/auth/me').set('Authorization', `Bearer ${done.body.token}`)
    expect(me.body).toMatchObject({ person: { name: person.name, email: person.email }, roles: ['Customer'] })
    const again = await finish({ link }, cookieOf(asked))
    expect([again.status, again.body.code]).toEqual([422, 'link_gone'])
    expect(await signIn(app, person.email, person.password)).toBe(200)
  })

  test('another browser chooses a password, and the one that was chosen at first opens nothing', async () => {
    const person = applicant()
    const thief = await ask(app, person).expect(202)
    const link = box.lastSecret()
    for (const cookie of ['', `__Host-sign-up=${createToken().secret}`, cookieOf(await ask(app, applicant()))]) {
      const without = await finish({ link }, cookie)
      expect([without.status, without.body.code, without.body.errors[0].field]).toEqual([
        422,
        'password_needed',
        'password',
      ])
    }
    expect((await finish({ link, password: 'short' })).body.errors[0].code).toBe('weak_password')
    await finish({ link, password: 'a sentence of the owner' }).expect(201)
    expect(await signIn(app, person.email, person.password)).toBe(401)
    expect(await signIn(app, person.email, 'a sentence of the owner')).toBe(200)
    expect((await finish({ link: box.lastSecret() }, cookieOf(thief))).status).toBe(422)
  })

  test('each link that was sent is good for a day, and all of them for one account', async () => {
    const person = applicant()
    const links: string[] = []
    for (let index = 0; index < 3; index++) {
      await ask(app, person).expect(202)
      links.push(box.lastSecret())
    }
    const [first, second, third] = links
    await finish({ link: first, password: 'another sentence' }).expect(201)
    expect((await finish({ link: second, password: 'another sentence' })).body.code).toBe('link_gone')
    const other = applicant()
    await ask(app, other).expect(202)
    app.clock.now += DAY
    for (const link of [third, box.lastSecret()])
      expect((await finish({ link, password: 'another sentence' })).body.code).toBe('link_gone')
  })

  test('strangers who ask with an address that waits neither block it nor fill its mailbox', async () => {
    const desk = await startApp(HELPDESK, undefined, { mail: box, publicUrl: BASE, trustedProxies: 1 })
    const askFrom = (place: string, person: object) => ask(desk, person).set('X-Forwarded-For', place)
    const person = applicant()
    const before = box.letters.length
    await askFrom('192.0.2.1', person).expect(202)
    const link = box.lastSecret()
    for (let place = 0; place < 6; place++) {
      for (let index = 0; index < 5; index++) await askFrom(`198.51.100.${place}`, applicant(person.email)).expect(202)
      await askFrom(`198.51.100.${place}`, applicant(person.email)).expect(429)
    }
    await askFrom('192.0.2.1', person).expect(202)
    expect(box.letters.length - before).toBe(20)
    const given = { link, password: 'a sentence of the owner' }
    await desk.anyone.post('/api/auth/sign-up/finish').send(given).expect(201)
    expect(await signIn(desk, person.email, given.password)).toBe(200)
    await desk.stop()
  })

  test('an address that has an account is answered alike, and only its letter says so', async () => {
    await app.as('Customer', 'Ada')
    const [free, taken] = [await ask(app, applicant()), await ask(app, applicant('ADA@example.com'))]
    const shape = ({ status, body, headers }: typeof free) => [
      status,
      body,
      Object.keys(headers).toSorted(),
      cookieOf({ headers }).replace(/=.*/, ''),
      headers['content-length'],
    ]
    expect(shape(taken)).toEqual(shape(free))
    const letter = box.letters.at(-1)
    expect(letter?.to).toBe('ADA@example.com')
    expect(letter?.text).toContain(`${BASE}/sign-in`)
    expect(letter?.text).toContain(`${BASE}/forgot-password`)
    expect(letter?.text).not.toContain('#link=')
  })

  test.each([
    ['nobody signs up any more', '- sign-up: open, as Customer', '- sign-up: by invitation', 'not_allowed'],
    ['the way is not offered any more', '- sign-in: password', '- sign-in: passkey', 'sign_in_method_not_offered'],
  ])('who waits has no account where %s', async (_, line, changed, code) => {
    const asked = await ask(app, applicant()).expect(202)
    const given = { link: box.lastSecret() }
    swapDocument(app, HELPDESK.replace(line, changed))
    const refused = await finish(given, cookieOf(asked))
    swapDocument(app, HELPDESK)
    expect([refused.status, refused.body.code]).toEqual([403, code])
    await finish(given, cookieOf(asked)).expect(201)
  })

  test('somebody who is recorded and has no account gets it with the address', async () => {
    const root = await app.as('Administrator')
    const { body: ina } = await root.post('/api/people', {
      name: 'Ina Recorded',
      email: 'ina@example.com',
      roles: ['Agent'],
    })
    await ask(app, applicant('ina@example.com')).expect(202)
    const { body } = await finish({ link: box.lastSecret(), password: 'another sentence' }).expect(201)
    expect(body.person).toBe(ina.id)
  })

  test('who is recorded is found in whatever case the address was written, and stays shut out in each', async () => {
    const root = await app.as('Administrator')
    const recorded = { name: 'Eva Recorded', email: 'Eva.Recorded@example.com', roles: ['Agent'] }
    const { body: eva } = await root.post('/api/people', recorded).expect(201)
    await ask(app, applicant('eva.recorded@example.com')).expect(202)
    const { body } = await finish({ link: box.lastSecret(), password: 'another sentence' }).expect(201)
    expect(body.person).toBe(eva.id)
    const shutOut = { name: 'Ole Gone', email: 'Ole.Gone@example.com', roles: ['Agent'], active: false }
    await root.post('/api/people', shutOut).expect(201)
    await ask(app, applicant('ole.gone@EXAMPLE.com')).expect(202)
    await finish({ link: box.lastSecret(), password: 'another sentence' }).expect(409)
  })

  test('an invitation signs up at once by its letter, at that address; by what its sender sees, or at another, that is proven first', async () => {
    const root = await app.as('Administrator')
    const sent = await root.post('/api/auth/invitations', { roles: ['Agent'], email: 'guest@example.com' }).expect(201)
    const invitation = box.lastSecret()
    expect(invitation).toMatch(new RegExp(`^${sent.body.invitation}\\.[\\w-]{43}$`))
    const elsewhere = applicant()
    await app.as('Customer', 'Cyd')
    for (const email of [elsewhere.email, 'cyd@example.com'])
      await ask(app, { ...elsewhere, email, invitation }).expect(202)
    for (const seen of [sent.body.invitation, `${sent.body.invitation}.${createToken().secret}`])
      await ask(app, { ...applicant('guest@example.com'), invitation: seen }).expect(202)
    await ask(app, { ...applicant('guest@example.com'), invitation }).expect(201)
    const late = await ask(app, { ...applicant(), invitation })
    expect([late.status, late.body.code]).toEqual([422, 'invitation_gone'])
  })

  test('inviting an address tells nothing of it either', async () => {
    const manager = await app.as('Manager')
    await app.as('Customer', 'Dan')
    const invite = async (email: string) => {
      const { status, body, headers } = await manager.post('/api/auth/invitations', { roles: ['Agent'], email })
      return [status, Object.keys(body), body.path.length, Object.keys(headers).toSorted()]
    }
    expect(await invite('dan@example.com')).toEqual(await invite('nobody@example.com'))
  })

  test('what is wrong is refused before anything is looked up, and one place asks for five mails an hour to an address', async () => {
    const wrong = { name: '', email: 'ada@example.com', password: 'short' }
    const free = { ...wrong, email: 'eve@example.com' }
    const [one, other] = [await ask(app, wrong).expect(422), await ask(app, free).expect(422)]
    expect({ ...one.body, request: '' }).toEqual({ ...other.body, request: '' })
    app.clock.now += HOUR
    for (const email of ['ada@example.com', 'eve@example.com']) {
      for (let index = 0; index < 5; index++) await ask(app, applicant(email)).expect(202)
      await ask(app, applicant(email)).expect(429)
    }
  })
})

describe('where no mail is sent', () => {
  const me = async (token: string) =>
    (await prompt.anyone.get('/api/auth/me').set('Authorization', `Bearer ${token}`)).body

  test(
    'a person who signs up is in at once, with the role of the document',
    { tags: 'reference/signing-up-and-signing-in' },
    async () => {
      const person = applicant()
      const done = await ask(prompt, person).expect(201)
      expect(cookieOf(done)).toMatch(/^session=[\w-]{43}$/)
      expect(await me(done.body.token)).toMatchObject({ person: { email: person.email }, roles: ['Customer'] })
      expect(await signIn(prompt, person.email, person.password)).toBe(200)
      const root = await prompt.as('Administrator')
      expect((await root.get('/api/auth/sign-ups').expect(200)).body.items).toEqual([])
      expect((await prompt.anyone.get('/api/auth/me')).body.signUpApproved).toBeUndefined()
    },
  )

  test('an address that is taken is said to be at its field, in whatever case it is written, and opens nothing', async () => {
    await prompt.as('Customer', 'Bea')
    const root = await prompt.as('Administrator')
    const recorded = { name: 'Ina Recorded', email: 'Ina@example.com', roles: ['Agent'] }
    await root.post('/api/people', recorded).expect(201)
    for (const email of ['bea@example.com', 'BEA@example.com', 'ina@example.com', 'Ina@example.com']) {
      const { status, body } = await ask(prompt, applicant(email))
      expect([status, body.code, body.errors[0].field, body.errors[0].code]).toEqual([
        409,
        'conflict',
        'email',
        'taken',
      ])
      expect(await signIn(prompt, email, 'a quiet sentence')).toBe(401)
    }
  })

  test('sixty an hour may ask from one place, so that nobody tries address after address', async () => {
    const desk = await startApp(HELPDESK)
    for (let index = 0; index < 60; index++) await ask(desk, { ...applicant(), password: 'short' }).expect(422)
    const late = await ask(desk, applicant())
    expect([late.status, late.body.code]).toEqual([429, 'too_many'])
    desk.clock.now += HOUR
    await ask(desk, applicant()).expect(201)
    await desk.stop()
  })
})
