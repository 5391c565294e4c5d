import { expect, test } from 'vitest'
import { sayBytes } from '../../../client/words/say-bytes.ts'

test('sizes are said as people say them', () => {
  expect([500, 1536, 5 * 1024 * 1024].map(sayBytes)).toEqual(['500 B', '1.5 KB', '5 MB'])
})
