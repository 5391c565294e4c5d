// The column of a number is as wide as its pattern.
import { expect, test } from 'vitest'
import { columnWidth } from '../../../client/screens/table/columns/column-layout.ts'
import { readShippedFile } from '../../documents/shipped.ts'
import { compileDocument } from '../../helpers/compile-document.ts'

test.each([
  ['ExpenseClaim', 141],
  ['PaymentBatch', 123],
])('the numbers of %s are shown whole', (entity, width) => {
  const field = compileDocument(readShippedFile('expense-claims.md')).entities.get(entity)?.fields.get('number')
  if (!field) throw new Error(`${entity} has numbers`)
  expect(columnWidth({ path: ['number'], label: 'Number', field })).toBe(width)
})
