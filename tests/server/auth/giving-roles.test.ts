// Proves that administrators are not made in passing: that takes recent proof, and no API token can do it.
// @module-tag P15
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSession } from '../../helpers/create-account.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { createPostBox } from '../../doubles/mailbox.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const OFFICE = documentOf({
  3: `### Person

| field | type | required |
|---|---|---|
| nickname | text | no |

### Promotion

| field | type | required |
|---|---|---|
| who | Person (as promotions) | yes |
| address | email | no |`,
  4: `### Promotion.state

- starts: asked
- ends: done

| state | meaning |
|---|---|
| asked | |
| done | |

| transition | from | to | who | then |
|---|---|---|---|---|
| grant | asked | done | Clerk | \`update who { roles: ["Chief"] }\` |
| move | asked | done | Clerk | \`update who { email: address }\` |`,
  6: `- sign-up: open, as Member, approved by administrators
- Head may give: Member, Clerk

| role | is | includes |
|---|---|---|
| Member | is here | |
| Clerk | keeps the files | |
| Head | chooses | |
| Chief | stands above | Head |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Promotion | everything | | all |
| Clerk, Head | Person | read, update | | all |`,
})

const HOUR = 3_600_000
const box = createPostBox()
let app: TestApp
let known: Caller
/**
 * The administrator with a session of this moment; `stale` signed in two hours ago, and `program` is a token with all
 * that its administrator may.
 */
let root: Caller
let stale: Caller
let program: Caller
beforeAll(async () => {
  app = await startApp(OFFICE, undefined, { mail: box, publicUrl: 'https://office.example.com' })
  known = await app.as('Administrator')
})
afterAll(() => app.stop())

const renew = async (person: Caller) =>
  app.with(person, await createSession(app.dependencies, person.id, new Date(app.clock.now).toISOString()))
beforeEach(async () => {
  stale = await renew(known)
  app.clock.now += 2 * HOUR
  root = await renew(known)
  const made = await root.post('/api/auth/tokens', { name: 'Script', roles: [], administrator: true }).expect(201)
  program = app.with(known, made.body.token)
})

let count = 0
const member = () => app.as('Member', `Member ${++count}`)
const person = (roles: readonly string[]) => ({ name: 'Nova', email: `nova${++count}@example.com`, roles })

describe.each(['Administrator', 'Head', 'Chief'])('the role %s, which gives others,', (role) => {
  test('is given only after re-authentication, whether by an update, with a new person or by an invitation', async () => {
    const { id } = await member()
    const giving: readonly ((by: Caller) => PromiseLike<{ status: number; body: { code?: string } }>)[] = [
      (by) => by.patch(`/api/people/${id}`, { roles: ['Member', role] }),
      (by) => by.post('/api/people', person([role])),
      (by) => by.post('/api/auth/invitations', { roles: [role] }),
    ]
    for (const give of giving) {
      const late = await give(stale)
      expect([late.status, late.body.code]).toEqual([403, 'proof_needed'])
      const byProgram = await give(program)
      expect([byProgram.status, byProgram.body.code]).toEqual([403, 'not_by_token'])
    }
    for (const give of giving) expect((await give(root)).status).toBeLessThan(300)
  })

  test('comes back from the trash, and with an invitation to who is recorded, by no other way', async () => {
    const { body } = await root.post('/api/people', person([role])).expect(201)
    const invite = { roles: [], person: body.id }
    expect((await stale.post('/api/auth/invitations', invite)).body.code).toBe('proof_needed')
    await root.delete(`/api/people/${body.id}`).expect(204)
    for (const by of [stale, program])
      expect((await by.post(`/api/people/${body.id}/restore`, {})).body.code).toMatch(/proof_needed|not_by_token/)
    await root.post(`/api/people/${body.id}/restore`, {}).expect(200)
    await root.post('/api/auth/invitations', invite).expect(201)
  })
})

test('a role that gives none is given without, and a program may add people with it', async () => {
  const { id } = await member()
  await stale.patch(`/api/people/${id}`, { roles: ['Clerk'] }).expect(200)
  await stale.post('/api/auth/invitations', { roles: ['Clerk'] }).expect(201)
  await program.post('/api/people', person(['Clerk'])).expect(201)
})

test('taking the role away asks for nothing', async () => {
  const { id } = await member()
  await root.patch(`/api/people/${id}`, { roles: ['Head'] }).expect(200)
  await stale.patch(`/api/people/${id}`, { roles: [] }).expect(200)
})

test('an effect that gives it asks the actor who causes it', async () => {
  const clerk = await app.as('Clerk')
  const { id } = await member()
  const now = await renew(clerk)
  const { body } = await now.post('/api/promotions', { who: id }).expect(201)
  app.clock.now += 2 * HOUR
  expect((await now.post(`/api/promotions/${body.id}/grant`, {})).body.code).toBe('proof_needed')
  await (await renew(clerk)).post(`/api/promotions/${body.id}/grant`, {}).expect(200)
})

test('an applicant who is recorded with it already is let in only after re-authentication', async () => {
  const { body } = await root.post('/api/people', person(['Administrator'])).expect(201)
  const { email } = body
  await app.anyone.post('/api/auth/sign-up').send({ name: 'Nova', email, password: 'a quiet sentence' }).expect(202)
  const [item] = (await root.get('/api/auth/sign-ups').expect(200)).body.items
  for (const act of ['approve', 'link'])
    expect((await stale.post(`/api/auth/sign-ups/${item.id}/${act}`, {})).body.code).toBe('proof_needed')
  await root.post(`/api/auth/sign-ups/${item.id}/approve`, {}).expect(204)
})

test('to end the sessions of others takes proof, and no program does it', async () => {
  const other = await member()
  const path = `/api/system/people/${other.id}/sessions`
  expect((await stale.delete(path)).body.code).toBe('proof_needed')
  expect((await program.delete(path)).body.code).toBe('not_by_token')
  expect((await other.get('/api/auth/me')).body.person.id).toBe(other.id)
  await root.delete(path).expect(204)
  expect((await other.get('/api/auth/me')).status).toBe(401)
})

test('the audit says whether a token was made for an administrator', async () => {
  await root.post('/api/auth/tokens', { name: 'Plain', roles: [] }).expect(201)
  const { body } = await root.get('/api/system/audit?event=token_created&limit=2').expect(200)
  const made = (body.items as { detail: { name: string; administrator: boolean } }[]).map(({ detail }) => detail)
  expect(made).toMatchObject([
    { name: 'Plain', administrator: false },
    { name: 'Script', administrator: true },
  ])
})

describe('the address of a person', () => {
  test('is changed by who may give each of their roles, else by themselves', async () => {
    const head = await app.as('Head')
    const fresh = await renew(head)
    const clerk = await renew(await app.as('Clerk', 'Carl'))
    const other = await member()
    const refused = await clerk.patch(`/api/people/${other.id}`, { email: 'taken.over@example.com' })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
    expect(refused.body.remedy).toContain('Head or an administrator can give Member.')
    expect((await clerk.patch(`/api/people/${head.id}`, { email: 'taken.over@example.com' })).status).toBe(403)
    await clerk.patch(`/api/people/${other.id}`, { nickname: 'Mem' }).expect(200)
    await fresh.patch(`/api/people/${other.id}`, { email: 'moved@example.com' }).expect(200)
    await clerk.patch(`/api/people/${clerk.id}`, { email: 'carl.himself@example.com' }).expect(200)
  })

  test('of somebody who may give roles is changed by no effect that somebody below sets off', async () => {
    const clerk = await renew(await app.as('Clerk'))
    const head = await app.as('Head')
    const { body } = await clerk
      .post('/api/promotions', { who: head.id, address: 'taken.over@example.com' })
      .expect(201)
    expect((await clerk.post(`/api/promotions/${body.id}/move`, {})).status).toBe(403)
    const own = await clerk
      .post('/api/promotions', { who: (await member()).id, address: 'new@example.com' })
      .expect(201)
    await clerk.post(`/api/promotions/${own.body.id}/move`, {}).expect(200)
  })

  test('when it is changed, the one before gets a mail', async () => {
    const { id } = await app.as('Member', 'Old Place')
    await root.patch(`/api/people/${id}`, { email: 'new.place@example.com' }).expect(200)
    const letter = box.letters.at(-1)
    expect([letter?.to, letter?.subject]).toEqual(['old.place@example.com', 'Test: your address was changed'])
    expect(letter?.text).not.toContain('new.place@example.com')
    const before = box.letters.length
    await root.patch(`/api/people/${id}`, { nickname: 'Op' }).expect(200)
    expect(box.letters).toHaveLength(before)
  })
})
