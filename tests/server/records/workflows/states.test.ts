// What states do beside transitions: four eyes, fields bound to states, and rules bound to transitions, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const EXPENSES = documentOf({
  3: `
### Expense

- unique: title, team

| field | type | required | value |
|---|---|---|---|
| title | text | yes | |
| team | text | no | |
| amount | integer | yes | |
| double | computed integer | | \`amount * 2\` |
| owner | Person | no |
| verdict | text | no |
| comment | text | no |
| paid with | text | no |
| secret | text | no |
`,
  4: `
### Expense.state

- starts: draft
- ends: paid

| transition | from | to | who | asks |
|---|---|---|---|---|
| submit | draft, submitted | submitted | Clerk, Approver | |
| approve | submitted | approved | Approver and not the one who did submit | |
| send back | submitted, approved | draft | Approver | why: text |
| pay | approved | paid | Clerk | |
| note | any | stay | not the one who did submit | |
| settle | approved | stay | Clerk and \`amount < 100\`, Approver and \`amount < 1000\` and not the one who did submit | |
| hurry | draft | stay | Clerk | |

| field | draft | submitted | approved | paid | role | if |
|---|---|---|---|---|---|---|
| verdict | hidden | | required | | | |
| amount | | read only | read only | read only | | |
| comment | | read only | | | Clerk | |
| paid with | | | | required | | \`amount > 100\` |
| secret | | hidden | | | Clerk | \`amount > 100\` |
| team | | | required | | Approver | |

#### hurry

1. amount = 70
2. comment = "in a hurry: " + text(double)
3. do submit
`,
  5: `
| rule | entity | must hold | otherwise | on | else | checked |
|---|---|---|---|---|---|---|
| Not for nothing | Expense.submit | \`amount > 0\` | NOTHING | amount | | |
| Much | Expense.submit | \`amount < 1000\` | MUCH | amount | warn | |
| Said why | Expense.send back | \`input.why.size() > 5\` | "Say a little more." | why | | |
| Round | Expense | \`amount % 10 == 0\` | ODD | amount | warn | when created |
| Titles | Expense | \`title != "x"\` | "That is no title." | title | | when title changes |
`,
  6: `
| role | is |
|---|---|
| Clerk | spends |
| Approver | approves |

| role | entity | may |
|---|---|---|
| Clerk, Approver | Expense | read, create, update, see history |
| Clerk, Approver | Person | read |
`,
  8: `
| code | status | message | meaning |
|---|---|---|---|
| NOTHING | 422 | It must be something. | |
| MUCH | 409 | {amount} is much. | |
| ODD | 422 | {amount} is odd. | |
`,
})

let app: TestApp
let clerk: Caller
let approver: Caller
let second: Caller
let count = 0

beforeAll(async () => {
  app = await startApp(EXPENSES)
  clerk = await app.as('Clerk')
  approver = await app.as('Approver')
  second = await app.as('Approver', 'Second')
})
afterAll(() => app.stop())

async function expense(more: object = {}, by = clerk): Promise<string> {
  const { body, status } = await by.post('/api/expenses', { title: `Expense ${(count += 1)}`, amount: 50, ...more })
  expect([status, body]).toMatchObject([201, {}])
  return `/api/expenses/${body.id}`
}

describe('four eyes', () => {
  test(
    'the person who submitted it does not approve it; another approver does',
    { tags: 'reference/who' },
    async () => {
      const path = await expense({ team: 'A' }, approver)
      await approver.post(`${path}/submit`)
      const { body, status } = await approver.post(`${path}/approve`, { verdict: 'fine' })
      expect([status, body.code]).toEqual([403, 'not_allowed'])
      expect(body.source).toMatchObject({ point: 4 })
      expect((await second.post(`${path}/approve`, { verdict: 'fine' })).body.state).toBe('approved')
    },
  )

  test('the latest actor counts, and what may be done says so beforehand', async () => {
    const path = await expense({ team: 'A' }, approver)
    await approver.post(`${path}/submit`)
    await second.post(`${path}/submit`)
    const mayApprove = async (who: Caller) => (await who.get(`${path}?may=yes`)).body._may.transitions.approve.allowed
    expect([await mayApprove(approver), await mayApprove(second)]).toEqual([true, false])
    expect((await second.post(`${path}/approve`, { verdict: 'fine' })).status).toBe(403)
    expect((await approver.post(`${path}/approve`, { verdict: 'fine' })).status).toBe(200)
  })

  test('who did it is disclosed to nobody by this', async () => {
    const path = await expense({}, approver)
    await approver.post(`${path}/submit`)
    const { body } = await second.get(path)
    expect(Object.keys(body)).not.toContain('submit_done_by')
    const { body: history } = await second.get(`${path}/history`)
    expect(JSON.stringify(history)).not.toContain('submit_done_by')
    const refused = await second.get('/api/expenses?filter=submit_done_by%20%3D%3D%20me')
    expect([refused.status, refused.body.code]).toEqual([400, 'unknown_field'])
    expect((await clerk.patch(path, { submit_done_by: clerk.id })).status).toBe(422)
  })

  test('without a role everyone else may, and nobody who is not signed in', { tags: 'reference/who' }, async () => {
    const path = await expense({}, approver)
    await approver.post(`${path}/submit`)
    expect((await approver.post(`${path}/note`)).status).toBe(403)
    expect((await app.anyone.post(`${path}/note`)).status).toBe(401)
    expect((await clerk.post(`${path}/note`)).status).toBe(200)
  })

  test('joins a role, a condition and the other person', { tags: 'reference/who' }, async () => {
    const path = await expense({ amount: 500, team: 'B' }, approver)
    await approver.post(`${path}/submit`)
    await second.post(`${path}/approve`, { verdict: 'fine' })
    const statuses = await Promise.all(
      [clerk, approver, second].map(async (who) => (await who.post(`${path}/settle`)).status),
    )
    expect(statuses).toEqual([403, 403, 200])
  })

  test('somebody without the role may not, whatever its last actor', async () => {
    const path = await expense()
    await clerk.post(`${path}/submit`)
    expect((await clerk.post(`${path}/approve`, { verdict: 'fine' })).status).toBe(403)
  })
})

test('a transition does another one on its own record, and each effect sees what those before change', async () => {
  const path = await expense()
  expect((await clerk.post(`${path}/hurry`)).body).toMatchObject({ state: 'submitted', comment: 'in a hurry: 140' })
})

describe('a field bound to a state', () => {
  test(
    'is hidden there: absent when read, not written, and empty for filters',
    { tags: 'reference/fields-in-states' },
    async () => {
      const path = await expense({ team: 'A' }, approver)
      expect(Object.keys((await approver.get(path)).body)).not.toContain('verdict')
      expect(
        (await approver.post('/api/expenses', { title: 'V', amount: 50, verdict: 'x' })).body.errors,
      ).toMatchObject([{ field: 'verdict', code: 'not_allowed' }])
      expect((await approver.patch(path, { verdict: 'x' })).body.errors).toMatchObject([{ field: 'verdict' }])
      await approver.post(`${path}/submit`)
      expect((await approver.patch(path, { verdict: 'good' })).body.verdict).toBe('good')
      const found = async () => {
        const { body } = await approver.get(`/api/expenses?filter=${encodeURIComponent('verdict == "good"')}`)
        return body.items.length as number
      }
      expect(await found()).toBe(1)
      await second.post(`${path}/send-back`)
      expect(Object.keys((await approver.get(path)).body)).not.toContain('verdict')
      expect(await found()).toBe(0)
    },
  )

  test(
    'is read only there: refused at the field, with the cell’s line, and known beforehand',
    { tags: 'reference/fields-in-states' },
    async () => {
      const path = await expense()
      expect((await clerk.patch(path, { amount: 60 })).status).toBe(200)
      await clerk.post(`${path}/submit`)
      const { body, status } = await clerk.patch(path, { amount: 70 })
      expect([status, body.errors]).toMatchObject([422, [{ field: 'amount', code: 'not_allowed' }]])
      expect(body.errors[0].message).toBe('Amount can’t be changed in this state.')
      expect(body.errors[0].source.point).toBe(4)
      const { body: seen } = await clerk.get(`${path}?may=yes`)
      expect(seen._may.update.amount).toMatchObject({ status: 422 })
      expect(seen._may.update.title).toBe(true)
    },
  )

  test('is read only for only one role', { tags: 'reference/fields-in-states' }, async () => {
    const path = await expense()
    await clerk.post(`${path}/submit`)
    expect((await clerk.patch(path, { comment: 'x' })).status).toBe(422)
    expect((await approver.patch(path, { comment: 'x' })).body.comment).toBe('x')
  })

  test(
    'is hidden from one role, and only where the row’s condition holds',
    { tags: 'reference/fields-in-states' },
    async () => {
      const small = await expense({ secret: 's' })
      const large = await expense({ secret: 's', amount: 500 })
      for (const path of [small, large]) await clerk.post(`${path}/submit`)
      expect((await clerk.get(small)).body.secret).toBe('s')
      expect(Object.keys((await clerk.get(large)).body)).not.toContain('secret')
      expect((await approver.get(large)).body.secret).toBe('s')
    },
  )

  test(
    'is required there: asked for on the way in, and not to be emptied afterwards',
    { tags: 'reference/fields-in-states' },
    async () => {
      const path = await expense({ team: 'A' })
      await clerk.post(`${path}/submit`)
      expect((await approver.post(`${path}/approve`)).body.errors).toMatchObject([
        { field: 'verdict', code: 'required' },
      ])
      expect((await approver.post(`${path}/approve`, { verdict: 'fine' })).body.verdict).toBe('fine')
      expect((await approver.patch(path, { verdict: null })).body.errors).toMatchObject([{ field: 'verdict' }])
    },
  )

  test('is required of one role, or under a condition', async () => {
    const path = await expense({ amount: 200 })
    await clerk.post(`${path}/submit`)
    expect((await approver.post(`${path}/approve`, { verdict: 'fine' })).body.errors).toMatchObject([{ field: 'team' }])
    expect((await approver.post(`${path}/approve`, { verdict: 'fine', team: 'A' })).body.team).toBe('A')
    expect((await clerk.post(`${path}/pay`)).body.errors).toMatchObject([{ field: 'paid_with', code: 'required' }])
    expect((await clerk.post(`${path}/pay`, { paid_with: 'cash' })).body.state).toBe('paid')
    const cheap = await expense({ amount: 20, team: 'B' })
    await clerk.post(`${cheap}/submit`)
    await approver.post(`${cheap}/approve`, { verdict: 'fine' })
    expect((await clerk.post(`${cheap}/pay`)).body.state).toBe('paid')
  })
})

describe('a rule', () => {
  test('bound to a transition is evaluated only at it', async () => {
    const path = await expense({ amount: 0 })
    const { body, status } = await clerk.post(`${path}/submit`)
    expect([status, body.code, body.errors]).toMatchObject([422, 'NOTHING', [{ field: 'amount' }]])
    expect((await clerk.patch(path, { title: `Other ${count}` })).status).toBe(200)
  })

  test('bound to a transition reads what that was given', { tags: 'reference/point-5-validation-rules' }, async () => {
    const path = await expense()
    await clerk.post(`${path}/submit`)
    const short = await approver.post(`${path}/send-back`, { why: 'no' })
    expect([short.status, short.body.detail]).toEqual([422, 'Say a little more.'])
    expect((await approver.post(`${path}/send-back`, { why: 'much too dear' })).body.state).toBe('draft')
  })

  test('that warns a transition lets it pass once its code is confirmed, and the history keeps that', async () => {
    const path = await expense({ amount: 2000 })
    const { body, status } = await clerk.post(`${path}/submit`)
    expect([status, body.code, body.detail]).toEqual([409, 'MUCH', '2000 is much.'])
    expect((await clerk.post(`${path}/submit`).set('Confirm', 'ODD')).status).toBe(409)
    expect((await clerk.post(`${path}/submit`).set('Confirm', 'ODD, MUCH')).body.state).toBe('submitted')
    expect((await clerk.get(`${path}/history`)).body.items[0]).toMatchObject({
      transition: 'submit',
      confirmed: ['MUCH'],
    })
  })

  test('checked when created is evaluated only then', { tags: 'reference/point-5-validation-rules' }, async () => {
    expect((await clerk.post('/api/expenses', { title: 'Odd', amount: 7 })).body.code).toBe('ODD')
    const path = await expense()
    expect((await clerk.patch(path, { amount: 7 })).status).toBe(200)
  })

  test(
    'checked when a field changes is evaluated only at that change',
    { tags: 'reference/point-5-validation-rules' },
    async () => {
      const path = await expense()
      expect((await clerk.patch(path, { title: 'x' })).body.detail).toBe('That is no title.')
      expect((await clerk.patch(path, { amount: 10 })).status).toBe(200)
    },
  )
})

test('fields are unique together: one of each pair', async () => {
  const pair = { title: 'Twin', team: 'A', amount: 10 }
  expect((await clerk.post('/api/expenses', pair)).status).toBe(201)
  const { body, status } = await clerk.post('/api/expenses', pair)
  expect([status, body.code]).toEqual([409, 'conflict'])
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['title', 'team'])
  expect(body.errors[0].source.text).toMatch(/unique: title, team/)
  expect((await clerk.post('/api/expenses', { ...pair, team: 'B' })).status).toBe(201)
})
