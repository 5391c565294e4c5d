// A step asks for what the state that it leads to requires, but for what its own effects set: nothing typed is lost.
// @module-tag reference/fields-in-states
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Payment

| field | type | limits |
|---|---|---|
| bank reference | text | unique |
| paid on | date | |
| reason | text | |
`,
  4: `### Payment.status

- starts: released
- ends: paid

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| pay | released | paid | Clerk | reference: text, late reason: text | bank_reference = input.reference; paid_on = today; reason = input.late_reason |
| pay late | released | paid | Clerk | reference: text required | bank_reference = input.reference; paid_on = today if \`input.reference != "x"\`; reason = upper(reason) |
| pay at once | released | paid | Clerk | | do pay { reference: "now", late_reason: "none" } |
| settle | released | stay | Clerk | | do pay { reference: "settled", late_reason: "none" } |

| field | released | paid |
|---|---|---|
| bank reference | hidden | required |
| paid on | hidden | required |
| reason | | required |
`,
  6: `| role | is |
|---|---|
| Clerk | works |

| role | entity | may |
|---|---|---|
| Clerk | Payment | everything |
`,
})

let app: TestApp
let clerk: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

const asked = (transition: string) =>
  app.dependencies.current.running.model.entities
    .get('Payment')
    ?.transitions.get(transition)
    ?.asks.map(({ name }) => name.identifier)

async function step(transition: string, body: object) {
  const { body: payment } = await clerk.post('/api/payments', {})
  const answer = await clerk.post(`/api/payments/${payment.id}/${transition}`, body)
  const { errors = [], bank_reference, reason } = answer.body
  return {
    status: answer.status,
    wrong: errors.map((each: { field: string; code: string }) => `${each.field} ${each.code}`),
    bank_reference,
    reason,
  }
}

test('what a step sets for sure is neither asked nor taken', async () => {
  expect(asked('pay')).toEqual(['reference', 'late_reason'])
  // Set under a condition, or made of what is there, it is asked for.
  expect(asked('pay_late')).toEqual(['reference', 'paid_on', 'reason'])
  expect(asked('pay_at_once')).toEqual(['bank_reference', 'paid_on', 'reason'])
  expect(
    await step('pay', { reference: 'A1', late_reason: 'ill', bank_reference: 'ZZ', paid_on: '2026-01-01' }),
  ).toMatchObject({
    status: 422,
    wrong: ['bank_reference unknown_field', 'paid_on unknown_field'],
  })
  expect(await step('pay', { reference: 'A1', late_reason: 'ill' })).toMatchObject({
    status: 200,
    bank_reference: 'A1',
    reason: 'ill',
  })
  expect(await step('settle', {})).toMatchObject({ status: 200, bank_reference: 'settled' })
})

test('what is refused of such a field stands at the input from which it came', async () => {
  await step('pay', { reference: 'B2', late_reason: 'ill' })
  expect(await step('pay', { reference: 'B2', late_reason: 'ill' })).toMatchObject({
    status: 409,
    wrong: ['reference taken'],
  })
  expect(await step('pay', { late_reason: 'ill' })).toMatchObject({ status: 422, wrong: ['reference required'] })
  expect(await step('pay-late', { reference: 'C3', paid_on: '2026-01-01', reason: 'ill' })).toMatchObject({
    status: 200,
    reason: 'ILL',
  })
})
