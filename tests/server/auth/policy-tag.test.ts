// What an answer says beside its body of what the caller may do: another roles, another word, from the next answer on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HELPDESK } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
let administrator: Caller
beforeAll(async () => {
  app = await startApp(HELPDESK)
  administrator = await app.as('Administrator')
})
afterAll(() => app.stop())

const tagOf = async (person: Caller, path = '/api/tickets'): Promise<string | undefined> =>
  (await person.get(path)).headers['verbatim-policy']

test('a role that is given changes it with the next answer, and back when it is taken', async () => {
  const person = await app.as('Customer', 'Ada')
  const other = await app.as('Customer', 'Bea')
  const [before, others] = [await tagOf(person), await tagOf(other)]
  expect(before).toMatch(/^[\w-]{8}$/)
  expect(others).not.toBe(before)
  await administrator.patch(`/api/people/${person.id}`, { roles: ['Customer', 'Agent'] }).expect(200)
  const during = await tagOf(person)
  expect(during).not.toBe(before)
  expect((await person.get('/api/auth/me')).body.policy).toBe(during)
  await administrator.patch(`/api/people/${person.id}`, { roles: ['Customer'] }).expect(200)
  expect([await tagOf(person), await tagOf(other)]).toEqual([before, others])
})

test('it stands in refusals too, and tells nothing of what else is written', async () => {
  const person = await app.as('Customer', 'Cyd')
  const before = await tagOf(person)
  await administrator.patch(`/api/people/${person.id}`, { name: 'Cyd Charisse' }).expect(200)
  expect([
    await tagOf(person),
    await tagOf(person, '/api/system/people'),
    await tagOf(person, '/api/tickets?x=1'),
  ]).toEqual([before, before, before])
})

test('nobody has none', async () => {
  const { headers, body } = await app.anyone.get('/api/auth/me')
  expect([headers['verbatim-policy'], body.policy]).toEqual([undefined, undefined])
})

test('an administrator who views as a person is not that person', async () => {
  const viewer = await app.as('Administrator', 'Viewer')
  const person = await app.as('Customer', 'Dan')
  const own = await tagOf(viewer)
  await viewer.post('/api/auth/view-as', { person: person.id }).expect(204)
  const seen = await tagOf(viewer)
  expect(seen).not.toBe(own)
  expect(seen).not.toBe(await tagOf(person))
  await viewer.delete('/api/auth/view-as').expect(204)
  expect(await tagOf(viewer)).toBe(own)
})
