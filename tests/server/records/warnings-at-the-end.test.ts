// A warning is asked when all else of the command has passed: lines, steps, rules of other records, what is taken.
// @module-tag reference/warnings-that-a-person-may-confirm
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const CLAIMS = documentOf({
  3: `### Claim

| field | type | required | limits | value |
|---|---|---|---|---|
| number | text | | unique | |
| kind | one of taxi, hotel | yes | | |
| total | computed money | | | \`entries.sum(e, e.amount)\` |
| note | text | | | |

### Entry

| field | type | required |
|---|---|---|
| claim | Claim (as entries), part of it | yes |
| amount | money | yes |
| note | text | |

### Budget

| field | type |
|---|---|
| left | money |`,
  4: `### Claim.status

- starts: open
- ends: paid

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| hand in | open | open | everyone | remark: text | note = input.remark; create Budget { left: 10 - total } |
| pay | open | paid | everyone | | for each b in Budget: try update b { left: b.left - 50 } otherwise update b { left: 0 } |`,
  5: `| rule | entity | must hold | otherwise | on | else |
|---|---|---|---|---|---|
| Cheap taxi | Entry | \`claim.kind != "taxi" or amount <= 30.00\` | Too dear for a taxi. | amount | |
| Dear | Claim | \`total < 90.00\` | {total} is much. | | warn |
| Odd | Claim | \`kind != "taxi"\` | A taxi is odd. | kind | warn |
| Silent | Entry | \`note != "?"\` | What is it? | note | warn |
| Spoken | Claim | \`note != "?"\` | What is it? | note | warn |
| Left | Budget | \`left >= -100.00\` | Nothing is left. | | |
| Low | Budget | \`left >= 0.00\` | Little is left. | | warn |
| Large | POST /api/hand-in | \`input.amount < 50\` | That is large. | | warn |`,
  6: `| role | entity | may |
|---|---|---|
| everyone | Claim, Entry, Budget | everything |`,
  7: `| call | who | does |
|---|---|---|
| POST /api/hand-in | everyone | hands in at once |

### POST /api/hand-in

| takes | in | type |
|---|---|---|
| amount | body | integer |
| remark | body | text |

1. create Claim { kind: "taxi", note: input.remark, entries: [{ amount: input.amount }] }
2. answer 201`,
})

let app: TestApp
let clerk: Caller
beforeAll(async () => {
  app = await startApp(CLAIMS)
  clerk = await app.as('Administrator')
})
afterAll(() => app.close())

const create = async (body: object, confirm = ''): Promise<string> => {
  const made = await clerk.post('/api/claims', body).set('Confirm', confirm)
  expect([made.status, made.body.detail]).toEqual([201, undefined])
  return made.body.id
}

describe('nobody is asked to confirm', () => {
  test('what a rule of a line refuses, at the creation of the head and when the head changes', async () => {
    const both = await clerk.post('/api/claims', { kind: 'taxi', entries: [{ amount: '95.00' }] })
    expect([both.status, both.body.detail, both.body.confirm]).toEqual([422, 'Too dear for a taxi.', undefined])
    expect(both.body.errors).toMatchObject([{ field: 'entries[0].amount' }])
    const id = await create({ kind: 'hotel', entries: [{ amount: '40.00' }] })
    const changed = await clerk.patch(`/api/claims/${id}`, { kind: 'taxi' })
    expect([changed.body.detail, changed.body.confirm]).toEqual(['Too dear for a taxi.', undefined])
  })

  test('what is taken already', async () => {
    await create({ kind: 'hotel', number: 'A' })
    const taken = await clerk.post('/api/claims', { kind: 'taxi', number: 'A' })
    expect([taken.status, taken.body.confirm]).toEqual([409, undefined])
  })

  test('a step whose effects are refused', async () => {
    const id = await create({ kind: 'hotel', entries: [{ amount: '120.00' }] }, 'dear')
    const refused = await clerk.post(`/api/claims/${id}/hand-in`, { remark: '?' })
    expect([refused.status, refused.body.detail, refused.body.confirm]).toEqual([422, 'Nothing is left.', undefined])
  })

  test('a call whose steps are refused', async () => {
    const { body } = await clerk.post('/api/hand-in', { amount: 60 })
    expect([body.detail, body.confirm]).toEqual(['Too dear for a taxi.', undefined])
  })
})

describe('what only warns is asked at once', () => {
  test('of a head and all its lines, each at its place', async () => {
    const entries = [{ amount: '20.00', note: '?' }, { amount: '20.00' }, { amount: '60.00', note: '?' }]
    const { body } = await clerk.post('/api/claims', { kind: 'hotel', note: '?', entries })
    expect(body.confirm.split(', ').toSorted()).toEqual(['dear', 'silent', 'spoken'])
    expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'entries[0].note',
      'entries[2].note',
      'note',
    ])
    expect(body.warnings.map(({ message }: { message: string }) => message).toSorted()).toEqual([
      'What is it?',
      'What is it?',
      'What is it?',
      '€100.00 is much.',
    ])
    await create({ kind: 'hotel', note: '?', entries }, body.confirm)
  })

  test('of a step and its effects, by the input that is meant', async () => {
    const id = await create({ kind: 'hotel', entries: [{ amount: '20.00' }] })
    const asked = await clerk.post(`/api/claims/${id}/hand-in`, { remark: '?' })
    expect(asked.body.confirm.split(', ').toSorted()).toEqual(['low', 'spoken'])
    expect(asked.body.errors).toMatchObject([{ field: 'remark' }])
    await clerk.post(`/api/claims/${id}/hand-in`, { remark: '?' }).set('Confirm', asked.body.confirm).expect(200)
    const [entry] = (await clerk.get(`/api/claims/${id}/history`)).body.items
    expect(entry.confirmed).toEqual(['spoken'])
  })

  test('of a call and its steps', async () => {
    const { body } = await clerk.post('/api/hand-in', { amount: 20, remark: '?' })
    expect(body.confirm.split(', ').toSorted()).toEqual(['odd', 'spoken'])
    expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(['kind', 'remark'])
  })

  test('of what is tried: a warning is no refusal, and what is done otherwise has none of it', async () => {
    const { body: budget } = await clerk.post('/api/budgets', { left: '20.00' })
    const id = await create({ kind: 'hotel' })
    const asked = await clerk.post(`/api/claims/${id}/pay`, {})
    expect([asked.status, asked.body.confirm]).toEqual([422, 'low'])
    await clerk.post(`/api/claims/${id}/pay`, {}).set('Confirm', 'low').expect(200)
    expect((await clerk.get(`/api/budgets/${budget.id}`)).body.left).toBe('-30.00')
  })
})
