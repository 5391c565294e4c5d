// Sign-up that administrators approve: with mail the link comes once they let in, without it they hand it over.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { createPostBox } from '../../doubles/mailbox.ts'
import { applicant, APPROVED, ask, BASE, cookieOf, DAY, HOUR, signIn } from '../../helpers/sign-up.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { swapDocument } from '../../helpers/swap-document.ts'

const box = createPostBox()

/** Sends no letters. */
let silent: TestApp
let administrator: Caller
beforeAll(async () => {
  silent = await startApp(APPROVED)
  administrator = await silent.as('Administrator')
})
afterAll(() => silent.stop())

const waiting = async (email: string) =>
  (await administrator.get('/api/auth/sign-ups').expect(200)).body.items.find(
    (each: { readonly email: string }) => each.email === email,
  )

describe('where administrators approve and mail is sent', () => {
  let desk: TestApp
  let root: Caller
  beforeAll(async () => {
    desk = await startApp(APPROVED, undefined, { mail: box, publicUrl: BASE })
    root = await desk.as('Administrator')
  })
  afterAll(() => desk.stop())
  const finishThere = (given: object) => desk.anyone.post('/api/auth/sign-up/finish').send(given)

  test('the letter with the link comes once an administrator has let in, and proves the address', async () => {
    const [person, before] = [applicant(), box.letters.length]
    expect((await ask(desk, person).expect(202)).body.next).toBe('administrator')
    expect(box.letters).toHaveLength(before)
    const [item] = (await root.get('/api/auth/sign-ups').expect(200)).body.items
    await root.post(`/api/auth/sign-ups/${item.id}/approve`, {}).expect(204)
    expect(await signIn(desk, person.email, person.password)).toBe(401)
    expect(box.letters.at(-1)?.to).toBe(person.email)
    await finishThere({ link: box.lastSecret(), password: 'a sentence of the owner' }).expect(201)
    expect(await signIn(desk, person.email, 'a sentence of the owner')).toBe(200)
    expect((await desk.anyone.get('/api/auth/me')).body.signUpApproved).toBe(true)
  })

  test('an invitation needs no second approval', async () => {
    const { body } = await root.post('/api/auth/invitations', { roles: ['Agent'] }).expect(201)
    await ask(desk, { ...applicant(), invitation: body.invitation }).expect(202)
    await finishThere({ link: box.lastSecret(), password: 'a sentence of the owner' }).expect(201)
  })

  test('a link from before approval was asked for opens nothing until somebody approves', async () => {
    swapDocument(desk, HELPDESK)
    await ask(desk, applicant()).expect(202)
    swapDocument(desk, APPROVED)
    const given = { link: box.lastSecret(), password: 'a sentence of the owner' }
    const refused = await finishThere(given)
    expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
  })
})

describe('somebody who would be taken for another person', { tags: 'A18' }, () => {
  test.each([
    ['a name that shows nothing', { name: '\u200B\u3164 \u2800' }, 'name', 'required'],
    ['a name that turns the direction', { name: 'Ada \u202Egnik' }, 'name', 'malformed'],
    ['an address with letters that nobody sees', { email: 'ada\u200B@example.com' }, 'email', 'not_an_email'],
    ['an address with a filler', { email: 'ada\u3164@example.com' }, 'email', 'not_an_email'],
    ['an address that can’t exist', { email: 'a..b@example.com' }, 'email', 'not_an_email'],
  ])('is refused with %s', async (_, given, field, code) => {
    const answer = await ask(silent, { ...applicant(), ...given })
    expect([
      answer.status,
      answer.body.errors.map((each: { field: string; code: string }) => [each.field, each.code]),
    ]).toEqual([422, expect.arrayContaining([[field, code]])])
  })

  test('with blanks and marks around the address asks with the address', async () => {
    const person = applicant()
    await ask(silent, { ...person, email: `\u202A ${person.email}\u202C\u200B` }).expect(202)
    expect(await waiting(person.email)).toBeDefined()
  })

  test('is shown to administrators beside the person they look like, in the list of those who wait and among people', async () => {
    const victim = await silent.as('Agent', 'Ada Rin King')
    const person = { ...applicant(), name: '\u0410d\u0430 Rın  K\u0456ng' }
    await ask(silent, person).expect(202)
    const item = await waiting(person.email)
    expect(item.looksLike).toBe('Ada Rin King')
    await administrator.post(`/api/auth/sign-ups/${item.id}/approve`, {}).expect(204)
    const { items } = (await administrator.get('/api/system/people').expect(200)).body
    const found = items.filter(({ name }: { name: string }) => [person.name, 'Ada Rin King'].includes(name))
    expect(
      found
        .map(({ id, looksLike }: { id: string; looksLike: string | null }) => [id === victim.id, looksLike])
        .toSorted(),
    ).toEqual([
      [false, 'Ada Rin King'],
      [true, null],
    ])
    const stranger = applicant()
    await ask(silent, { ...stranger, name: 'Grace Hopper' }).expect(202)
    expect((await waiting(stranger.email)).looksLike).toBeNull()
  })
})

describe('where administrators approve and no mail is sent', () => {
  test('an administrator sees who waits and lets in; then the person signs in as was chosen', async () => {
    const person = applicant()
    const asked = await ask(silent, person).expect(202)
    expect(asked.body.next).toBe('administrator')
    const item = await waiting(person.email)
    expect(item).toMatchObject({ name: person.name, known: null, isContested: false, hasLink: false })
    expect(JSON.stringify(item)).not.toContain('argon2')
    expect(await signIn(silent, person.email, person.password)).toBe(401)
    await administrator.post(`/api/auth/sign-ups/${item.id}/approve`, {}).expect(204)
    expect(await signIn(silent, person.email, person.password)).toBe(200)
    expect(await waiting(person.email)).toBeUndefined()
    await administrator.post(`/api/auth/sign-ups/${item.id}/approve`, {}).expect(404)
    const { body: audit } = await administrator.get('/api/system/audit?limit=8').expect(200)
    const events = (audit.items as { event: string }[]).map(({ event }) => event)
    expect(events).toEqual(expect.arrayContaining(['sign_up_let_in', 'sign_up', 'person_created']))
  })

  test('a link that is handed over finishes it with a password of the person’s own', async () => {
    const person = applicant()
    await ask(silent, person).expect(202)
    const { id } = await waiting(person.email)
    const { body } = await administrator.post(`/api/auth/sign-ups/${id}/link`, {}).expect(201)
    const link = String(body.path).split('=')[1]
    const given = { link, password: 'a sentence of the owner' }
    await silent.anyone.post('/api/auth/sign-up/finish').send(given).expect(201)
    expect(await signIn(silent, person.email, person.password)).toBe(401)
    expect(await signIn(silent, person.email, given.password)).toBe(200)
  })

  test('of several links that are handed over the last one is good', async () => {
    const person = applicant()
    await ask(silent, person).expect(202)
    const { id } = await waiting(person.email)
    const make = async () =>
      String((await administrator.post(`/api/auth/sign-ups/${id}/link`, {}).expect(201)).body.path).split('=')[1]
    const [first, last] = [await make(), await make()]
    const password = 'a sentence of the owner'
    const use = (link: string | undefined) => silent.anyone.post('/api/auth/sign-up/finish').send({ link, password })
    expect((await use(first)).body.code).toBe('link_gone')
    await use(last).expect(201)
  })

  test('a link that is handed over stays good, though others ask with the same address meanwhile', async () => {
    const person = applicant()
    await ask(silent, person).expect(202)
    const { id } = await waiting(person.email)
    const { body } = await administrator.post(`/api/auth/sign-ups/${id}/link`, {}).expect(201)
    const thief = await ask(silent, { ...person, password: 'a sentence of a thief' }).expect(202)
    const given = { link: String(body.path).split('=')[1], password: 'a sentence of the owner' }
    await silent.anyone.post('/api/auth/sign-up/finish').send(given).expect(201)
    expect(await signIn(silent, person.email, 'a sentence of a thief')).toBe(401)
    await silent.anyone.post('/api/auth/sign-up/finish').set('Cookie', cookieOf(thief)).send(given).expect(422)
  })

  test('who asks again and again takes no room from others at the same place', async () => {
    const desk = await startApp(APPROVED)
    for (let hour = 0; hour < 2; hour++) {
      for (let index = 0; index < 55; index++) await ask(desk, applicant('again@example.com'))
      desk.clock.now += HOUR
    }
    await ask(desk, applicant()).expect(202)
    await desk.stop()
  })

  test('a person that two browsers ask for is not let in by a click; the same browser may ask again', async () => {
    const person = applicant()
    const first = await ask(silent, person).expect(202)
    const again = await ask(silent, person, cookieOf(first)).expect(202)
    expect((await waiting(person.email)).isContested).toBe(false)
    await ask(silent, { ...person, password: 'a sentence of a thief' }).expect(202)
    await ask(silent, person, cookieOf(again)).expect(202)
    const { id, isContested } = await waiting(person.email)
    expect(isContested).toBe(true)
    const refused = await administrator.post(`/api/auth/sign-ups/${id}/approve`, {})
    expect([refused.status, refused.body.code]).toEqual([409, 'sign_up_contested'])
    await administrator.post(`/api/auth/sign-ups/${id}/link`, {}).expect(201)
  })

  test('an address that is taken is answered alike, and the list says that there is an account', async () => {
    await silent.as('Customer', 'Bea')
    const [free, taken] = [await ask(silent, applicant()), await ask(silent, applicant('bea@example.com'))]
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    const { id, known } = await waiting('bea@example.com')
    expect(known).toBe('account')
    await administrator.post(`/api/auth/sign-ups/${id}/approve`, {}).expect(409)
    await administrator.delete(`/api/auth/sign-ups/${id}`).expect(204)
    expect(await waiting('bea@example.com')).toBeUndefined()
    expect(await signIn(silent, 'bea@example.com', 'password of Bea')).toBe(200)
  })

  test(
    'only administrators decide, and no API token does',
    { tags: 'reference/signing-up-and-signing-in' },
    async () => {
      const person = applicant()
      await ask(silent, person).expect(202)
      const { id } = await waiting(person.email)
      const { token } = (
        await administrator.post('/api/auth/tokens', { name: 'Script', roles: [], administrator: true }).expect(201)
      ).body
      for (const { get, post, delete: remove } of [await silent.as('Manager'), silent.with(administrator, token)]) {
        await get('/api/auth/sign-ups').expect(403)
        await post(`/api/auth/sign-ups/${id}/approve`, {}).expect(403)
        await post(`/api/auth/sign-ups/${id}/link`, {}).expect(403)
        await remove(`/api/auth/sign-ups/${id}`).expect(403)
      }
      await silent.anyone.get('/api/auth/sign-ups').expect(401)
    },
  )

  test('to learn that an address is taken costs an invitation', async () => {
    await silent.as('Customer', 'Cyd')
    const { body } = await administrator.post('/api/auth/invitations', { roles: ['Agent'] }).expect(201)
    const { invitation } = body
    await ask(silent, { ...applicant('cyd@example.com'), invitation }).expect(409)
    const then = await ask(silent, { ...applicant(), invitation })
    expect([then.status, then.body.code]).toEqual([422, 'invitation_gone'])
  })

  test('who waits is forgotten after two weeks', async () => {
    const person = applicant()
    await ask(silent, person).expect(202)
    silent.clock.now += 14 * DAY
    const root = await silent.as('Administrator', 'Later')
    expect((await root.get('/api/auth/sign-ups').expect(200)).body.items).toEqual([])
  })
})
