import { expect, test } from 'vitest'
import { describeClient } from '../../../client/account/session-list.tsx'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
    'Chrome on Windows',
  ],
  ['curl/8.9.1', 'curl'],
  ['', 'Unknown program'],
])('"%s" is %s', (client, said) => {
  expect(describeClient({ client })).toBe(said)
})
