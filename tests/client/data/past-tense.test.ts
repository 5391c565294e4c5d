import { expect, test } from 'vitest'
import { describeTransition } from '../../../client/data/past-tense.ts'

test.each([
  ['Resolve', 'resolved this'],
  ['Take', 'took this'],
  ['Retake', 'retook this'],
  ['Assign', 'assigned this'],
  ['Deny', 'denied this'],
  ['Submit', 'submitted this'],
  ['Reopen', 'reopened this'],
  ['Mark as done', 'did “Mark as done”'],
])('%s was done: %s', (name, said) => {
  expect(describeTransition(name, 'en')).toBe(said)
})

test('other languages than English are not bent', () => {
  expect(describeTransition('Schließen', 'de')).toBe('did “Schließen”')
})
