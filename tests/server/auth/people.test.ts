// People for administrators: who there is, how each signs in, and what can be done about it, each act in the audit and the history.
// @module-tag call/get/system/people
// @module-tag call/delete/system/people/id/sessions
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PeopleBody } from '#shared/protocol/people.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { readShipped } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
let administrator: Caller
let agent: Caller
beforeAll(async () => {
  app = await startApp(HELPDESK)
  administrator = await app.as('Administrator')
  agent = await app.as('Agent', 'Grace Hopper')
  for (const name of ['Ada Lovelace', 'Alan Turing', 'Edsger Dijkstra', 'Barbara Liskov'])
    await app.as('Customer', name)
})
afterAll(() => app.stop())

async function list(parameters = ''): Promise<PeopleBody> {
  const { body, status } = await administrator.get(`/api/system/people${parameters}`)
  expect(status).toBe(200)
  return body as PeopleBody
}

async function lastEvents(count: number): Promise<readonly string[]> {
  const { body } = await administrator.get(`/api/system/audit?limit=${count}`)
  return (body.items as { event: string; subject: { id: string } | null }[]).map(({ event }) => event)
}

describe('the list of people', () => {
  test('is only for administrators', async () => {
    expect((await agent.get('/api/system/people')).status).toBe(403)
    expect((await app.anyone.get('/api/system/people')).status).toBe(401)
  })

  test('says of each how they sign in, and when they last did', async () => {
    const [before] = (await list('?search=hopper')).items
    expect(before).toMatchObject({
      id: agent.id,
      name: 'Grace Hopper',
      email: 'grace.hopper@example.com',
      roles: ['Agent'],
      active: true,
      hasAccount: true,
      hasPassword: true,
      hasSecondFactor: false,
      passkeys: 0,
      sessions: 1,
      lastSignIn: null,
    })
    await app.anyone
      .post('/api/auth/sign-in')
      .send({ email: 'grace.hopper@example.com', password: 'password of Grace Hopper' })
    const [after] = (await list('?search=hopper')).items
    expect([after?.sessions, after?.lastSignIn]).toEqual([2, '2026-11-21T10:00:00.000Z'])
  })

  test('tells no secret: neither hashes nor tokens nor seeds', async () => {
    const { text } = await administrator.get('/api/system/people')
    expect(text).not.toMatch(/argon|hash|seed|secret|[\w-]{43}/)
  })

  test('is searched by parts of names and addresses, whatever their case, and of any characters', async () => {
    const names = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}`)).items.map(({ name }) => name)
    expect(await names('LOVE')).toEqual(['Ada Lovelace'])
    expect(await names('turing@')).toEqual(['Alan Turing'])
    expect(await names(`${'x'.repeat(99)}😀😀`)).toEqual([])
    for (const search of ['"', "'", '\\', '") or true or ("', '%', '{name}']) expect(await names(search)).toEqual([])
  })

  test('comes page by page, by name, with the number of all', async () => {
    const names: string[] = []
    let after: string | null = null
    do {
      const page: PeopleBody = await list(`?limit=2${after === null ? '' : `&after=${after}`}`)
      expect(page.count).toBe(6)
      names.push(...page.items.map(({ name }) => name))
      after = page.next
    } while (after !== null)
    expect(names).toEqual(names.toSorted())
    expect(names).toHaveLength(6)
  })
})

describe('what an administrator does about a person', () => {
  test('giving and taking roles, shutting out and letting in stand in the history and in the audit', async () => {
    const { id } = await app.as('Customer', 'Ada Lovelace')
    await administrator.patch(`/api/people/${id}`, { roles: ['Agent'] })
    await administrator.patch(`/api/people/${id}`, { active: false })
    await administrator.patch(`/api/people/${id}`, { active: true })
    expect(await lastEvents(3)).toEqual(['person_activated', 'person_deactivated', 'roles_changed'])
    const { body } = await administrator.get(`/api/people/${id}/history`)
    expect(body.items.slice(0, 3).map(({ changes }: { changes: object }) => Object.keys(changes))).toEqual([
      ['active'],
      ['active'],
      ['roles'],
    ])
  })

  test('ending what is open ends sessions and tokens at once, and nothing else', async () => {
    const person = await app.as('Customer', 'Alan Turing')
    expect((await person.get('/api/auth/me')).body.person.id).toBe(person.id)
    expect((await administrator.delete(`/api/system/people/${person.id}/sessions`)).status).toBe(204)
    expect((await person.get('/api/auth/me')).status).toBe(401)
    expect(await lastEvents(1)).toEqual(['sessions_ended'])
    const again = { email: 'alan.turing@example.com', password: 'password of Alan Turing' }
    expect((await app.anyone.post('/api/auth/sign-in').send(again)).status).toBe(200)
  })

  test('nobody else can, and of a person who is not there it is 404', async () => {
    expect((await agent.delete(`/api/system/people/${administrator.id}/sessions`)).status).toBe(403)
    expect((await administrator.get('/api/auth/me')).status).toBe(200)
    const nobody = '019aa5c0-0000-7000-8000-00000000ffff'
    expect((await administrator.delete(`/api/system/people/${nobody}/sessions`)).status).toBe(404)
  })
})

describe('roles that follow from a record', () => {
  test('are not offered to be given, and no invitation promises them', async () => {
    const office = await startApp(readShipped('expense-claims'))
    try {
      const director = await office.as('Administrator')
      const { body } = await director.get('/api/system/people')
      expect((body as PeopleBody).roles).toEqual([
        { role: 'Finance', label: 'Finance' },
        { role: 'Director', label: 'Director' },
        { role: 'Administrator', label: 'Administrator' },
      ])
      const invited = await director.post('/api/auth/invitations', { roles: ['Line manager'] })
      expect(invited.status).toBe(422)
      expect(invited.body.errors[0].message).toContain('Finance and Director')
    } finally {
      await office.stop()
    }
  })
})

describe('the pages', () => {
  test.each(['/studio/people', '/studio/timers', '/studio/deliveries', '/studio/mail', '/studio/audit'])(
    '%s is there for administrators, and for nobody else',
    async (path) => {
      expect((await administrator.get(path)).status).toBe(200)
      expect((await agent.get(path)).status).toBe(404)
      expect((await app.anyone.get(path)).status).toBe(404)
    },
  )
})
