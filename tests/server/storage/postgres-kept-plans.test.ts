// A connection to PostgreSQL keeps what it has planned of statements that come again, and plans anew where tables have changed.
import { Client, type Pool, type PoolClient } from 'pg'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionOf } from '../../../server/storage/postgres/open-connection.ts'
import { closePools, openPools } from '../../../server/storage/postgres/postgres-engine.ts'
import { createPostgresCommands, createPostgresExecutor } from '../../../server/storage/postgres/postgres-executor.ts'
import { holdConnection } from '../../../server/storage/postgres/postgres-transactions.ts'
import { runUntilKept } from '../../../server/storage/postgres/run-until-kept.ts'
import { addressOf, startPostgres } from '../../postgres/postgres.ts'

const server = await startPostgres()
const address = 'reason' in server ? 'postgres://localhost/postgres' : addressOf(server, 'postgres')
afterAll(async () => {
  if (!('reason' in server)) await server.stop()
})

describe.skipIf('reason' in server)('statements', () => {
  const pools = openPools(address)
  const counters = createPostgresExecutor(pools.counters)
  afterAll(() => closePools(pools))
  beforeEach(() => alter('DROP TABLE IF EXISTS kept; CREATE TABLE kept (value integer); INSERT INTO kept VALUES (1)'))

  async function alter(statements: string): Promise<void> {
    const client = new Client({ connectionString: address })
    await client.connect()
    await client.query(statements)
    await client.end()
  }

  test('that come again are kept, and those that come once are not', async () => {
    const read = (sql: string) => counters.all(sql, [1])
    for (let times = 1; times <= 3; times += 1) await read('SELECT value FROM kept WHERE value = ?')
    await read('SELECT value FROM kept WHERE value > ?')
    const kept = await counters.all(
      `SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%FROM kept%'`,
      [],
    )
    expect(kept).toEqual([['SELECT value FROM kept WHERE value = $1']])
  })

  test('go with their connection after 2,000 uses, of every kind, so that nobody fills the memory of the server', async () => {
    const servers = async (pool: Pool): Promise<number> => {
      const seen = new Set<unknown>()
      for (let uses = 0; uses <= 2_000; uses += 1) {
        const [row] = (await pool.query('SELECT pg_backend_pid() AS pid')).rows as readonly { readonly pid: number }[]
        seen.add(row?.pid)
      }
      return seen.size
    }
    const { watch: _watch, ...kinds } = pools
    const all: readonly Pool[] = Object.values(kinds)
    expect(await Promise.all(all.map(servers))).toEqual(all.map(() => 2))
  })

  test('are planned anew where a table has changed since', async () => {
    const read = () => counters.all('SELECT value, 1 AS one FROM kept', [])
    for (let times = 1; times <= 3; times += 1) expect(await read()).toEqual([[1, 1]])
    await alter('ALTER TABLE kept ALTER value TYPE text')
    expect(await read()).toEqual([['1', 1]])
  })

  test('of a command that meets a changed table are run again on another connection', async () => {
    const connection = await holdConnection(pools.commands)
    const seen: unknown[] = []
    const command = () =>
      connection.run(async (client) => {
        await client.query('BEGIN')
        seen.push(await createPostgresExecutor(client).all('SELECT value, 2 AS two FROM kept', []))
        await client.query('COMMIT')
      })
    for (let times = 1; times <= 3; times += 1) await runUntilKept(command, { random: () => 0 })
    await alter('ALTER TABLE kept ALTER value TYPE text')
    await runUntilKept(command, { random: () => 0 })
    connection.release()
    expect(seen).toEqual([[[1, 2]], [[1, 2]], [[1, 2]], [['1', 2]]])
  })

  const start = (client: PoolClient) =>
    createPostgresCommands(client, {
      begin: ['BEGIN'],
      committed: counters,
      nextNumber: () => Promise.resolve(1),
      takeTurns: () => Promise.resolve(),
      isLong: false,
    })

  test('that are posted go to the server with the next in one piece, and the commit with the last', async () => {
    const client = await pools.commands.connect()
    const { stream } = connectionOf(client).connection
    const pieces = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')]
    const sent = () => pieces.map(({ mock }) => mock.calls.length)
    const commands = start(client)
    for (const value of [2, 3]) await commands.post('INSERT INTO kept VALUES (?)', [value])
    expect(await commands.all('SELECT value FROM kept', [])).toEqual([[1], [2], [3]])
    expect(sent()).toEqual([0, 1])
    await commands.post('INSERT INTO kept VALUES (?)', [4])
    await commands.keep()
    expect(sent()).toEqual([0, 2])
    const others = start(client)
    await others.post('INSERT INTO kept VALUES (?)', [5])
    others.expectLast()
    expect(await others.get('SELECT count(*) FROM kept', [])).toEqual([5])
    await others.keep()
    expect(sent()).toEqual([0, 3])
    expect(await counters.all('SELECT count(*) FROM kept', [])).toEqual([[5]])
    await expect(others.run('INSERT INTO kept VALUES (?)', [6])).rejects.toThrow('The command has ended')
    vi.restoreAllMocks()
    client.release()
  })

  test('are not kept where the last of a command fails', async () => {
    const client = await pools.commands.connect()
    const commands = start(client)
    await commands.post('INSERT INTO kept VALUES (?)', [2])
    commands.expectLast()
    await expect(commands.get('SELECT 1 / (value - value) FROM kept', [])).rejects.toThrow('division by zero')
    await client.query('ROLLBACK')
    expect(await counters.all('SELECT value FROM kept', [])).toEqual([[1]])
    client.release()
  })
})
