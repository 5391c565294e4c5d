// What a filter offers for a field.
import { expect, test } from 'vitest'
import { operatorsOf } from '../../../../client/data/filters/filter-operators.ts'

test('whether a field is empty is asked only where it may be', () => {
  expect(operatorsOf({ type: { kind: 'date' }, required: true })).not.toContain('empty')
  expect(operatorsOf({ type: { kind: 'date' }, required: true })).not.toContain('given')
  expect(operatorsOf({ type: { kind: 'date' }, required: false })).toContain('empty')
})
