// What a field is in a state: required when a record comes there, and read only from then on.
// @module-tag reference/fields-in-states
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { compile } from '#shared/compile.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const GRANTS_OF_LINES = `| role | is |
|---|---|
| Clerk | writes |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Request | create, read, update | | title, why, cost, status, tags, helpers, notes, parts |
| Clerk | Part | create, read, update, delete | | all |`

const REQUESTS = documentOf({
  3: `### Request

| field | type |
|---|---|
| title | text |
| why | text |
| cost | integer |
| tags | list of text |
| helpers | several Person (as helped requests) |
| notes | list of text |

### Part

| field | type | required |
|---|---|---|
| request | Request (as parts), part of it | yes |
| what | text | yes |`,
  4: `### Request.status

- starts: draft
- ends: sent, shelved

| transition | from | to | who |
|---|---|---|---|
| send | draft | sent | everyone |
| shelve | draft | shelved | everyone |

| field | draft | sent | shelved | if |
|---|---|---|---|---|
| why | | required, read only | | |
| cost | | required | | |
| cost | | read only | | |
| tags, helpers | | | required | |
| notes | | | required | \`cost > 10\` |`,
  6: GRANTS_OF_LINES,
})

let app: TestApp
let clerk: Caller
beforeAll(async () => {
  app = await startApp(REQUESTS)
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

test('a field is asked for by the step that leads there, and closed behind it', async () => {
  const { body: made } = await clerk.post('/api/requests', { title: 'A', parts: [{ what: 'Bolt' }] }).expect(201)
  const path = `/api/requests/${made.id}`
  const missing = await clerk.post(`${path}/send`, {})
  expect([missing.status, missing.body.errors]).toMatchObject([422, [{ field: 'why' }, { field: 'cost' }]])
  await clerk.post(`${path}/send`, { why: 'It broke', cost: 3 }).expect(200)
  const { body } = await clerk.get(path)
  expect(body).toMatchObject({ status: 'sent', why: 'It broke', cost: 3 })
  for (const change of [{ why: 'Other' }, { cost: 4 }]) {
    const refused = await clerk.patch(path, change)
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ field: Object.keys(change)[0], code: 'not_allowed' }],
    ])
  }
})

test('lines that a row of their own grants may stand among the fields of their head', async () => {
  const { body } = await clerk.post('/api/requests', { title: 'B', parts: [{ what: 'Nut' }] }).expect(201)
  expect((await clerk.get(`/api/requests/${body.id}?expand=parts`)).body.parts).toMatchObject([{ what: 'Nut' }])
})

test('a field of several values that is filled is neither asked for nor emptied', async () => {
  const filled = { title: 'C', tags: ['a'], helpers: [clerk.id], notes: ['n'] }
  const { body: made } = await clerk.post('/api/requests', filled).expect(201)
  await clerk.post(`/api/requests/${made.id}/shelve`, {}).expect(200)
  const { title: _, ...kept } = filled
  expect((await clerk.get(`/api/requests/${made.id}`)).body).toMatchObject({ ...kept, status: 'shelved' })
  const { body: other } = await clerk.post('/api/requests', { title: 'D', tags: ['b'], cost: 11 }).expect(201)
  const missing = await clerk.post(`/api/requests/${other.id}/shelve`, {})
  expect([missing.status, missing.body.errors]).toMatchObject([422, [{ field: 'helpers' }, { field: 'notes' }]])
  await clerk.post(`/api/requests/${other.id}/shelve`, { helpers: [clerk.id], notes: ['m'], tags: ['c'] }).expect(200)
  expect((await clerk.get(`/api/requests/${other.id}`)).body).toMatchObject({ tags: ['c'], notes: ['m'] })
})

const PRICED = documentOf({
  3: `### Thing

| field | type | limits |
|---|---|---|
| name | text | |
| price | money | |
| code | text | write once |
| seal | text | |`,
  4: `### Thing.status

- starts: draft
- ends: done

| transition | from | to | who |
|---|---|---|---|
| finish | draft, sent | done | everyone |
| send | draft | sent | everyone |

| field | draft | sent | done |
|---|---|---|---|
| price, code | | | required, read only |
| seal | | read only | required |`,
  6: `| role | is |
|---|---|
| Member | may name things |
| Boss | sets the price |

| role | entity | may | fields |
|---|---|---|---|
| Member | Thing | create, update | name |
| Member, Boss | Thing | read | all |
| Boss | Thing | create, update | all |`,
})

test('what is filled is changed with a step only by those who may change it, and what is empty is filled by all', async () => {
  expect(compile(PRICED).diagnostics.map(({ code }) => code)).not.toContain('states/changes-written-once')
  const priced = await startApp(PRICED)
  try {
    const [boss, member] = [await priced.as('Boss'), await priced.as('Member')]
    const { body } = await boss.post('/api/things', { price: '100.00', code: 'A', seal: 'S' }).expect(201)
    const path = `/api/things/${body.id}`
    const refusal = async (who: Caller, given: object) => {
      const { status, body: refused } = await who.post(`${path}/finish`, given)
      return [status, refused.errors?.map((each: { field: string; code: string }) => `${each.field} ${each.code}`)]
    }
    expect(await refusal(member, { price: '1.00', seal: 'T' })).toEqual([
      422,
      ['price not_allowed', 'seal not_allowed'],
    ])
    expect(await refusal(boss, { code: 'B' })).toEqual([422, ['code write_once']])
    await boss.post(`${path}/send`, {}).expect(200)
    expect(await refusal(boss, { seal: 'T' })).toEqual([422, ['seal not_allowed']])
    await member.post(`${path}/finish`, { price: '100.00', code: 'A' }).expect(200)
    const { body: empty } = await member.post('/api/things', { name: 'N' }).expect(201)
    await member.post(`/api/things/${empty.id}/finish`, { price: '1.00', code: 'B', seal: 'T' }).expect(200)
    const { body: other } = await boss.post('/api/things', { price: '2.00' }).expect(201)
    await boss.post(`/api/things/${other.id}/finish`, { price: '3.00', code: 'C', seal: 'U' }).expect(200)
    expect((await boss.get(`/api/things/${other.id}`)).body).toMatchObject({ price: '3.00', status: 'done' })
  } finally {
    await priced.stop()
  }
})
