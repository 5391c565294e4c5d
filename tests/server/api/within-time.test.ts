// A response that takes longer than it may is refused; of one that is made at once no timer is left.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWithinTime } from '../../../server/api/request/within-time.ts'

const withinTime = createWithinTime()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const takes = <T>(milliseconds: number, result: T) =>
  new Promise<T>((resolve) => setTimeout(() => resolve(result), milliseconds))

test('what takes too long is refused, though it goes on', async () => {
  let isMade = false
  const late = withinTime(20, () => takes(200, 'late').finally(() => (isMade = true)))
  const also = withinTime(600_000, () => takes(30, 'in time'))
  const refused = expect(late).rejects.toMatchObject({
    refusal: { name: 'took_too_long' },
    details: { retryAfter: 60 },
  })
  await vi.advanceTimersByTimeAsync(30)
  await refused
  expect(await also).toBe('in time')
  expect(isMade).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(isMade).toBe(true)
})

test('it gives back what is made, or throws what is thrown, and leaves no timer', async () => {
  expect(await withinTime(60_000, async () => 1)).toBe(1)
  await expect(withinTime(60_000, () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong')
  await expect(
    withinTime(60_000, () => {
      throw new Error('at once')
    }),
  ).rejects.toThrow('at once')
  const slow = withinTime(60_000, () => takes(5, 2))
  await vi.advanceTimersByTimeAsync(5)
  expect(await slow).toBe(2)
  expect(vi.getTimerCount()).toBe(0)
})
