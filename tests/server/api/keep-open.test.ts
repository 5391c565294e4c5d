// A connection stays open while a slow answer is made, and no longer.
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { keepOpen } from '../../../server/api/request/keep-open.ts'

function socketWith(timeout: number | undefined) {
  const set: number[] = []
  const socket = { timeout, setTimeout: (milliseconds: number) => set.push(milliseconds) }
  return { request: { socket: socket as unknown as Socket }, set }
}

test('a connection waits as long as its answer may take, and as before when it is made or has failed', async () => {
  const { request, set } = socketWith(120_000)
  expect(await keepOpen(request, 600_000, async () => [...set])).toEqual([605_000])
  expect(set).toEqual([605_000, 120_000])
  await expect(
    keepOpen(request, 600_000, async () => {
      throw new Error('It failed.')
    }),
  ).rejects.toThrow('It failed.')
  expect(set).toEqual([605_000, 120_000, 605_000, 120_000])
})

test.each([undefined, 0, 700_000])('a connection that waits long enough is left as it is (%s)', async (timeout) => {
  const { request, set } = socketWith(timeout)
  await keepOpen(request, 600_000, async () => undefined)
  expect(set).toEqual([])
})
