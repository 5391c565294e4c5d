// Saved views of lists: one's own, shared ones, and what of them others see.
// @module-tag call/get/system/views
// @module-tag call/post/system/views
// @module-tag call/patch/system/views/id
// @module-tag call/delete/system/views/id
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_OWN_VIEWS } from '../../../../server/records/read/saved-views.ts'
import { readShipped } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

let app: TestApp
let agent: Caller
let colleague: Caller
let customer: Caller
let administrator: Caller

beforeAll(async () => {
  app = await startApp(readShipped('helpdesk').replace('300 per minute', '1,000,000 per minute'))
  agent = await app.as('Agent', 'Ada')
  colleague = await app.as('Agent', 'Bo')
  customer = await app.as('Customer', 'Cleo')
  administrator = await app.as('Administrator', 'Dora')
})
afterAll(() => app.stop())

const URGENT = { screen: 'tickets', name: 'Urgent', query: 'priority=urgent&sort=due_at' }
const names = async (caller: Caller): Promise<readonly string[]> =>
  (await caller.get('/api/system/views').expect(200)).body.items.map(({ name }: { name: string }) => name)

test('a view is its person’s own, and goes when they delete it', { tags: 'reference/views' }, async () => {
  const { body } = await agent.post('/api/system/views', URGENT).expect(201)
  expect(body).toEqual({ ...URGENT, id: body.id, role: null, own: true })
  expect(await names(agent)).toEqual(['Urgent'])
  for (const other of [colleague, customer, administrator]) {
    expect(await names(other)).toEqual([])
    await other.delete(`/api/system/views/${body.id}`).expect(404)
  }
  await agent.delete(`/api/system/views/${body.id}`).expect(204)
  expect(await names(agent)).toEqual([])
})

test(
  'a shared view is seen by those who hold the role, and deleted by its owner or an administrator',
  { tags: 'reference/views' },
  async () => {
    const { body } = await agent.post('/api/system/views', { ...URGENT, name: 'Ours', role: 'Agent' }).expect(201)
    expect(await names(colleague)).toEqual(['Ours'])
    expect(await names(customer)).toEqual([])
    const [seen] = (await colleague.get('/api/system/views')).body.items
    expect(seen).toMatchObject({ own: false, role: 'Agent' })
    await colleague.delete(`/api/system/views/${body.id}`).expect(404)
    await administrator.delete(`/api/system/views/${body.id}`).expect(204)
    expect(await names(agent)).toEqual([])
  },
)

test('a view is changed in part by its person; a shared one by its owner or an administrator, and by nobody else', async () => {
  const { body } = await agent.post('/api/system/views', { ...URGENT, name: 'Mine' }).expect(201)
  const path = `/api/system/views/${body.id}`
  const changed = { ...body, query: 'priority=high' }
  expect((await agent.patch(path, { query: 'priority=high' }).expect(200)).body).toEqual(changed)
  expect((await agent.patch(path, { name: ' Ours ' }).expect(200)).body).toEqual({ ...changed, name: 'Ours' })
  for (const other of [colleague, customer, administrator]) await other.patch(path, { name: 'x' }).expect(404)
  await agent.patch(path, { name: ' ' }).expect(422)
  await agent.patch(path, { query: 'x'.repeat(2_001) }).expect(422)
  await agent.patch(path, { role: 'Agent' }).expect(400)
  const shared = (await agent.post('/api/system/views', { ...URGENT, role: 'Agent' }).expect(201)).body
  await colleague.patch(`/api/system/views/${shared.id}`, { query: '' }).expect(404)
  await administrator.patch(`/api/system/views/${shared.id}`, { query: 'status=new' }).expect(200)
  const seen = (await colleague.get('/api/system/views')).body.items
  expect(seen).toMatchObject([{ id: shared.id, query: 'status=new', own: false }])
  for (const { id } of [body, shared]) await agent.delete(`/api/system/views/${id}`).expect(204)
})

test('of one list a person has no two views of the same name', async () => {
  const { body } = await agent.post('/api/system/views', URGENT).expect(201)
  const second = await agent.post('/api/system/views', { ...URGENT, name: ' urgent', role: 'Agent' }).expect(422)
  expect(second.body.errors).toMatchObject([{ field: 'name', code: 'taken' }])
  const other = (await agent.post('/api/system/views', { ...URGENT, name: 'Other' }).expect(201)).body
  const renamed = await agent.patch(`/api/system/views/${other.id}`, { name: 'Urgent' }).expect(422)
  expect(renamed.body.errors).toMatchObject([{ field: 'name', code: 'taken' }])
  // Its own name is no second one; a colleague, or another list, may have the same.
  await agent.patch(`/api/system/views/${body.id}`, { name: 'URGENT' }).expect(200)
  const answers = (await agent.post('/api/system/views', { ...URGENT, screen: 'answers' }).expect(201)).body
  const theirs = (await colleague.post('/api/system/views', URGENT).expect(201)).body
  await colleague.delete(`/api/system/views/${theirs.id}`).expect(204)
  for (const { id } of [body, other, answers]) await agent.delete(`/api/system/views/${id}`).expect(204)
})

test('it is shared with no role that one does not hold, and of no screen that one may not open', async () => {
  const refused = await agent.post('/api/system/views', { ...URGENT, role: 'Manager' }).expect(422)
  expect(refused.body.errors).toMatchObject([{ field: 'role', code: 'unknown_role' }])
  const unknown = await agent.post('/api/system/views', { ...URGENT, role: 'Nobody' }).expect(422)
  expect(unknown.body.errors).toMatchObject([{ field: 'role', code: 'unknown_role' }])
  for (const screen of ['board', 'no-such-screen'])
    expect((await customer.post('/api/system/views', { ...URGENT, screen }).expect(422)).body.errors).toMatchObject([
      { field: 'screen' },
    ])
})

test('what it holds is bounded, and read as it is', async () => {
  for (const body of [
    { ...URGENT, name: ' ' },
    { ...URGENT, name: 'x'.repeat(61) },
    { ...URGENT, query: 'x'.repeat(2_001) },
  ])
    await agent.post('/api/system/views', body).expect(422)
  for (const body of [
    { name: 'x', query: '' },
    { ...URGENT, where: 'true' },
    { ...URGENT, query: 1 },
  ])
    await agent.post('/api/system/views', body).expect(400)
  const many = await app.as('Agent', 'Many')
  for (let index = 0; index < MOST_OWN_VIEWS; index++)
    await many.post('/api/system/views', { ...URGENT, name: `View ${index}` }).expect(201)
  await many.post('/api/system/views', URGENT).expect(409)
})
