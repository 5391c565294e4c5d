// Statements go to PostgreSQL together, and are answered together: rows, counts, and the error of the first that fails.
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendStatements, statementOf } from '../../../server/storage/postgres/statement-batch.ts'
import { addressOf, startPostgres } from '../../postgres/postgres.ts'

const server = await startPostgres()
const address = 'reason' in server ? 'postgres://localhost/postgres' : addressOf(server, 'postgres')
afterAll(async () => {
  if (!('reason' in server)) await server.stop()
})

describe.skipIf('reason' in server)('statements that are sent together', () => {
  const client = new Client({ connectionString: address, pipeline: true })
  const send = async (...statements: readonly [string, ...(string | number | null)[]][]) => {
    return await sendStatements(
      client,
      statements.map(([text, ...values]) => statementOf(text, values)),
    )
  }
  beforeAll(async () => {
    await client.connect()
    await client.query('CREATE TEMP TABLE batched (value integer PRIMARY KEY, text text)')
  })
  afterAll(() => client.end())

  test('are answered each with its rows and how many they are', async () => {
    for (let times = 1; times <= 3; times += 1) {
      const answers = await send(
        ['INSERT INTO batched VALUES (?, ?), (?, NULL)', 2 * times, 'é', 2 * times + 1],
        ['SELECT value, text FROM batched WHERE value >= ? ORDER BY value', 2 * times],
        ['UPDATE batched SET text = text WHERE value = ?', -1],
      )
      expect(answers.map(({ rows, count }) => ({ rows, count }))).toEqual([
        { rows: [], count: 2 },
        {
          rows: [
            [2 * times, 'é'],
            [2 * times + 1, null],
          ],
          count: 2,
        },
        { rows: [], count: 0 },
      ])
    }
  })

  test('end after as many rows as are asked for', async () => {
    const numbers = statementOf('SELECT * FROM generate_series(1, ?::int)', [1_000_000])
    for (let times = 1; times <= 3; times += 1)
      expect(await sendStatements(client, [{ ...numbers, mostRows: 2 }])).toMatchObject([
        { rows: [[1], [2]], count: 2 },
      ])
  })

  test('fail with the first that fails, and those behind it are passed over, while later ones are run', async () => {
    // Sent before it is known whether the server keeps the statements before.
    const tries = [1, 2, 3].map(async (time) => [
      await send(
        ['INSERT INTO batched VALUES (?, ?)', 100 * time, 'a'],
        ['SELECT 1 / (?::int - ?::int)', 1, 1],
        ['INSERT INTO batched VALUES (?, ?) ON CONFLICT DO NOTHING', 100 * time + 1, 'a'],
      ).catch(String),
      await send(['SELECT count(*) FROM batched WHERE value >= ?', 100]),
    ])
    for (const [failed, [counted] = []] of await Promise.all(tries)) {
      expect(failed).toBe('error: division by zero')
      expect(counted).toMatchObject({ rows: [[0]] })
    }
    expect(await send(['INSERT INTO batched VALUES (?, ?) ON CONFLICT DO NOTHING', 100, 'a'])).toMatchObject([
      { count: 1 },
    ])
  })
})
