// The terminal says which examples do not hold, and speaks of one example as of one.
import { expect, test } from 'vitest'
import { printExamples } from '../../../server/document/print-examples.ts'

const held = { title: 'Lend a book', line: 10, failure: null }
const failing = {
  title: 'Lend it twice',
  line: 20,
  failure: { line: 23, step: '3. Ann does lend', problem: 'It was not refused.' },
}
const turned = ['', 'Lend it twice', '  line 23: 3. Ann does lend', '  It was not refused.']

test('an example that does not hold is said with its step', () => {
  expect(printExamples([failing])).toEqual(['The example does not hold:', ...turned])
  expect(printExamples([held, failing])).toEqual(['Examples that do not hold: 1 of 2.', ...turned])
})

test('examples that hold are counted', () => {
  expect(printExamples([held])).toEqual(['The example holds.'])
  expect(printExamples([held, held])).toEqual(['All 2 examples hold.'])
})
