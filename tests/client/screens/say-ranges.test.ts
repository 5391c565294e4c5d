// Says many numbers shortly.
import { expect, test } from 'vitest'
import { sayRanges } from '../../../client/screens/table/import/say-ranges.ts'

test('numbers that follow each other are a range', () => {
  expect(sayRanges([2, 3, 4, 9])).toBe('2–4, 9')
  expect(sayRanges([7])).toBe('7')
  expect(sayRanges([1, 3, 5, 6])).toBe('1, 3, 5–6')
  expect(sayRanges([])).toBe('')
})
