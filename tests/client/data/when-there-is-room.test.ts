// A dashboard asks much at once: where that was too much, its tiles wait, and ask again.
import { expect, test } from 'vitest'
import { offlineRefusal, RequestRefusal } from '../../../client/data/api.ts'
import { WHEN_THERE_IS_ROOM } from '../../../client/data/when-there-is-room.ts'

const refusal = (status: number, retryAfter?: number) =>
  new RequestRefusal({ status, code: '', title: '', detail: '', errors: [], ...(retryAfter && { retryAfter }) })

test('what was too much at once is asked again when the server says so', () => {
  const { retry, retryDelay } = WHEN_THERE_IS_ROOM
  expect([0, 1, 2].map((failures) => retry(failures, refusal(429, 40)))).toEqual([true, true, false])
  expect([40, 600, undefined].map((seconds) => retryDelay(0, refusal(429, seconds)))).toEqual([40_000, 60_000, 1_000])
})

test('what did not arrive is tried again soon, and what is refused is not', () => {
  const { retry, retryDelay } = WHEN_THERE_IS_ROOM
  const asked = [offlineRefusal(), refusal(503), refusal(400), refusal(403), new Error('a mistake')]
  expect(asked.map((error) => retry(0, error))).toEqual([true, true, false, false, false])
  expect([0, 1].map((failures) => retryDelay(failures, refusal(503)))).toEqual([1_000, 2_000])
})
