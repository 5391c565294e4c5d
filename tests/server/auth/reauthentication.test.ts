// Proof that it is still the same person, by whatever the person has: what each way is good for, once, and only for its person.
// @module-tag A15
// @module-tag R10
// @module-tag call/get/auth/reauthentication
// @module-tag call/post/auth/reauthentication
// @module-tag call/post/auth/reauthentication/passkey/challenge
// @module-tag call/post/auth/reauthentication/link
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { codeAt } from '../../doubles/authenticator.ts'
import { PASSKEY_DESK, startPasskeyDesk } from '../../apps/passkey-desk.ts'
import { createPostBox } from '../../doubles/mailbox.ts'
import { softwareAuthenticator } from '../../doubles/software-authenticator.ts'
import type { SoftwareAuthenticator } from '../../doubles/software-authenticator.ts'
import type { Caller } from '../../apps/start-app.ts'

const ORIGIN = 'https://desk.example.com'
const HOUR = 60 * 60 * 1000
const box = createPostBox()
const desk = await startPasskeyDesk(PASSKEY_DESK.replace('password, passkey', 'password, passkey, link by email'), {
  mail: box,
  publicUrl: ORIGIN,
})
const { app } = desk
afterAll(() => app.stop())
beforeEach(() => {
  app.clock.now += 3 * HOUR
})

let people = 0
/** Somebody who signed in just now. */
const somebody = () => app.as('Customer', `Person ${++people}`)
const passwordOf = () => `password of Person ${people}`

/** Gives the proof; the session goes on under another token. */
async function prove(person: Caller, proof: object): Promise<number> {
  const { status, body } = await person.post('/api/auth/reauthentication', proof)
  if (status === 200) Object.assign(person, app.with(person, body.token))
  return status
}

async function giveApp(person: Caller): Promise<() => string> {
  const { seed } = (await person.post('/api/auth/second-factor/set-up', {})).body
  const { body } = await person.post('/api/auth/second-factor/confirm', { code: codeAt(seed, app.clock.now) })
  Object.assign(person, app.with(person, body.token))
  return () => codeAt(seed, app.clock.now)
}

async function givePasskey(person: Caller): Promise<SoftwareAuthenticator> {
  return (await desk.addPasskey(person, 'Phone', softwareAuthenticator(ORIGIN, { counts: false }))).device
}

const ask = async (person: Caller) => (await person.post('/api/auth/reauthentication/passkey/challenge', {})).body
const ways = async (person: Caller) => (await person.get('/api/auth/reauthentication')).body
/** Makes a call that requires proof of the last hour. */
const sensitive = async (person: Caller) => (await person.post('/api/auth/tokens', { name: 'x', roles: [] })).status
/** Makes a call that changes the second factor. */
const grave = async (person: Caller) => (await person.post('/api/auth/second-factor/recovery-codes', {})).status

describe('a person who signed in a while ago', () => {
  test('gets the methods by which they can re-authenticate: those that they have', async () => {
    const person = await somebody()
    expect(await ways(person)).toEqual({
      methods: [{ kind: 'password' }, { kind: 'link' }],
      shown: { first: true, second: false },
    })
    await givePasskey(person)
    app.clock.now += HOUR / 2
    await prove(person, { password: passwordOf() })
    // A person who has a passkey shows that before an app is set up.
    expect((await person.post('/api/auth/second-factor/set-up', {})).body.code).toBe('second_proof_needed')
    expect((await ways(person)).methods).toEqual([{ kind: 'password' }, { kind: 'passkey' }, { kind: 'link' }])
  })

  test.each(['password', 'passkey', 'code', 'link'] as const)(
    're-authenticates by only a %s, for an hour',
    async (way) => {
      const person = await somebody()
      const code = way === 'code' ? await giveApp(person) : undefined
      const device = way === 'passkey' ? await givePasskey(person) : undefined
      app.clock.now += HOUR + 1
      expect(await sensitive(person)).toBe(403)
      if (way === 'link') expect((await person.post('/api/auth/reauthentication/link', {})).status).toBe(202)
      const proof = {
        password: () => passwordOf(),
        code: () => code?.(),
        link: () => box.lastSecret(),
        passkey: async () => device?.get(await ask(person)),
      }[way]
      expect(await prove(person, { [way]: await proof() })).toBe(200)
      expect(await sensitive(person)).toBe(201)
      app.clock.now += HOUR + 1
      expect(await sensitive(person)).toBe(403)
    },
  )

  test('proves nothing by what is wrong, too much, or nothing at all', async () => {
    const person = await somebody()
    await giveApp(person)
    app.clock.now += HOUR + 1
    for (const wrong of [{ password: 'a guess' }, { code: '000000' }, { password: passwordOf(), code: '000000' }])
      expect(await prove(person, wrong)).toBe(422)
    for (const wrong of [{ link: 'A'.repeat(43) }, { passkey: {} }]) expect(await prove(person, wrong)).toBe(422)
    const unreadable = [{ passkey: null }, { passkey: 'x' }, { passkey: [] }, { password: passwordOf(), more: 1 }]
    for (const malformed of [{}, { password: 1 }, ...unreadable]) expect(await prove(person, malformed)).toBe(400)
    expect(await sensitive(person)).toBe(403)
    expect((await app.anyone.post('/api/auth/reauthentication').send({ password: 'x' })).status).toBe(401)
    const token = app.with(person, 'x')
    expect((await token.get('/api/auth/reauthentication')).status).toBe(401)
  })
})

describe('where there is a second factor', () => {
  test('only one factor does not change it, and both do, for two minutes', async () => {
    const person = await somebody()
    const code = await giveApp(person)
    app.clock.now += HOUR
    expect(await grave(person)).toBe(403)
    await prove(person, { password: passwordOf() })
    expect(await grave(person)).toBe(403)
    app.clock.now += HOUR
    await prove(person, { code: code() })
    expect(await grave(person)).toBe(403)
    await prove(person, { password: passwordOf() })
    expect((await ways(person)).shown).toEqual({ first: true, second: true })
    expect(await grave(person)).toBe(200)
    app.clock.now += 2 * 60 * 1000 + 1
    expect(await grave(person)).toBe(403)
  })

  test('a passkey is both, also for a person who has no password', async () => {
    const person = await somebody()
    const device = await givePasskey(person)
    expect(await prove(person, { passkey: device.get(await ask(person)) })).toBe(200)
    await giveApp(person)
    const { storage } = app.dependencies
    const [account] = await storage.database.systemOf('account', person.id)
    if (account !== undefined)
      await storage.write((transaction) => transaction.putSystem('account', { ...account, value: {} }))
    app.clock.now += HOUR
    expect((await ways(person)).methods.map(({ kind }: { kind: string }) => kind)).toEqual(['passkey', 'code', 'link'])
    expect(await prove(person, { passkey: device.get(await ask(person)) })).toBe(200)
    expect((await person.post('/api/auth/second-factor/off', {})).status).toBe(204)
  })

  test('a passkey is neither added nor removed with only the password', async () => {
    const person = await somebody()
    const { answer } = await desk.addPasskey(person, 'Phone', softwareAuthenticator(ORIGIN))
    const device = await givePasskey(person)
    await prove(person, { passkey: device.get(await ask(person)) })
    const code = await giveApp(person)
    app.clock.now += HOUR
    await prove(person, { password: passwordOf() })
    expect((await person.post('/api/auth/passkeys/challenge', {})).body.code).toBe('second_proof_needed')
    const remove = () => person.delete(`/api/auth/passkeys/${answer.body.id}`)
    expect((await remove()).body.code).toBe('second_proof_needed')
    await prove(person, { code: code() })
    expect((await remove()).status).toBe(204)
  })
})

describe('a proof is good once, and only for its person', () => {
  test('another person’s passkey proves nothing, nor does a challenge of another person or for signing in', async () => {
    const other = await somebody()
    const foreign = await givePasskey(other)
    const person = await somebody()
    const own = await givePasskey(person)
    expect(await prove(person, { passkey: foreign.get(await ask(person)) })).toBe(422)
    expect(await prove(person, { passkey: own.get(await ask(other)) })).toBe(422)
    expect(await prove(person, { passkey: foreign.get(await ask(other)) })).toBe(422)
    expect(await prove(person, { passkey: own.get(await desk.askChallenge()) })).toBe(422)
    expect((await desk.show(own.get(await ask(person)))).status).toBe(401)
    expect(await prove(person, { passkey: own.get(await ask(person), { unverified: true }) })).toBe(422)
    expect(await prove(person, { passkey: own.get(await ask(person)) })).toBe(200)
  })

  test('the link of somebody else proves nothing, and none proves more than once', async () => {
    const other = await somebody()
    await other.post('/api/auth/reauthentication/link', {})
    const foreign = box.lastSecret()
    const person = await somebody()
    expect(await prove(person, { link: foreign })).toBe(422)
    await person.post('/api/auth/reauthentication/link', {})
    const link = box.lastSecret()
    expect(box.letters.at(-1)?.text).toContain(`${ORIGIN}/account#link=`)
    expect((await app.anyone.post('/api/auth/links/sign-in').send({ link })).status).toBe(422)
    expect(await prove(person, { link })).toBe(200)
    expect(await prove(person, { link })).toBe(422)
  })

  test('of fifty who show one answer of an authenticator at once, one proves it', async () => {
    const person = await somebody()
    const device = await givePasskey(person)
    const passkey = device.get(await ask(person))
    const all = await Promise.all(
      Array.from({ length: 50 }, () => person.post('/api/auth/reauthentication', { passkey })),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a wrong password or code stands in the audit', async () => {
    const person = await somebody()
    await giveApp(person)
    expect(await prove(person, { password: 'a guess of a thief' })).toBe(422)
    expect(await prove(person, { password: passwordOf(), code: '000000' })).toBe(422)
    const administrator = await app.as('Administrator')
    const { body } = await administrator.get(`/api/system/audit?event=proof_failed&person=${person.id}`).expect(200)
    expect(body.items.map(({ detail }: { readonly detail: object }) => detail)).toEqual([
      { way: 'code' },
      { way: 'password' },
    ])
    expect(body.items[0].by.id).toBe(person.id)
  })

  test('of fifty who show one code at once, one proves it', async () => {
    const person = await somebody()
    const code = await giveApp(person)
    app.clock.now += 60_000
    const proof = { code: code() }
    const all = await Promise.all(Array.from({ length: 50 }, () => person.post('/api/auth/reauthentication', proof)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
