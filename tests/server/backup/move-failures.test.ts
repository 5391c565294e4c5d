// A move that fails, is refused or loses its machine leaves nothing half moved, and can be run again.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { startApp } from '../../apps/start-app.ts'
import { startConnectionProxy } from '../../postgres/connection-proxy.ts'
import { refuse } from '../../postgres/watch-statements.ts'
import type { Moving } from './moves.ts'
import { keyIn, rowsOf, run, SMALL, startMoves, startOn, tablesIn } from './moves.ts'

const { server, place, newDatabase, smallDesk, end } = await startMoves()

afterEach(() => vi.restoreAllMocks())
afterAll(end)

describe.skipIf('reason' in server)('a move', () => {
  test('that fails at any statement leaves nothing, and is run again', async () => {
    const directory = await smallDesk()
    const before = rowsOf(directory)
    const database = await newDatabase()
    const secretKey = randomBytes(32).toString('base64')
    const toDatabase = { to: 'database', directory, database, secretKey } as const
    const fails = async (moving: Moving, statement: number): Promise<string | undefined> => {
      let sent = 0
      const query = Client.prototype.query
      vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
        if ((sent += 1) === statement) return refuse(given[0], new Error('the cable is cut')) as never
        return Reflect.apply(query, this, given) as never
      })
      const { moved, output } = await run(moving)
      vi.restoreAllMocks()
      return moved ? undefined : output
    }
    let statement = 1
    for (; ; statement += 37) {
      const output = await fails(toDatabase, statement)
      if (output === undefined) break
      expect(output).toBe('the cable is cut. Nothing was moved.')
      expect(await tablesIn(database)).toEqual([])
    }
    expect(statement).toBeGreaterThan(50)
    expect(rowsOf(directory)).toEqual(before)

    const back = join(place, 'small back')
    const toDirectory = { to: 'directory', directory: back, database, secretKey } as const
    for (statement = 1; ; statement += 17) {
      const output = await fails(toDirectory, statement)
      if (output === undefined) break
      expect(existsSync(back)).toBe(false)
    }
    expect(statement).toBeGreaterThan(30)
    expect(rowsOf(back)).toEqual(before)
  })

  test('from or to a machine that vanishes ends, leaves nothing, and is run again', async () => {
    const directory = await smallDesk()
    const target = await newDatabase()
    const secretKey = randomBytes(32).toString('base64')
    const proxy = await startConnectionProxy(target)
    /** Moves while the machine vanishes once it was sent the statement, and comes back afterwards. */
    const vanishAt = async (statement: RegExp, moving: Moving): Promise<string> => {
      const held = proxy.holdAt('all', (sent) => statement.test(sent))
      const { output, moved } = await run(moving)
      await held
      expect(moved).toBe(false)
      proxy.leadTo(target)
      proxy.hold(false)
      return output
    }
    const toDatabase = { to: 'database', directory, database: proxy.url, secretKey } as const
    const broke = 'The connection to the PostgreSQL server broke. Nothing was moved.'
    expect(await vanishAt(/^INSERT INTO history /, toDatabase)).toBe(broke)
    await expect.poll(() => tablesIn(target)).toEqual([])

    const lost = await vanishAt(/^COMMIT$/, toDatabase)
    expect(lost).toMatch(/^The connection broke while the last step was being kept: /)
    await expect.poll(() => tablesIn(target)).not.toEqual([])
    expect((await run(toDatabase)).output).toMatch(/is not empty: it holds /)

    const back = join(place, 'vanished back')
    const toDirectory = { to: 'directory', directory: back, database: proxy.url, secretKey } as const
    expect(await vanishAt(/ FROM history /, toDirectory)).toBe(broke)
    expect(existsSync(back)).toBe(false)
    expect(await run(toDirectory)).toMatchObject({ moved: true })
    expect(rowsOf(back)).toEqual(rowsOf(directory))
    await proxy.close()
  })

  test('goes on from what a killed one left in the directory', async () => {
    const directory = await smallDesk()
    const database = await newDatabase()
    const secretKey = randomBytes(32).toString('base64')
    expect(await run({ to: 'database', directory, database, secretKey })).toMatchObject({ moved: true })
    const back = join(place, 'killed')
    mkdirSync(join(back, 'restoring'), { recursive: true })
    writeFileSync(join(back, 'restoring', 'verbatim.db'), 'half of it')
    expect(await run({ to: 'directory', directory: back, database, secretKey })).toMatchObject({ moved: true })
    expect(rowsOf(back)).toEqual(rowsOf(directory))
  })

  test('compares what came with what was read, and undoes it where they differ', async () => {
    const directory = await smallDesk()
    const database = await newDatabase()
    const secretKey = randomBytes(32).toString('base64')
    const query = Client.prototype.query
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
      const [{ statements = [] }] = given as [{ readonly statements?: { readonly text: string; values: unknown[] }[] }]
      for (const sent of statements)
        if (sent.text.startsWith('INSERT INTO history '))
          sent.values = sent.values.map((value) => (value === 'created' ? 'changed' : value))
      return Reflect.apply(query, this, given) as never
    })
    expect((await run({ to: 'database', directory, database, secretKey })).output).toBe(
      'What was copied of history differs from what was read. Nothing was moved.',
    )
    vi.restoreAllMocks()
    expect(await tablesIn(database)).toEqual([])
  })

  test('is refused in one sentence, and touches nothing', async () => {
    const directory = await smallDesk()
    const secretKey = randomBytes(32).toString('base64')
    const database = await newDatabase()
    const refusal = async (moving: Partial<Moving>): Promise<string> => {
      const { output, moved } = await run({ to: 'database', directory, database, secretKey, ...moving })
      expect(moved).toBe(false)
      return output
    }
    const nowhere = join(place, 'nowhere')
    expect(await refusal({ directory: nowhere })).toBe(`There is no database in ${nowhere}. Nothing was moved.`)
    expect(existsSync(nowhere)).toBe(false)
    expect(await refusal({ secretKey: undefined })).toContain('openssl rand -base64 32')
    expect(await refusal({ secretKey: 'short' })).toMatch(/^SECRET_KEY is 32 random bytes in Base64/)
    expect(await refusal({ to: 'directory', directory: nowhere })).toBe(
      'The database of DATABASE_URL holds no data of Verbatim. Nothing was moved.',
    )
    expect(await refusal({ to: 'directory' })).toMatch(/^The database of DATABASE_URL holds no data/)

    const app = await startApp(SMALL, directory)
    expect(await refusal({})).toMatch(/is in use by another process/)
    const seed = app.dependencies.keyring.seal('seed', 'a test')
    await app.dependencies.storage.write((transaction) =>
      transaction.putSystem('second_factor', { key: 'p', person: 'p', expiresAt: null, value: { seed } }),
    )
    await app.close()
    expect(await refusal({})).toContain(`SECRET_KEY="$(cat ${join(directory, 'secret.key')})"`)
    expect(await tablesIn(database)).toEqual([])

    const right = { to: 'database', directory, database, secretKey: keyIn(directory) } as const
    expect(await run(right)).toMatchObject({ moved: true })
    expect(await run(right)).toMatchObject({ moved: false, output: expect.stringMatching(/is not empty: it holds /) })
    const filled = { ...right, to: 'directory' } as const
    expect((await run(filled)).output).toContain('is not empty')
    const storage = await startOn(database, { directory, text: SMALL })
    const back = join(place, 'never')
    expect((await run({ ...filled, directory: back })).output).toBe(
      'A server runs on the database of DATABASE_URL: stop every one of them first. Nothing was moved.',
    )
    await storage.close()
    expect(existsSync(back)).toBe(false)
    expect((await run({ ...filled, directory: back })).moved).toBe(true)
  })
})
