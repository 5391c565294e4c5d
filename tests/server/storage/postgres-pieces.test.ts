// What goes to PostgreSQL in one piece: rows that are taken for granted, what is asked ahead, readings and numbers of several requests.
import { Client, type PoolClient } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { countTogether, keepNumbers } from '../../../server/storage/postgres/postgres-counters.ts'
import { gatherReads } from '../../../server/storage/postgres/gather-reads.ts'
import { closePools, openPools } from '../../../server/storage/postgres/postgres-engine.ts'
import { createPostgresCommands, createPostgresExecutor } from '../../../server/storage/postgres/postgres-executor.ts'
import { statementOf } from '../../../server/storage/postgres/statement-batch.ts'
import { addressOf, startPostgres } from '../../postgres/postgres.ts'
import { statementsOf } from '../../postgres/watch-statements.ts'

const server = await startPostgres()
const address = 'reason' in server ? 'postgres://localhost/postgres' : addressOf(server, 'postgres')
afterAll(async () => {
  if (!('reason' in server)) await server.stop()
})

describe.skipIf('reason' in server)('pieces', () => {
  const pools = openPools(address)
  const plain = createPostgresExecutor(pools.quick)
  afterAll(() => closePools(pools))
  let client: PoolClient
  beforeEach(async () => {
    await plain.execute('DROP TABLE IF EXISTS kept; CREATE TABLE kept (value integer PRIMARY KEY)')
    await plain.execute('INSERT INTO kept VALUES (1)')
    client = await pools.commands.connect()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await client.query('ROLLBACK')
    client.release()
  })

  const start = (isCareful = false) =>
    createPostgresCommands(client, {
      begin: ['BEGIN'],
      committed: plain,
      nextNumber: () => Promise.resolve(1),
      takeTurns: () => Promise.resolve(),
      isLong: false,
      isCareful,
    })
  const values = async () => (await plain.all('SELECT value FROM kept ORDER BY value', [])).map(([value]) => value)
  /** The statements of each piece from now on. */
  function watchPieces(): (readonly string[])[] {
    const pieces: (readonly string[])[] = []
    const { query } = Client.prototype
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
      pieces.push(statementsOf(given[0]))
      return Reflect.apply(query, this, given) as never
    })
    return pieces
  }

  test('a row that is put goes with the next question, and is read by it', async () => {
    const pieces = watchPieces()
    const commands = start()
    expect(await commands.put('INSERT INTO kept VALUES (?)', [2])).toBe(true)
    expect(await commands.put('UPDATE kept SET value = ? WHERE value = ?', [3, 1])).toBe(true)
    expect(await commands.all('SELECT value FROM kept ORDER BY value', [])).toEqual([[2], [3]])
    await commands.keep()
    expect(pieces.map((each) => each.length)).toEqual([4, 1])
    expect([commands.wentTooFar, await values()]).toEqual([false, [2, 3]])
  })

  test.each([
    ['UPDATE kept SET value = 8 WHERE value = ?', 7],
    ['INSERT INTO kept VALUES (?)', 1],
  ])('nothing is kept where a row that was taken for granted is not written: %s', async (sql, value) => {
    for (const isLast of [true, false]) {
      const commands = start()
      await commands.put('INSERT INTO kept VALUES (?)', [2])
      await commands.put(sql, [value])
      if (isLast) commands.expectLast()
      const end = isLast ? commands.get('SELECT count(*) FROM kept', []) : commands.keep()
      await expect(end).rejects.toThrow()
      expect(commands.wentTooFar).toBe(true)
      await client.query('ROLLBACK')
      expect(await values()).toEqual([1])
    }
  })

  test('who is careful learns of each row', async () => {
    const commands = start(true)
    expect(await commands.put('UPDATE kept SET value = 8 WHERE value = ?', [7])).toBe(false)
    await expect(commands.put('INSERT INTO kept VALUES (?)', [1])).rejects.toThrow('kept: value is taken')
  })

  test('rows that are expected go with the next question, and nothing is kept where one is not there', async () => {
    const pieces = watchPieces()
    const commands = start()
    const look = 'SELECT value FROM kept WHERE value IN (?, ?)'
    await commands.put('INSERT INTO kept VALUES (?)', [2])
    expect(await commands.expectRows(look, [1, 2], 2)).toBeUndefined()
    await commands.get('SELECT 1', [])
    expect(pieces.map((each) => each.length)).toEqual([4])
    expect(await commands.expectRows(look, [1, 7], 2)).toBeUndefined()
    await expect(commands.keep()).rejects.toThrow('taken for granted')
    await client.query('ROLLBACK')
    expect([commands.wentTooFar, await values()]).toEqual([true, [1]])
    expect(await start(true).expectRows(look, [1, 7], 2)).toEqual([[1]])
  })

  test('who refuses learns first whether all was there', async () => {
    const commands = start()
    await commands.expectRows('SELECT value FROM kept WHERE value = ?', [1], 1)
    await commands.learnExpected()
    expect(commands.wentTooFar).toBe(false)
    await commands.expectRows('SELECT value FROM kept WHERE value = ?', [7], 1)
    await commands.learnExpected()
    expect(commands.wentTooFar).toBe(true)
  })

  test('what is asked ahead comes along with what is asked first, or is asked when it is needed', async () => {
    const pieces = watchPieces()
    const commands = start()
    const ahead = commands.askAhead('SELECT value FROM kept', [])
    await commands.get('SELECT 1', [])
    expect(await ahead()).toEqual([[1]])
    const alone = commands.askAhead('SELECT value + 1 FROM kept', [])
    expect(await alone()).toEqual([[2]])
    expect(pieces.map((each) => each.length)).toEqual([3, 1])
  })

  test('what was asked ahead is answered although a statement behind it fails', async () => {
    const commands = start()
    const ahead = commands.askAhead('SELECT value FROM kept', [])
    await expect(commands.get('SELECT nothing FROM kept', [])).rejects.toThrow('nothing')
    expect(await ahead()).toEqual([[1]])
  })

  test('readings of a moment go in one piece, and each gets its own error', async () => {
    const pieces = watchPieces()
    const gather = gatherReads(pools.quick, 1)
    const read = async (sql: string) => (await gather(statementOf(sql, []))).rows
    const good = ['SELECT 1', 'SELECT 2', 'SELECT 3'].map(read)
    expect(await Promise.all(good)).toEqual([[[1]], [[2]], [[3]]])
    expect(pieces).toEqual([['SELECT 1', 'SELECT 2', 'SELECT 3']])
    const all = await Promise.allSettled(['SELECT 4', 'SELECT nothing', 'SELECT 5'].map(read))
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    // What was answered before it is not asked again.
    expect(pieces.slice(1)).toEqual([['SELECT 4', 'SELECT nothing', 'SELECT 5'], ['SELECT nothing'], ['SELECT 5']])
    const many = Array.from({ length: 30 }, (_, at) => read(`SELECT ${at}`))
    expect((await Promise.all(many)).flat(2)).toEqual(Array.from({ length: 30 }, (_, at) => at))
  })

  test('a reading that may take long goes by itself, and those around it together', async () => {
    const pieces = watchPieces()
    const gather = gatherReads(pools.quick, 1)
    const asked = [1, 2, 3, 4].map((at) => gather(statementOf(`SELECT ${at}`, []), at === 2))
    expect((await Promise.all(asked)).flatMap(({ rows }) => rows)).toEqual([[1], [2], [3], [4]])
    expect(pieces).toEqual([['SELECT 1', 'SELECT 3', 'SELECT 4'], ['SELECT 2']])
  })

  test('who asks for numbers while others are counted gets the next, in the order of asking', async () => {
    let asked = 0
    let last = 0
    const next = countTogether({
      ...plain,
      async get(_sql, [, , count = 0]) {
        asked += 1
        await Promise.resolve()
        return [(last += Number(count))]
      },
    })
    expect(await Promise.all([1, 2, 3, 4].map(() => next(1, '')))).toEqual([1, 2, 3, 4])
    expect(asked).toBe(2)
    expect(await next(1, '')).toBe(5)
  })

  test('a command that runs again has the numbers that it took, unless a run may have been kept', async () => {
    let last = 0
    const numbers = keepNumbers(() => Promise.resolve((last += 1)))
    const run = async (...keys: readonly string[]) => {
      const next = numbers.begin()
      const taken: number[] = []
      for (const key of keys) taken.push(await next(1, key))
      return taken
    }
    expect(await run('a', 'b', 'a')).toEqual([1, 2, 3])
    expect(await run('a', 'a', 'a', 'c', 'b')).toEqual([1, 3, 4, 5, 2])
    numbers.forget()
    expect(await run('a')).toEqual([6])
  })
})
