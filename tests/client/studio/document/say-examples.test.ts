// How many examples hold is said of one example as of one.
import { expect, test } from 'vitest'
import { sayExamples } from '../../../../client/studio/document/say-examples.ts'

test.each([
  [1, 0, 'The example holds.'],
  [1, 1, 'The example does not hold'],
  [3, 0, 'All 3 examples hold.'],
  [3, 1, 'One of 3 examples does not hold'],
  [3, 3, '3 of 3 examples do not hold'],
])('of %i examples of which %i do not hold it is said', (count, failed, said) => {
  expect(sayExamples(count, failed)).toBe(said)
})
