// Creation that point 6 grants by one transition only ("create by register"), over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { loadInto, sampleOf } from '../../../apps/people-sample.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Club

| field | type | required |
|---|---|---|
| name | text | yes |
| open | yes/no | |

### Member

| field | type | required |
|---|---|---|
| name | text | yes |
| club | Club | yes |
| note | text | |
| vouched by | text | |

### Card

| field | type | required |
|---|---|---|
| member | Member, deleted with it | yes |
`,
  4: `### Member.status

- starts: draft
- ends: active

| transition | from | to | who | when | asks | then |
|---|---|---|---|---|---|---|
| register | new record | active | Clerk, Guest | \`club.open\` | voucher: text required | \`vouched_by = input.voucher\`; create Card { member: this } |
| activate | draft | active | Clerk | | | |

### Club

| transition | when | then |
|---|---|---|
| created | \`open\` | create Member { name: "The founder", club: this } |
`,
  5: 'none.',
  6: `| role | is |
|---|---|
| Clerk | writes down |
| Guest | looks |
| Chief | decides |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Member | create by register | \`name != "Nobody"\` | name, club |
| Clerk | Member | read, import, export | | |
| Chief | Member, Club, Card | everything | | |
| Clerk, Guest | Club, Card | read | | |
| Guest | Member | read | | |
`,
  7: 'none.',
  8: 'none.',
  9: 'none.',
})

let app: TestApp
let clerk: Caller
let guest: Caller
let chief: Caller
let club: string

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
  guest = await app.as('Guest')
  chief = await app.as('Chief')
  club = (await chief.post('/api/clubs', { name: 'Chess', open: true })).body.id
})
afterAll(() => app.stop())

async function named(name: string): Promise<readonly object[]> {
  return (await chief.get(`/api/members?filter=${encodeURIComponent(`name == "${name}"`)}`)).body.items
}

const GRANT = '| Clerk | Member | create by register | `name != "Nobody"` | name, club |'

describe('who may create by a step only', { tags: 'reference/transitions-that-create' }, () => {
  test('creates by it, with what it asks and does', async () => {
    const { status, body } = await clerk.post('/api/members/register', { name: 'Ann', club, voucher: 'Bob' })
    expect([status, body]).toMatchObject([201, { name: 'Ann', status: 'active', vouched_by: 'Bob' }])
    expect((await clerk.get('/api/cards')).body.items).toMatchObject([{ member: body.id }])
  })

  test('is refused the plain way, by the line and with the step that there is', async () => {
    const { status, body } = await clerk.post('/api/members', { name: 'Ann', club })
    expect([status, body]).toMatchObject([
      403,
      { code: 'not_allowed', remedy: 'You can create one by “Register”.', source: { point: 6, text: GRANT } },
    ])
  })

  test('is held to the condition and the fields of the grant, and to the rules of the step', async () => {
    const nobody = await clerk.post('/api/members/register', { name: 'Nobody', club, voucher: 'Bob' })
    expect([nobody.status, nobody.body.source]).toMatchObject([403, { text: GRANT }])
    const noted = await clerk.post('/api/members/register', { name: 'Ann', club, voucher: 'Bob', note: 'x' })
    expect([noted.status, noted.body.errors]).toMatchObject([422, [{ field: 'note', code: 'not_allowed' }]])
    const unasked = await clerk.post('/api/members/register', { name: 'Ann', club })
    expect([unasked.status, unasked.body.errors]).toMatchObject([422, [{ field: 'voucher', code: 'required' }]])
    const closed = await chief.post('/api/clubs', { name: 'Go', open: false })
    const late = await clerk.post('/api/members/register', { name: 'Ann', club: closed.body.id, voucher: 'Bob' })
    expect(late.status).toBe(409)
    expect(await named('Ann')).toHaveLength(1)
  })

  test('is described in no other way, in the API and to agents', async () => {
    const { paths, components } = (await clerk.get('/api/openapi.json')).body
    expect(Object.keys(paths['/api/members'])).toEqual(['get'])
    expect(Object.keys(paths['/api/members/register'])).toEqual(['post'])
    expect(paths).not.toHaveProperty('/api/members/import')
    const { schemas } = components
    expect(schemas).not.toHaveProperty('Member_create')
    expect(schemas.Member_start_register).toMatchObject({ required: ['name', 'club', 'voucher'] })
    expect(Object.keys(schemas.Member_start_register.properties)).toEqual(['name', 'club', 'voucher'])
    const listed = await clerk.post('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
    const names = listed.body.result.tools.map((tool: { readonly name: string }) => tool.name)
    expect(names.filter((name: string) => /^(?:create|start|import)/.test(name))).toEqual(['start_register_Member'])
  })

  test('imports none: a row has not what the step asks', async () => {
    const { status, body } = await clerk
      .post('/api/members/import?mode=run')
      .type('text/csv')
      .send('name,club\nAnn,Chess\n')
    expect([status, body]).toMatchObject([
      403,
      { remedy: 'You can create one by “Register”.', source: { text: GRANT } },
    ])
  })

  test('does so in a batch, all or none', async () => {
    const create = (values: object) => ({ method: 'POST', path: '/api/members/register', body: values })
    const calls = [
      create({ name: 'First', club, voucher: 'Bob' }),
      { method: 'POST', path: '/api/members', body: { name: 'Second', club } },
    ]
    const { status, body } = await clerk.post('/api/batch', { calls })
    expect([status, body.call]).toEqual([403, 1])
    expect(await named('First')).toEqual([])
    await clerk.post('/api/batch', { calls: calls.slice(0, 1) })
    expect(await named('First')).toHaveLength(1)
  })
})

test('sample data creates by the step that it names', async () => {
  const sample = (by?: string) =>
    sampleOf(
      JSON.stringify({
        password: 'a-password-for-all',
        people: [{ at: '-P2D', name: 'Carl', email: 'carl@example.com', roles: ['Clerk'] }],
        actions: [
          { at: '-P2D', as: null, create: 'Club', name: 'club', with: { name: 'Bridge', open: true } },
          {
            ...{ at: '-P1D', as: 'carl@example.com', create: 'Member', ...(by ? { by } : {}) },
            with: { name: 'Sam', club: { ref: 'club' }, ...(by ? { voucher: 'Bob' } : {}) },
          },
        ],
      }),
    )
  const fresh = await startApp(DOCUMENT)
  const { storage, current, newId } = fresh.dependencies
  const world = { storage, current, newId, hash: async () => 'hash', now: fresh.clock.now }
  await expect(loadInto(world, sample())).rejects.toThrow('actions[1]: You may not do this.')
  await expect(loadInto(world, sample('activate'))).rejects.toThrow('no transition activate from "new record"')
  await loadInto(world, sample('register'))
  const reader = await fresh.as('Chief')
  const members = (await reader.get('/api/members')).body.items
  expect(members).toMatchObject([{ name: 'Sam', status: 'active' }, { name: 'The founder' }])
  await fresh.stop()
})

test('a step that nothing grants creation by creates nothing, though one may do it', async () => {
  const { status, body } = await guest.post('/api/members/register', { name: 'Ann', club, voucher: 'Bob' })
  expect([status, body]).toMatchObject([403, { code: 'not_allowed', remedy: 'Clerk or Chief can do this.' }])
})

test('who may create plainly may do so, and effects of the document need no step', async () => {
  const plain = await chief.post('/api/members', { name: 'Cleo', club })
  expect([plain.status, plain.body]).toMatchObject([201, { status: 'draft', vouched_by: null }])
  const founders = await named('The founder')
  expect(founders).toMatchObject([{ status: 'draft', club }])
})
