import { expect, test } from 'vitest'
import { pastTense, sayOwnTransition } from '../../../client/data/past-tense.ts'

test.each([
  ['Resolve', 'resolved this'],
  ['Take', 'took this'],
  ['Retake', 'retook this'],
  ['Assign', 'assigned this'],
  ['Deny', 'denied this'],
  ['Submit', 'submitted this'],
  ['Reopen', 'reopened this'],
  ['Send back', 'sent this back'],
  ['Pass on', 'passed this on'],
  ['Mark as done', undefined],
  ['Go live', undefined],
])('%s was done: %s', (name, said) => {
  expect(pastTense(name, 'en-GB')).toBe(said)
})

test('other languages than English are not bent', () => {
  expect(pastTense('Schließen', 'de')).toBeUndefined()
  expect(sayOwnTransition('Schließen', 'de')).toBe('You did “Schließen”.')
  expect(sayOwnTransition('Close', 'en')).toBe('You closed this.')
})
