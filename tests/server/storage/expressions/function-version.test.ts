// The functions on PostgreSQL have a number that rises with each change, so that a process of the release before leaves them.
import { expect, test } from 'vitest'
import { FUNCTIONS, hashFunctions } from '../../../../server/storage/postgres/functions/install-functions.ts'

test('the functions are those of their number: who changes them raises FUNCTIONS, and writes their hash there', () => {
  expect(FUNCTIONS.hash).toBe(hashFunctions())
})
