import { expect, test } from 'vitest'
import { RequestRefusal } from '../../../../client/data/api.ts'
import type { BatchedWrite, BatchPart } from '../../../../client/data/records/run-batch.ts'
import {
  addToParts,
  CALLS_PER_BATCH,
  CALLS_PER_PART,
  openPart,
  runBatch,
} from '../../../../client/data/records/run-batch.ts'

const writes = (number: number): readonly BatchedWrite[] =>
  Array.from({ length: number }, (_, index) => ({ method: 'DELETE', path: `/api/things/${index}` }))

/** A server that refuses a whole batch for the first of these, as the real one does. */
const serverRefusing = (refused: readonly number[], status = 409) => {
  const kept: number[] = []
  let batches = 0
  const send = async (calls: readonly BatchedWrite[]) => {
    batches += 1
    const numbers = calls.map(({ path }) => Number(path.split('/').at(-1)))
    const call = numbers.findIndex((number) => refused.includes(number))
    if (call >= 0)
      throw new RequestRefusal({ status, code: 'no', title: 'No', detail: `No ${numbers[call]}`, errors: [], call })
    kept.push(...numbers)
    return numbers.map(() => ({ status: 204 }))
  }
  return { send, kept, batches: () => batches }
}

test('all that is not refused is done once, and each refusal keeps its reason', async () => {
  const server = serverRefusing([0, 7, 8, 150, 249])
  const progress: number[] = []
  const outcome = await runBatch(writes(250), { send: server.send, onProgress: (settled) => progress.push(settled) })
  expect(outcome.refused.map(({ index, problem }) => [index, problem.detail])).toEqual(
    [0, 7, 8, 150, 249].map((index) => [index, `No ${index}`]),
  )
  expect(outcome.done.length).toBe(245)
  expect([...server.kept].sort((a, b) => a - b)).toEqual(outcome.done.map(({ index }) => index))
  expect(new Set(server.kept).size).toBe(245)
  expect(progress.at(-1)).toBe(250)
  expect(progress).toEqual([...progress].sort((a, b) => a - b))
})

test('without refusals there are as few batches as there can be', async () => {
  const server = serverRefusing([])
  await runBatch(writes(2 * CALLS_PER_BATCH + 1), { send: server.send, onProgress: () => {} })
  expect(server.batches()).toBe(3)
})

test('what would meet every call alike ends it, and says so', async () => {
  const server = serverRefusing([120], 429)
  const outcome = await runBatch(writes(250), { send: server.send, onProgress: () => {} })
  expect(outcome.stopped?.status).toBe(429)
  expect(outcome.done.length).toBe(100)
  expect(outcome.refused).toEqual([])
})

test('batches go on with one change set up to a thousand calls', () => {
  const parts: BatchPart[] = []
  for (let sent = 0; sent < 2.5 * CALLS_PER_PART; sent += CALLS_PER_BATCH) {
    const changeSet = openPart(parts, CALLS_PER_BATCH) ?? `set ${parts.length}`
    addToParts(parts, { changeSet, calls: CALLS_PER_BATCH })
  }
  expect(parts).toEqual([
    { changeSet: 'set 0', calls: 1_000 },
    { changeSet: 'set 1', calls: 1_000 },
    { changeSet: 'set 2', calls: 500 },
  ])
})
