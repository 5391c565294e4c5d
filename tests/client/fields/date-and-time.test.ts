import { expect, test } from 'vitest'
import { toLocal, toUtc } from '../../../client/fields/edit/date/edit-moment.tsx'
import { sayBytes } from '../../../client/words/say-bytes.ts'

test('a moment is edited in the zone of the reader and kept in UTC', () => {
  const iso = '2026-11-21T14:30:00.000Z'
  expect(toUtc(toLocal(iso))).toBe(iso)
  expect(toUtc('')).toBeNull()
  expect(toLocal('no moment')).toBe('')
})

test('sizes are said as people say them', () => {
  expect([500, 1536, 5 * 1024 * 1024].map(sayBytes)).toEqual(['500 B', '1.5 KB', '5 MB'])
})
