import { expect, test } from 'vitest'
import { onlyChanged } from '../../../../client/screens/table/bulk/only-changed.ts'

test('what was so already is counted, and its part is not undone', () => {
  const parts = [
    { changeSet: 'a', calls: 3 },
    { changeSet: 'b', calls: 2 },
    { changeSet: 'c', calls: 1 },
  ]
  // The second record was refused.
  const done = [0, 2, 3, 4, 5, 6].map((index) => ({ index, answer: undefined }))
  const same = new Set([2, 4, 5])
  expect(onlyChanged(parts, done, ({ index }) => same.has(index))).toEqual({
    parts: [
      { changeSet: 'a', calls: 2 },
      { changeSet: 'c', calls: 1 },
    ],
    done: [0, 3, 6].map((index) => ({ index, answer: undefined })),
    same: 3,
  })
})
