// A batch begins when those who were just answered are back, and never waits long for those who are not.
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NextBatch } from '../../../server/storage/sqlite/next-batch.ts'

/** Milliseconds that the batch before took, and in which somebody who is missing has to come. */
const TOOK = 20
const PATIENCE = 1

let now = 1_000
let waiting = 0
let nextBatch: NextBatch

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  waiting = 0
  nextBatch = new NextBatch()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('all who were in the batch before share the next one, though they come one after the other', async () => {
  nextBatch.noteBatch(3, now - TOOK)
  const begins = begin()
  for (const _ of [1, 2]) {
    come()
    expect(await begins.soon()).toBe(false)
  }
  come()
  expect(await begins.soon()).toBe(true)
})

test('who is not back in time is not waited for', async () => {
  nextBatch.noteBatch(3, now - TOOK)
  const begins = begin()
  come()
  expect(await begins.soon()).toBe(false)
  pass(PATIENCE)
  expect(await begins.soon()).toBe(true)
  expect(waiting).toBe(1)
})

test('those who come slowly, one by one, are waited for half as long as the batch before took', async () => {
  nextBatch.noteBatch(100, now - TOOK)
  const begins = begin()
  for (let passed = 1; passed < TOOK / 2; passed++) {
    now += 1
    come()
    expect(await begins.soon()).toBe(false)
  }
  now += 1
  come()
  expect(await begins.soon()).toBe(true)
})

test('a command that comes by itself, or long after the batch before, begins at once', async () => {
  come()
  expect(await begin().soon()).toBe(true)
  nextBatch.noteBatch(3, now - TOOK)
  now += TOOK
  expect(await begin().soon()).toBe(true)
})

function come(): void {
  waiting += 1
  nextBatch.noteCommand()
}

function pass(milliseconds: number): void {
  now += milliseconds
  vi.advanceTimersByTime(milliseconds)
}

/** Waits as the writer does. `soon`: has the next batch begun after some turns of the loop? */
function begin() {
  let hasBegun = false
  void nextBatch.wait(() => waiting).then(() => (hasBegun = true))
  return {
    async soon(): Promise<boolean> {
      for (let turn = 0; turn < 12; turn++) await setImmediate()
      return hasBegun
    },
  }
}
