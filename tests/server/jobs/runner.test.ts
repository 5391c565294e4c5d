// The runner of jobs: claims with a lease, counts tries before they are made, and is woken by who writes.
import { getEventListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { compile } from '../../../shared/compile.ts'
import { simulatedClock, systemClock } from '../../../server/clock.ts'
import { withJitter } from '../../../server/jobs/retry.ts'
import { createRunner } from '../../../server/jobs/runner.ts'
import { CurrentDocument, runDocument } from '../../../server/document/current-document.ts'
import type { JobHandler } from '../../../server/jobs/runner.ts'
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite-storage.ts'
import type { Job, NewJob } from '../../../server/storage/job.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'

const START = Date.parse('2026-11-21T10:00:00.000Z')
const clock = { now: START }
const testClock = { ...systemClock, now: () => clock.now }
const moment = (later: number) => new Date(START + later).toISOString()
const directory = mkdtempSync(join(tmpdir(), 'verbatim-jobs-'))
const log = { error: () => {} }

let storage: Storage
let current: CurrentDocument
beforeAll(async () => {
  const { model } = compile(HELPDESK)
  if (model === undefined) throw new Error('the document does not compile')
  storage = await openSqliteStorage({ directory, model, revision: 'r1', now: () => moment(0) })
  current = new CurrentDocument(runDocument('test.md', HELPDESK, model))
})
afterAll(async () => {
  await storage.close()
  rmSync(directory, { recursive: true })
})
beforeEach(() => {
  clock.now = START
})

const job = (key: string, later: number): NewJob => {
  const state = { about: null, tries: 0, problem: null, isDead: false, value: {} }
  return { kind: 'schedule', key, dueAt: moment(later), ...state }
}
const put = (...jobs: readonly NewJob[]) =>
  storage.write(async (transaction) => {
    for (const each of jobs) await transaction.putJob(each)
  })
const handle = (run: (job: Job) => void): JobHandler => ({
  kind: 'schedule',
  atOnce: 2,
  async run(each) {
    run(each)
    return (transaction) => transaction.deleteJob(each.number)
  },
})

test('jobs run in the order in which they are due, and none before', async () => {
  const seen: (string | null)[] = []
  const runner = createRunner({ storage, current, clock: testClock, log }, [handle(({ key }) => seen.push(key))])
  await put(job('third', 3), job('first', 1), job('second', 2), job('later', 1_000))
  await runner.runDue()
  expect(seen).toEqual([])
  clock.now = START + 999
  await runner.runDue()
  expect(seen).toEqual(['first', 'second', 'third'])
  clock.now = START + 1_000
  await runner.runDue()
  expect(seen).toHaveLength(4)
  expect(await storage.database.newestJobs('schedule', 10)).toEqual([])
})

test('what is claimed is held for as long as the lease, and its try counts although nothing came of it', async () => {
  await put(job('held', 0))
  const claim = { now: moment(0), leasedUntil: moment(60_000), limit: 10 }
  const claimed = await storage.claimJobs('schedule', claim)
  expect(claimed).toMatchObject([{ key: 'held', tries: 1 }])
  const tries: number[] = []
  const runner = createRunner({ storage, current, clock: testClock, log }, [handle((each) => tries.push(each.tries))])
  clock.now = START + 59_999
  await runner.runDue()
  expect(tries).toEqual([])
  clock.now = START + 60_000
  await runner.runDue()
  expect(tries).toEqual([2])
})

test('a start ends the leases of a process that is gone, and who writes wakes it', async () => {
  await put(job('left behind', 0))
  const claim = { now: moment(0), leasedUntil: moment(9_999_999), limit: 10 }
  await storage.claimJobs('schedule', claim)
  const arrivals: (() => void)[] = []
  const runner = createRunner({ storage, current, clock: testClock, log }, [handle(() => arrivals.shift()?.())])
  const arrival = () => new Promise<void>((resolve) => arrivals.push(resolve))
  const first = arrival()
  runner.start()
  await first
  const second = arrival()
  await put(job('new', 0))
  await second
  // By itself it looks again in longer than a test may take.
  await runner.stop()
})

test('however often it has slept, it leaves no listener behind', async () => {
  const signals = new Set<AbortSignal>()
  const slept = Promise.withResolvers<void>()
  const fast = {
    now: () => clock.now,
    sleepUntil: async (_: number, signal: AbortSignal) => {
      signals.add(signal)
      if (signals.size < 20) return put(job(`of sleep ${signals.size}`, 0))
      const ended = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      slept.resolve()
      await ended
    },
  }
  const handler: JobHandler = {
    kind: 'schedule',
    atOnce: 1,
    async run(each, stops) {
      signals.add(stops)
      return (transaction) => transaction.deleteJob(each.number)
    },
  }
  const runner = createRunner({ storage, current, clock: fast, log }, [handler])
  runner.start()
  await slept.promise
  // Those of the two sleeps that are under way.
  expect([...signals].flatMap((signal) => getEventListeners(signal, 'abort')).length).toBeLessThanOrEqual(2)
  await runner.stop()
})

test('a simulated clock runs from its moment on as fast as it is set to', async () => {
  let elapsed = 0
  const simulated = simulatedClock(START, 3_600, () => elapsed)
  expect(simulated.now()).toBe(START)
  elapsed = 1_000
  expect(simulated.now()).toBe(START + 3_600_000)
  // Three minutes, which no test has: fifty milliseconds of its own.
  await simulated.sleepUntil(START + 3_600_000 + 3_600_000 / 20, new AbortController().signal)
})

test('pauses differ by up to a fifth', () => {
  expect([withJitter(1_000, 0), withJitter(1_000, 0.5), withJitter(1_000, 1)]).toEqual([1_000, 1_100, 1_200])
})

test('a job whose lease ran out is settled by its next try only', async () => {
  const other = createRunner({ storage, current, clock: testClock, log }, [
    {
      kind: 'schedule',
      atOnce: 1,
      run: async (each) => (transaction) =>
        transaction.changeJob({ ...each, tries: 0, dueAt: moment(3_600_000), problem: 'The next try was first.' }),
    },
  ])
  const late: JobHandler = {
    kind: 'schedule',
    atOnce: 1,
    async run(each) {
      clock.now = START + 3_000_000
      await other.runDue()
      return (transaction) => transaction.changeJob({ ...each, dueAt: moment(1), problem: 'Too late.' })
    },
  }
  await put(job('held too long', 0))
  await createRunner({ storage, current, clock: testClock, log }, [late]).runDue()
  expect(await storage.database.newestJobs('schedule', 10)).toMatchObject([
    { key: 'held too long', tries: 0, problem: 'The next try was first.' },
  ])
})
