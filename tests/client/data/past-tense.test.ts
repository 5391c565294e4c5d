import { expect, test } from 'vitest'
import { pastTense, sayOwnTransition } from '../../../client/data/past-tense.ts'

test.each([
  ['Resolve', 'resolved'],
  ['Take', 'took'],
  ['Retake', 'retook'],
  ['Assign', 'assigned'],
  ['Deny', 'denied'],
  ['Submit', 'submitted'],
  ['Reopen', 'reopened'],
  ['Mark as done', undefined],
])('%s was done: %s', (name, said) => {
  expect(pastTense(name, 'en-GB')).toBe(said)
})

test('other languages than English are not bent', () => {
  expect(pastTense('Schließen', 'de')).toBeUndefined()
  expect(sayOwnTransition('Schließen', 'de')).toBe('You did “Schließen”.')
  expect(sayOwnTransition('Close', 'en')).toBe('You closed this.')
})
