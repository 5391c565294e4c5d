// A response that takes longer than it may is refused; of one that is made at once no timer is left.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWithinTime } from '../../../server/api/request/within-time.ts'

const withinTime = createWithinTime()

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}

test('what takes too long is refused, though it goes on', async () => {
  const late = withinTime(20, () => sleep(200, 'late'))
  const also = withinTime(600_000, () => sleep(30, 'in time'))
  await expect(late).rejects.toMatchObject({ refusal: { code: 'took_too_long' }, details: { retryAfter: 60 } })
  expect(await also).toBe('in time')
})

test('it gives back what is made, or throws what is thrown, and leaves no timer', async () => {
  const before = timers()
  expect(await withinTime(60_000, async () => 1)).toBe(1)
  await expect(withinTime(60_000, () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong')
  await expect(
    withinTime(60_000, () => {
      throw new Error('at once')
    }),
  ).rejects.toThrow('at once')
  expect(await withinTime(60_000, () => sleep(5, 2))).toBe(2)
  // Others may end meanwhile.
  expect(timers()).toBeLessThanOrEqual(before)
})
