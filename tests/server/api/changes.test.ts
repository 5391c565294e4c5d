// Change sets: listed to the people who made them and to administrators, and undone by the commands and rules of the document.
// @module-tag call/get/system/changes
// @module-tag call/post/system/changes/id/undo
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const TEXT = HELPDESK.replace(
  /^\| resolve \|/m,
  '| hold | open | waiting | Agent | | | | | |\n| resume | waiting | open | Agent | `assignee == me` | | | | |\n| resolve |',
)

let app: TestApp
let agent: Caller
let other: Caller
let manager: Caller
let customer: Caller
let administrator: Caller
beforeAll(async () => {
  app = await startApp(TEXT)
  agent = await app.as('Agent')
  other = await app.as('Agent', 'Other')
  manager = await app.as('Manager')
  customer = await app.as('Customer')
  administrator = await app.as('Administrator')
})
afterAll(() => app.stop())

const changes = async (caller: Caller, query = '') =>
  (await caller.get(`/api/system/changes${query}`).expect(200)).body.items
const latest = async (caller: Caller) => (await changes(caller, '?limit=1'))[0]
const undo = (caller: Caller, id: string) => caller.post(`/api/system/changes/${id}/undo`, {})
const ticket = async (by = agent) => (await by.post('/api/tickets', TICKET).expect(201)).body
const read = async (id: string) => (await administrator.get(`/api/tickets/${id}`)).body

test('people see what they have changed, administrators what anybody has, and nothing that is hidden from them', async () => {
  const { id } = await ticket(customer)
  await agent.patch(`/api/tickets/${id}`, { internal_note: 'secret', priority: 'low' }).expect(200)
  const [own] = await changes(customer)
  const told = { entity: 'Ticket', id, title: expect.stringContaining('Printer'), events: ['created'], transitions: [] }
  expect(own).toMatchObject({ by: { id: customer.id }, records: [told], isCut: false })
  expect(await changes(customer, `?person=${customer.id}`)).toEqual(await changes(customer))
  await customer.get(`/api/system/changes?person=${agent.id}`).expect(404)
  expect(JSON.stringify(await changes(customer))).not.toContain('secret')
  const all = await changes(administrator, `?person=${agent.id}`)
  expect(all[0]).toMatchObject({ by: { id: agent.id }, records: [{ id, events: ['changed'] }] })
  const page = await administrator.get('/api/system/changes?limit=1').expect(200)
  expect(page.body.items[0].id).toBe(all[0].id)
  const rest = await administrator.get(`/api/system/changes?limit=1&after=${page.body.next}`).expect(200)
  expect(rest.body.items[0].id).toBe(own.id)
  await app.anyone.get('/api/system/changes').expect(401)
})

test('what was deleted has its name in the list, for those who may read it', async () => {
  const { id } = await ticket(customer)
  await administrator.delete(`/api/tickets/${id}`).expect(204)
  const deleted = { id, title: expect.stringContaining('Printer'), inTrash: true, events: ['deleted'] }
  expect((await latest(administrator)).records).toEqual([expect.objectContaining(deleted)])
  expect((await latest(customer)).records[0]).toMatchObject({ ...deleted, events: ['created'] })
  const note = { ticket: id, body: 'In the next room', internal: true }
  await administrator.post(`/api/tickets/${id}/restore`, {}).expect(200)
  expect((await latest(administrator)).records[0]).not.toHaveProperty('inTrash')
  const comment = await manager.post('/api/comments', note).expect(201)
  await manager.delete(`/api/comments/${comment.body.id}`).expect(204)
  expect((await latest(manager)).records[0]).toMatchObject({ title: 'In the next room', inTrash: true })
  expect(JSON.stringify(await changes(customer))).not.toContain('In the next room')
})

test('a change is undone by those who made it, once, and the undo can be undone', async () => {
  const { id, priority } = await ticket()
  await agent.patch(`/api/tickets/${id}`, { priority: 'high', internal_note: 'call back' }).expect(200)
  const set = await latest(agent)
  await undo(other, set.id).expect(404)
  await undo(customer, set.id).expect(404)
  const { body } = await undo(agent, set.id).expect(200)
  expect(body).toEqual({ id: (await latest(agent)).id, records: 1 })
  expect(await read(id)).toMatchObject({ priority, internal_note: null })
  expect((await undo(agent, set.id).expect(409)).body.code).toBe('nothing_to_undo')
  await undo(agent, body.id).expect(200)
  expect(await read(id)).toMatchObject({ priority: 'high', internal_note: 'call back' })
  await undo(agent, '01a1fd8c-6900-7038-8b7b-3e4affda6ee9').expect(404)
})

test(
  'what others have changed since is not taken from them, other fields are no matter',
  { tags: 'reference/histories-and-undoing' },
  async () => {
    const { id } = await ticket()
    await agent.patch(`/api/tickets/${id}`, { priority: 'high' }).expect(200)
    const set = await latest(agent)
    await other.patch(`/api/tickets/${id}`, { internal_note: 'seen' }).expect(200)
    await undo(agent, set.id).expect(200)
    expect(await read(id)).toMatchObject({ internal_note: 'seen', priority: 'normal' })
    await agent.patch(`/api/tickets/${id}`, { priority: 'high' }).expect(200)
    const again = await latest(agent)
    await other.patch(`/api/tickets/${id}`, { priority: 'low' }).expect(200)
    const { body } = await undo(agent, again.id).expect(409)
    expect(body).toMatchObject({ code: 'undo_changed', about: { entity: 'Ticket', id } })
    expect((await read(id)).priority).toBe('low')
  },
)

test('a batch is undone whole or not at all', { tags: 'reference/histories-and-undoing' }, async () => {
  const [kept, gone] = [await ticket(manager), await ticket(manager)]
  const { body: batch } = await manager
    .post('/api/batch', {
      calls: [
        { method: 'POST', path: '/api/tags', body: { name: 'Undo me' } },
        { method: 'PATCH', path: `/api/tickets/${kept.id}`, body: { priority: 'low' } },
        { method: 'DELETE', path: `/api/tickets/${gone.id}` },
      ],
    })
    .expect(200)
  const tag = batch.answers[0].body.id
  expect(await latest(administrator)).toMatchObject({
    id: batch.changeSet,
    records: [{ id: tag }, {}, { id: gone.id }],
  })
  // To bring back what was deleted is a grant of its own.
  const ungranted = await undo(manager, batch.changeSet).expect(403)
  expect(ungranted.body.about).toMatchObject({ entity: 'Ticket', id: gone.id })
  await manager.patch(`/api/tags/${tag}`, { name: 'Kept' }).expect(200)
  const refused = await undo(administrator, batch.changeSet).expect(409)
  expect(refused.body).toMatchObject({ code: 'undo_changed', about: { entity: 'Tag', title: 'Kept' } })
  await administrator.get(`/api/tickets/${gone.id}`).expect(404)
  expect((await read(kept.id)).priority).toBe('low')
})

test('creations, changes and deletions of a batch are taken back together', async () => {
  const [kept, gone] = [await ticket(manager), await ticket(manager)]
  const { body: batch } = await administrator
    .post('/api/batch', {
      calls: [
        { method: 'POST', path: '/api/tags', body: { name: 'Take back' } },
        { method: 'PATCH', path: `/api/tickets/${kept.id}`, body: { priority: 'low' } },
        { method: 'DELETE', path: `/api/tickets/${gone.id}` },
      ],
    })
    .expect(200)
  const { body } = await undo(administrator, batch.changeSet).expect(200)
  expect(body.records).toBe(3)
  await administrator.get(`/api/tags/${batch.answers[0].body.id}`).expect(404)
  expect((await read(kept.id)).priority).toBe('normal')
  expect((await read(gone.id)).id).toBe(gone.id)
  const { body: history } = await administrator.get(`/api/tickets/${gone.id}/history`).expect(200)
  expect(history.items[0]).toMatchObject({ event: 'restored', changeSet: body.id })
})

test('a transition is undone by one that leads back, and refused where none does or its condition is not met', async () => {
  const { id } = await ticket()
  await agent.post(`/api/tickets/${id}/take`, {}).expect(200)
  const taken = await latest(agent)
  const none = await undo(agent, taken.id).expect(409)
  expect(none.body).toMatchObject({ code: 'undo_no_way_back', about: { id } })
  expect(await read(id)).toMatchObject({ status: 'open', assignee: agent.id })
  await agent.post(`/api/tickets/${id}/hold`, {}).expect(200)
  const held = await latest(agent)
  expect(held.records[0]).toMatchObject({ events: ['transition'], transitions: ['hold'] })
  await undo(agent, held.id).expect(200)
  expect((await read(id)).status).toBe('open')
  await other.post(`/api/tickets/${id}/hold`, {}).expect(200)
  const { body } = await undo(other, (await latest(other)).id).expect(409)
  expect(body).toMatchObject({ code: 'conflict', about: { id } })
  expect((await read(id)).status).toBe('waiting')
})

test('the rules and grants of the moment hold for an undo', async () => {
  const { id } = await ticket(customer)
  await customer.patch(`/api/tickets/${id}`, { subject: 'Another' }).expect(200)
  const set = await latest(customer)
  await agent.post(`/api/tickets/${id}/take`, {}).expect(200)
  const { status, body } = await undo(customer, set.id)
  expect([status, body.about]).toEqual([403, { entity: 'Ticket', id, title: expect.stringContaining('Another') }])
  expect((await read(id)).subject).toBe('Another')
})

test('of a large change set the first twenty records are listed', async () => {
  const calls = Array.from({ length: 110 }, (_, index) => ({
    method: 'POST',
    path: '/api/tags',
    body: { name: `Many ${index}` },
  }))
  const { body } = await manager.post('/api/batch', { calls }).expect(200)
  const set = await latest(manager)
  expect([set.id, set.isCut, set.records.length]).toEqual([body.changeSet, true, 20])
  expect((await undo(manager, set.id).expect(200)).body.records).toBe(110)
  await manager.get(`/api/tags/${body.answers[0].body.id}`).expect(404)
})

test('what an undo may not show or touch stays as it is', async () => {
  const { id } = await ticket(customer)
  const [made] = await changes(customer)
  await agent.patch(`/api/tickets/${id}`, { internal_note: 'secret' }).expect(200)
  const { body } = await undo(customer, made.id)
  expect(body.code).not.toBe('internal')
  expect(JSON.stringify(body)).not.toContain('secret')
  expect((await read(id)).internal_note).toBe('secret')
})

test('batches that go on with one change set are undone together; that of another person, or of an hour before, is not gone on with', async () => {
  const ids = [(await ticket()).id, (await ticket()).id, (await ticket()).id]
  const urge = (id: string, changeSet?: string) => ({
    calls: [{ method: 'PATCH', path: `/api/tickets/${id}`, body: { priority: 'high' } }],
    ...(changeSet === undefined ? {} : { changeSet }),
  })
  const send = async (caller: Caller, id: string, changeSet?: string): Promise<string> =>
    (await caller.post('/api/batch', urge(id, changeSet)).expect(200)).body.changeSet
  const first = await send(agent, ids[0])
  expect(await send(agent, ids[1], first)).toBe(first)
  expect(await send(other, ids[2], first)).not.toBe(first)
  expect((await undo(agent, first).expect(200)).body.records).toBe(2)
  const priorities = await Promise.all(ids.map(async (id) => (await read(id)).priority))
  expect(priorities).toEqual(['normal', 'normal', 'high'])
  const old = await send(agent, ids[0])
  app.clock.now += 61 * 60_000
  expect(await send(agent, ids[1], old)).not.toBe(old)
})
