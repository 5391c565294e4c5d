// The clock by which pages go: the browser's, unless the server says that its own is simulated.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentMoment, goByClock } from '../../client/clock.ts'
import { readSession } from '../../client/data/session.ts'
import { nobody } from '../helpers/nobody-session.ts'

const START = Date.parse('2026-11-21T10:00:00.000Z')

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  goByClock(undefined)
  vi.useRealTimers()
})

test('is the browser’s where the server says nothing of its own', () => {
  readSession(nobody)
  vi.advanceTimersByTime(1_000)
  expect(currentMoment()).toBe('2026-11-21T10:00:01.000Z')
})

test('is the simulated one of the session, as fast as that runs, and is not kept with the session', () => {
  const clock = { now: '2027-01-01T00:00:00.000Z', speed: 60 }
  expect(readSession({ ...nobody, clock })).toEqual(nobody)
  vi.advanceTimersByTime(2_000)
  expect(currentMoment()).toBe('2027-01-01T00:02:00.000Z')
})

test('is moved as soon as another moment is sent', () => {
  goByClock({ now: '2027-01-01T00:00:00.000Z', speed: 1 })
  vi.advanceTimersByTime(500)
  goByClock({ now: '2027-01-02T00:00:00.000Z', speed: 1 })
  expect(currentMoment()).toBe('2027-01-02T00:00:00.000Z')
})
