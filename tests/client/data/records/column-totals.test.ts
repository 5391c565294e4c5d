import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSumOfNothing, totalOf } from '../../../../client/data/records/column-totals.ts'
import { compileDocument } from '../../../helpers/compile-document.ts'

function totalsIn(document: string, entity: string): { readonly [field: string]: string } {
  const model = compileDocument(readFileSync(`shared/documents/${document}.md`, 'utf8'))
  const found = model.entities.get(entity)
  if (!found) throw new Error(`There is no ${entity}.`)
  const totals = [...found.fields.values()].map(
    (field) => [field.name.identifier, totalOf(model, found, field)] as const,
  )
  return Object.fromEntries(totals.flatMap(([name, total]) => (total === undefined ? [] : [[name, total]])))
}

test('a year is a number that nothing adds up', { tags: 'reference/settings-of-screens' }, () => {
  expect(totalsIn('leave-requests', 'Allowance')).not.toHaveProperty('year')
})

test(
  'numbers that a tile adds up, or makes an average of, have that below their column',
  { tags: 'reference/settings-of-screens' },
  () => {
    expect(totalsIn('leave-requests', 'LeaveRequest')).toEqual({ days: 'sum' })
    expect(totalsIn('helpdesk', 'Ticket')).toEqual({ hours_to_resolve: 'average' })
  },
)

test('money adds up', () => {
  expect(totalsIn('purchase-approval', 'PurchaseRequest')).toMatchObject({ total: 'sum' })
  expect(totalsIn('expense-claims', 'ClaimLine')).toMatchObject({ in_euro: 'sum' })
})

test('times that are worked out have an average', () => {
  expect(totalsIn('incident-management', 'Incident')).toEqual({ time_to_solve: 'average' })
})

test('a sum of values that the reader may not know is not said to be 0', () => {
  const budgets = (...values: unknown[]) =>
    values.map((budget, at) => ({ id: String(at), _version: 1, ...(budget === undefined ? {} : { budget }) }))
  expect(isSumOfNothing('0.00', 'budget', budgets(undefined, null))).toBe(true)
  expect(isSumOfNothing('0.00', 'budget', budgets(null, '0.00'))).toBe(false)
  expect(isSumOfNothing('60000.00', 'budget', budgets(undefined))).toBe(false)
})
