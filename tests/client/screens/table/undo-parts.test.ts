import { expect, test } from 'vitest'
import { undoParts } from '../../../../client/screens/table/bulk/undo-parts.ts'

const PARTS = [
  { changeSet: 'a', calls: 3 },
  { changeSet: 'b', calls: 2 },
]
// The second record was refused, so nothing was done to it.
const DONE = [0, 2, 3, 4, 5].map((index) => ({ index, answer: undefined }))
const problem = { status: 412, code: 'stale', title: '', detail: '', errors: [] }

test('the last part is undone first; where it cannot be whole, its refused calls are named by their records', async () => {
  const asked: string[] = []
  const progress: number[] = []
  const undone = await undoParts(PARTS, DONE, {
    whole: async (changeSet) => asked.push(changeSet) > 1,
    singly: async (done) => {
      expect(done.map(({ index }) => index)).toEqual([4, 5])
      return [{ index: 1, problem }]
    },
    onProgress: (settled) => progress.push(settled),
  })
  expect([asked, progress]).toEqual([
    ['b', 'a'],
    [2, 5],
  ])
  expect(undone).toEqual({ refused: [{ index: 5, problem }], left: { parts: [], done: [] } })
})

test('an error keeps what is left to be undone', async () => {
  const undone = await undoParts(PARTS, DONE, {
    whole: async (changeSet) => {
      if (changeSet === 'a') throw new Error('offline')
      return true
    },
    singly: async () => [],
    onProgress: () => {},
  })
  expect(undone.left).toEqual({ parts: [PARTS[0]], done: DONE.slice(0, 3) })
  expect(undone.error).toEqual(new Error('offline'))
})
