// The machine of the database vanishes, and no connection breaks: who waits is answered, and what was acknowledged is kept.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { StartOptions, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import type { ConnectionProxy } from '../../postgres/connection-proxy.ts'
import { startConnectionProxy } from '../../postgres/connection-proxy.ts'
import { databaseOf } from '../../postgres/databases.ts'
import { ON_POSTGRES, openDataAt } from '../../postgres/open-data.ts'
import { watchStatements } from '../../postgres/watch-statements.ts'
import { WORKS } from '../../races/document.ts'
import type { Send } from '../../races/parallel.ts'
import { sendAs } from '../../races/parallel.ts'
import { tasksOf } from '../../races/tasks.ts'

/** Milliseconds between looks, and for a connection to be made: seconds outside of tests. */
const WAITS = { look: 50, longestWait: 2_000 }

const isCommit = (statement: string): boolean => statement === 'COMMIT'

describe.runIf(ON_POSTGRES)('a database that vanishes without a word', () => {
  let app: TestApp
  let proxy: ConnectionProxy
  let send: Send
  let passed = 0
  const startBehindProxy = async () => {
    const directory = mkdtempSync(join(tmpdir(), 'verbatim-vanished-'))
    const behind = await startConnectionProxy(await databaseOf(directory))
    // No command runs again once its connection broke: its time is over.
    const elapsed = (): number => (passed += 10_000)
    const openStorage: StartOptions['openStorage'] = (start) => openDataAt(behind.url, start, elapsed, WAITS)
    return { proxy: behind, app: await startApp(WORKS, directory, { openStorage, processes: 1 }) }
  }
  beforeAll(async () => {
    ;({ proxy, app } = await startBehindProxy())
    send = sendAs(app, await app.as('Worker'))
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(async () => {
    await app.stop()
    await proxy.close()
  })

  const { create, called } = tasksOf(() => send)
  /** Waits until readings are answered: connections from before may break once more. */
  const comeBack = async (): Promise<void> => {
    proxy.hold(false)
    await expect.poll(async () => (await send('GET', '/api/tasks')).status).toBe(200)
  }

  test('readings and writes are answered 503, and go on when it is back', async () => {
    expect((await create('kept')).status).toBe(201)
    proxy.hold(true)
    const answers = await Promise.all([
      send('GET', '/api/tasks'),
      send('GET', `/api/tasks?filter=${encodeURIComponent('title == "kept"')}`),
      create('lost'),
      create('lost', 'key of a lost one'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
    await comeBack()
    expect((await create('lost', 'key of a lost one')).status).toBe(201)
    expect([await called('kept'), await called('lost')]).toEqual([1, 1])
  })

  test('of a commit nobody says that it was not kept, and with a key it is done once', async () => {
    for (const key of [undefined, 'key of a commit']) {
      const title = `commit ${key}`
      const held = proxy.holdAt('all', isCommit)
      const answer = await create(title, key)
      await held
      expect(answer).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } })
      await comeBack()
      if (key !== undefined) expect((await create(title, key)).status).toBe(201)
      expect(await called(title)).toBe(1)
    }
  })

  test('what waits for a long command waits on, however often it is asked about', async () => {
    const { storage } = app.dependencies
    const [begun, mayEnd] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const long = storage.write(
      async (transaction) => {
        await transaction.systemRows('setting')
        begun.resolve(undefined)
        await mayEnd.promise
      },
      { isLong: true },
    )
    await begun.promise
    const sent = watchStatements()
    const waiting = create('waits')
    await expect.poll(() => sent.filter((sql) => sql.startsWith('SELECT pg_backend_pid()')).length).toBeGreaterThan(3)
    mayEnd.resolve(undefined)
    await long
    expect((await waiting).status).toBe(201)
  })

  test('a connection that is lost while the server goes on is given up, and the command found on another', async () => {
    passed = Number.NaN
    const held = proxy.holdAt('connection', isCommit)
    const answer = await create('one connection', 'key of one connection')
    await held
    expect(answer.status).toBe(201)
    expect(await called('one connection')).toBe(1)
  })

  test('does not hold up who leaves meanwhile', async () => {
    const other = await startBehindProxy()
    const worker = await other.app.as('Worker')
    expect((await worker.get('/api/tasks')).status).toBe(200)
    other.proxy.hold(true)
    await other.app.stop()
    await other.proxy.close()
  })
})
