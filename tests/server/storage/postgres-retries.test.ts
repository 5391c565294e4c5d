// A command that others overtake on PostgreSQL is run again, so often and so long, and then refused for now.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  LONGEST_TIME,
  MOST_RUNS,
  RUNS_BESIDE_OTHERS,
  runUntilKept,
} from '../../../server/storage/postgres/run-until-kept.ts'
import { ConnectionBroken } from '../../../server/storage/postgres/postgres-errors.ts'
import { OutcomeUnknown, StorageBusy } from '../../../server/storage/storage-error.ts'
import { startApp } from '../../apps/start-app.ts'
import { databaseOf } from '../../postgres/databases.ts'
import { ON_POSTGRES, openDataAt } from '../../postgres/open-data.ts'
import { refuse, statementsOf } from '../../postgres/watch-statements.ts'
import { WORKS } from '../../races/document.ts'
import { parallel } from '../../races/parallel.ts'

afterEach(() => void vi.restoreAllMocks())

/** Runs a command that others overtake each time; `length`: the milliseconds that each run takes. */
async function overtake(length: number) {
  let now = 0
  const runs: boolean[] = []
  const pauses: number[] = []
  const run = (isFenced: boolean): Promise<never> => {
    runs.push(isFenced)
    now += length
    return Promise.reject(overtaken())
  }
  const pause = (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds)
    now += milliseconds
    return Promise.resolve()
  }
  const kept = runUntilKept(run, { random: () => 1, elapsed: () => now, pause })
  await expect(kept).rejects.toThrow(StorageBusy)
  return { runs, pauses, now }
}

function overtaken(): DatabaseError {
  return Object.assign(new DatabaseError('could not serialize access', 0, 'error'), { code: '40001' })
}

test('a command is run ten times at most, the last of them behind the fence, with longer pauses', async () => {
  const { runs, pauses } = await overtake(1)
  expect(runs).toEqual(Array.from({ length: MOST_RUNS }, (_, at) => at >= RUNS_BESIDE_OTHERS))
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 100, 100, 100])
})

test('no run begins after five seconds, and after two none beside others', async () => {
  const { runs, now } = await overtake(LONGEST_TIME / 3)
  expect(runs).toEqual([false, false, true])
  expect(now).toBeGreaterThanOrEqual(LONGEST_TIME)
})

test('what fails for another reason is not run again', async () => {
  const run = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('wrong')))
  await expect(runUntilKept(run, { random: () => 1 })).rejects.toThrow('wrong')
  expect(run).toHaveBeenCalledTimes(1)
})

test('what a broken connection undid is run again, and is busy in the end', async () => {
  const run = vi.fn<() => Promise<never>>(() => Promise.reject(new ConnectionBroken('away')))
  await expect(runUntilKept(run, { random: () => 0, elapsed: () => 0 })).rejects.toThrow(StorageBusy)
  expect(run).toHaveBeenCalledTimes(MOST_RUNS)
})

describe('a commit whose connection broke', () => {
  test('is unknown at once, unless a further run finds what it kept', async () => {
    const run = vi.fn<() => Promise<never>>(() => Promise.reject(new OutcomeUnknown('broke')))
    await expect(runUntilKept(run, { random: () => 0, elapsed: () => 0 })).rejects.toThrow(OutcomeUnknown)
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('is looked for behind the fence, which it has to leave first, and stays unknown where that fails', async () => {
    const fenced: boolean[] = []
    const answers = [new OutcomeUnknown('broke'), new ConnectionBroken('away'), overtaken()]
    const run = (isFenced: boolean): Promise<string> => {
      fenced.push(isFenced)
      const error = answers.shift()
      return error === undefined ? Promise.resolve('found') : Promise.reject(error)
    }
    expect(await runUntilKept(run, { random: () => 0, elapsed: () => 0 }, true)).toBe('found')
    expect(fenced).toEqual([false, true, true, true])
    const unknown = [new OutcomeUnknown('broke')]
    const failing = () => Promise.reject(unknown.shift() ?? new ConnectionBroken('away'))
    await expect(runUntilKept(failing, { random: () => 0, elapsed: () => 0 }, true)).rejects.toThrow(OutcomeUnknown)
  })
})

describe.runIf(ON_POSTGRES)('over HTTP', () => {
  test('sixty creates at once that are overtaken are all made, however long each waits for its turn', async () => {
    let now = 0
    const directory = mkdtempSync(join(tmpdir(), 'verbatim-queue-'))
    const url = await databaseOf(directory)
    const app = await startApp(WORKS, directory, { openStorage: (start) => openDataAt(url, start, () => now) })
    const worker = await app.as('Worker')
    const query = Client.prototype.query
    const wereOvertaken = new Set<Client>()
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
      if (statementsOf(given[0]).includes('COMMIT')) {
        now += 100
        if (!wereOvertaken.delete(this)) {
          wereOvertaken.add(this)
          return refuse(given[0], overtaken()) as never
        }
      }
      return Reflect.apply(query, this, given) as never
    })
    const made = await parallel(60, async () => await worker.post('/api/tasks', { title: 'Queued' }))
    expect(now).toBeGreaterThan(2 * LONGEST_TIME)
    expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 201))
    vi.restoreAllMocks()
    await app.stop()
  })

  test('a command that is overtaken each time answers 503 with Retry-After, and nothing of it is kept', async () => {
    const app = await startApp(WORKS)
    const worker = await app.as('Worker')
    const query = Client.prototype.query
    let commits = 0
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
      if (!statementsOf(given[0]).includes('COMMIT')) return Reflect.apply(query, this, given) as never
      commits += 1
      return refuse(given[0], overtaken()) as never
    })
    const refused = await worker.post('/api/tasks', { title: 'Paint' })
    expect([refused.status, refused.headers['retry-after'], commits]).toEqual([503, '2', MOST_RUNS])
    vi.restoreAllMocks()
    expect((await worker.get('/api/tasks')).body.items).toEqual([])
    await worker.post('/api/tasks', { title: 'Paint' }).expect(201)
    await app.stop()
  })

  test('a claim of jobs passes by what others claim, and undoes nobody', async () => {
    const app = await startApp(WORKS)
    const { storage } = app.dependencies
    const dueAt = '2026-01-01T00:00:00.000Z'
    const job = { kind: 'schedule', about: null, dueAt, tries: 0, problem: null, isDead: false, value: {} } as const
    await storage.write(async (transaction) => {
      for (const key of ['a', 'b', 'c']) await transaction.putJob({ ...job, key })
    })
    const other = new Client({ connectionString: await databaseOf(app.directory) })
    await other.connect()
    await other.query(`BEGIN; SELECT number FROM job WHERE key = 'a' FOR UPDATE`)
    const claim = { now: dueAt, leasedUntil: '2026-01-01T00:01:00.000Z', limit: 10 }
    expect((await storage.claimJobs('schedule', claim)).map(({ key, tries }) => [key, tries])).toEqual([
      ['b', 1],
      ['c', 1],
    ])
    await other.query('COMMIT')
    await other.end()
    expect((await storage.claimJobs('schedule', claim)).map(({ key }) => key)).toEqual(['a'])
    await app.stop()
  })
})
