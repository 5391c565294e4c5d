// How many checks of a line failed is said of one check as of one.
import { expect, test } from 'vitest'
import { sayChecks } from '../../../../client/studio/verify/say-checks.ts'

test.each([
  [1, 0, 'One check passed.'],
  [2, 0, '2 checks passed.'],
  [0, 1, 'One check failed.'],
  [0, 2, '2 checks failed.'],
  [2, 1, '1 of 3 checks failed.'],
])('of a line with %i checks that passed and %i that failed it is said', (passed, failed, said) => {
  expect(sayChecks(passed, failed)).toBe(said)
})
