// The machine of the database vanishes, and no connection breaks: who waits is answered, and what was acknowledged is kept.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { publishText } from '../../../server/document/publish-file.ts'
import type { Caller, StartOptions, TestApp } from '../../apps/start-app.ts'
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

/** Milliseconds between looks: a second outside of tests. Nobody waits so long for a connection: what is given up sooner is found by looks. */
const WAITS = { look: 50, longestWait: 600_000 }

/** How often it was asked whether the server works for a connection. */
const questionsIn = (statements: readonly string[]): number =>
  statements.filter((sql) => sql.startsWith('SELECT pg_backend_pid()')).length

const isCommit = (statement: string): boolean => statement === 'COMMIT'

describe.runIf(ON_POSTGRES)('a database that vanishes without a word', () => {
  let app: TestApp
  let proxy: ConnectionProxy
  let worker: Caller
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
    worker = await app.as('Worker')
    send = sendAs(app, worker)
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
    await expect.poll(() => questionsIn(sent)).toBeGreaterThan(3)
    mayEnd.resolve(undefined)
    await long
    expect((await waiting).status).toBe(201)
  })

  /** Lets nobody change the tasks or their table until the client ends. */
  const holdUpTasks = async (): Promise<Client> => {
    const client = new Client({ connectionString: await databaseOf(app.directory) })
    await client.connect()
    const { rows } = await client.query<{ number: string }>(`SELECT number FROM catalogue_entity WHERE name = 'Task'`)
    await client.query(`BEGIN; LOCK TABLE t${rows[0]?.number} IN SHARE MODE`)
    return client
  }
  const publishWithNote = async (): Promise<string> => {
    const said: string[] = []
    const text = WORKS.replace('| code | text |', '| note | text | no | |\n| code | text |')
    await publishText({ file: 'test.md', text }, app.dependencies, (message) => said.push(message))
    return said.join('\n')
  }
  const importTasks = async (): Promise<string> =>
    (
      await worker
        .post('/api/tasks/import?mode=run')
        .type('text/csv')
        .send('title\nfirst of a table\nsecond of a table')
    ).text

  test.each([
    ['an import', importTasks, '"created":2'],
    ['a publication', publishWithNote, 'Published revision'],
  ])('%s whose statement takes long is not cut, nor who waits for it', async (_what, run, done) => {
    const client = await holdUpTasks()
    const sent = watchStatements()
    const running = run()
    await expect.poll(() => questionsIn(sent)).toBeGreaterThan(3)
    const waiting = create('waits, too')
    const before = questionsIn(sent)
    await expect.poll(() => questionsIn(sent)).toBeGreaterThan(before + 3)
    await client.end()
    expect(await running).toContain(done)
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
    const reader = await other.app.as('Worker')
    expect((await reader.get('/api/tasks')).status).toBe(200)
    other.proxy.hold(true)
    await other.app.stop()
    await other.proxy.close()
  })
})
