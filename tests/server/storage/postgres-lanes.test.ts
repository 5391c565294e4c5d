// The lanes of slow queries on PostgreSQL: the server ends what takes too long.
import { Client } from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { closePools, openPools } from '../../../server/storage/postgres/postgres-engine.ts'
import { openLanes } from '../../../server/storage/postgres/postgres-lanes.ts'
import { ReadingTooLong, StorageBusy } from '../../../server/storage/storage-error.ts'
import { addressOf, startPostgres } from '../../postgres/postgres.ts'
import { statementsOf } from '../../postgres/watch-statements.ts'

const server = await startPostgres()

afterAll(async () => {
  if (!('reason' in server)) await server.stop()
})

describe.skipIf('reason' in server)('the lanes', () => {
  const spent = new Map<string | null, number>()
  const pools = openPools('reason' in server ? 'postgres://localhost/postgres' : addressOf(server, 'postgres'), {
    longest: 3_000,
  })
  const lanes = openLanes(pools, {
    onSpent: (by, milliseconds) => void spent.set(by, (spent.get(by) ?? 0) + milliseconds),
  })
  const sleep = (seconds: number, by: string | null) => lanes.all('SELECT ?, pg_sleep(?)', [by, seconds], by)

  afterAll(() => closePools(pools))

  test('begin what takes long anew, and end it when it takes longer than anything may', async () => {
    expect(await sleep(0, 'quick')).toHaveLength(1)
    expect(await sleep(0.1, 'slow')).toHaveLength(1)
    expect(spent.get('slow')).toBeGreaterThan(100)
    await expect(sleep(600, 'endless')).rejects.toThrow(ReadingTooLong)
  })

  test('say that a later try has a chance where the server is away', async () => {
    const away = openPools('postgres://localhost:1/nowhere')
    await expect(openLanes(away, {}).all('SELECT 1', [], null)).rejects.toThrow(StorageBusy)
    await closePools(away)
  })

  test.each([
    ['little time goes together', 0, [2, 3, 4]],
    ['long goes by itself', 100, [1]],
  ])('send what took %s', async (_, milliseconds, lengths) => {
    const pieces: number[] = []
    const { query } = Client.prototype
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
      pieces.push(statementsOf(given[0]).length)
      return Reflect.apply(query, this, given) as never
    })
    let moment = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (moment += milliseconds))
    const read = (count: number, by: string) =>
      Promise.all(Array.from({ length: count }, (_each, at) => lanes.all(`SELECT ?, ${milliseconds}`, [at], by)))
    // Of what has not run yet nobody knows.
    for (const time of [1, 2, 3]) await read(1, `known ${time} ${milliseconds}`)
    pieces.length = 0
    const rows = await read(20, `many ${milliseconds}`)
    vi.restoreAllMocks()
    expect(rows.flat()).toEqual(Array.from({ length: 20 }, (_each, at) => [String(at), milliseconds]))
    expect(lengths).toContain(Math.max(...pieces))
  })

  test('pass on what the server refuses, and refuse what still waits at the end', async () => {
    await expect(lanes.all('SELECT nothing', [], null)).rejects.toThrow(/column "nothing" does not exist/)
    const waiting = Array.from({ length: 8 }, () =>
      sleep(0.1, 'late').then(
        () => 'read',
        (error: unknown) => (error as Error).message,
      ),
    )
    lanes.close()
    expect(await Promise.all(waiting)).toContain('No slow queries are run any more.')
  })
})
