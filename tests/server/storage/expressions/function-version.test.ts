// The functions on PostgreSQL have a number that rises with each change, so that a process of the release before leaves them.
import { expect, test } from 'vitest'
import { hashFunctions } from '../../../../server/storage/postgres/functions/install-functions.ts'

test('the functions are those of their number: who changes them raises FUNCTIONS, and writes both here', () => {
  expect(hashFunctions()).toEqual({
    number: 2,
    hash: 'e0186dde48e80d2e6028975276238ace02f36b357bb9f6e541353d1c9cfcb059',
  })
})
