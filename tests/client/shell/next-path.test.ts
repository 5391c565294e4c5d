import { expect, test } from 'vitest'
import { nextPath } from '../../../client/shell/account/next-path.ts'

test.each([
  ['/tickets?status=new', '/tickets?status=new'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/sign-in', '/'],
  [null, '/'],
])('after signing in, %s leads to %s', (next, path) => {
  expect(nextPath(next)).toBe(path)
})
