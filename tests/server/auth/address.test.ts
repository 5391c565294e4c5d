// The address of a person is the address that they sign in with, by whatever way it is changed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const MOVES = documentOf({
  3: `### Person

| field | type | required |
|---|---|---|
| nickname | text | no |

### Move

| field | type | required |
|---|---|---|
| who | Person (as moves) | yes |
| address | email | yes |
| note | text | no |`,
  4: `### Move.state

- starts: asked
- ends: done, left

| state | meaning |
|---|---|
| asked | |
| done | |
| left | |

| transition | from | to | who | then |
|---|---|---|---|---|
| grant | asked | done | Office | \`update who { email: address }\`; \`note = "moved"\` |
| try | asked | done | Office | \`try update who { email: address } otherwise note = "taken"\` |
| dismiss | asked | left | Office | \`update who { active: false }\` |
| appoint | asked | stay | Office | \`update who { roles: [] }\` |`,
  6: `- sign-up: closed

| role | is |
|---|---|
| Office | keeps the addresses |
| Member | has one |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Office | Move | everything | | all |
| Office | Person | read | | all |`,
})

let app: TestApp
let office: Caller

beforeAll(async () => {
  app = await startApp(MOVES)
  office = await app.as('Office')
})
afterAll(() => app.stop())

async function ask(who: Caller, address: string): Promise<string> {
  const { status, body } = await office.post('/api/moves', { who: who.id, address })
  expect(status, JSON.stringify(body)).toBe(201)
  return `/api/moves/${body.id}`
}

async function signIn(email: string, name: string): Promise<number> {
  return (await app.anyone.post('/api/auth/sign-in').send({ email, password: `password of ${name}` })).status
}

describe('an address that an effect of the document changes', () => {
  test('is the one to sign in with from then on', async () => {
    const member = await app.as('Member', 'Moving')
    const move = await ask(member, 'New.Place@Example.org')
    expect((await office.post(`${move}/grant`, {})).status).toBe(200)
    expect((await office.get(`/api/people/${member.id}`)).body.email).toBe('New.Place@example.org')
    expect(await signIn('new.place@example.org', 'Moving')).toBe(200)
    expect(await signIn('moving@example.com', 'Moving')).toBe(401)
  })

  test('is refused with all that goes with it where somebody else signs in with it', async () => {
    await app.as('Member', 'Owner')
    const member = await app.as('Member', 'Wisher')
    const move = await ask(member, 'OWNER@example.com')
    const refused = await office.post(`${move}/grant`, {})
    expect([refused.status, refused.body.errors]).toMatchObject([409, [{ field: 'email', code: 'taken' }]])
    expect((await office.get(move)).body).toMatchObject({ state: 'asked', note: null, _version: 1 })
    expect((await office.get(`/api/people/${member.id}`)).body.email).toBe('wisher@example.com')
    expect([await signIn('owner@example.com', 'Owner'), await signIn('wisher@example.com', 'Wisher')]).toEqual([
      200, 200,
    ])
  })

  test('may be tried, and what else the document says is done', async () => {
    await app.as('Member', 'Holder')
    const move = await ask(await app.as('Member', 'Hopeful'), 'holder@example.com')
    const tried = await office.post(`${move}/try`, {})
    expect([tried.status, tried.body.note]).toEqual([200, 'taken'])
    expect(await signIn('hopeful@example.com', 'Hopeful')).toBe(200)
  })

  test('asks its actor for re-authentication, as an update of the address does', async () => {
    const administrator = await app.as('Administrator')
    const move = await ask(await app.as('Member', 'Waiting'), 'later@example.org')
    const stood = app.clock.now
    app.clock.now += 2 * 3_600_000
    const late = await office.post(`${move}/grant`, {})
    const waiting = (await app.as('Member', 'Waiting')).id
    const updated = await administrator.patch(`/api/people/${waiting}`, { email: 'later@example.org' })
    app.clock.now = stood
    expect([late.status, late.body.code]).toEqual([403, 'proof_needed'])
    expect([updated.status, updated.body.code]).toEqual([403, 'proof_needed'])
    expect(await signIn('waiting@example.com', 'Waiting')).toBe(200)
  })
})

describe('an administrator', () => {
  test('keeps the account when somebody who is none has an effect change the address, or shut them out', async () => {
    const administrator = await app.as('Administrator', 'Root')
    const move = await ask(administrator, 'mine@example.org')
    for (const transition of ['grant', 'dismiss', 'appoint']) {
      const refused = await office.post(`${move}/${transition}`, {})
      expect([refused.status, refused.body.remedy]).toEqual([403, 'Only administrators can change administrators.'])
    }
    expect((await office.get(move)).body).toMatchObject({ state: 'asked', _version: 1 })
    expect([await signIn('root@example.com', 'Root'), await signIn('mine@example.org', 'Root')]).toEqual([200, 401])
  })

  test('may have effects change the own address, and those of other administrators, and not shut themselves out', async () => {
    const administrator = await app.as('Administrator, Office', 'Second Root')
    const other = await app.as('Administrator', 'Third Root')
    expect((await administrator.post(`${await ask(administrator, 'second@example.org')}/grant`, {})).status).toBe(200)
    expect(await signIn('second@example.org', 'Second Root')).toBe(200)
    expect((await administrator.post(`${await ask(administrator, 'x@example.org')}/dismiss`, {})).status).toBe(403)
    expect((await administrator.post(`${await ask(other, 'x@example.org')}/dismiss`, {})).status).toBe(200)
    expect((await other.get('/api/auth/me')).status).toBe(401)
  })
})

test('a person that an effect shuts out has no session left, and none when they are let in again', async () => {
  const administrator = await app.as('Administrator')
  const member = await app.as('Member', 'Dismissed')
  expect((await member.get('/api/auth/me')).body.person).not.toBeNull()
  expect((await office.post(`${await ask(member, 'any@example.org')}/dismiss`, {})).status).toBe(200)
  expect((await member.get('/api/auth/me')).status).toBe(401)
  await administrator.patch(`/api/people/${member.id}`, { active: true })
  expect((await member.get('/api/auth/me')).status).toBe(401)
})

test('an address that somebody changes by hand moves the account too, and what was not changed does not', async () => {
  const administrator = await app.as('Administrator')
  const member = await app.as('Member', 'Patched')
  expect((await administrator.patch(`/api/people/${member.id}`, { email: 'patched@example.org' })).status).toBe(200)
  expect([await signIn('patched@example.org', 'Patched'), await signIn('patched@example.com', 'Patched')]).toEqual([
    200, 401,
  ])
  expect((await administrator.patch(`/api/people/${member.id}`, { nickname: 'Pat' })).status).toBe(200)
  expect(await signIn('patched@example.org', 'Patched')).toBe(200)
})
