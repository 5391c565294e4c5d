// A connection to PostgreSQL breaks at any statement: what was done is done once, and what nobody knows is said to be unknown.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import type { ConnectionProxy } from '../../postgres/connection-proxy.ts'
import { startConnectionProxy } from '../../postgres/connection-proxy.ts'
import { databaseOf } from '../../postgres/databases.ts'
import { ON_POSTGRES, openDataAt } from '../../postgres/open-data.ts'
import { WORKS } from '../../races/document.ts'
import type { Send } from '../../races/parallel.ts'
import { sendAs } from '../../races/parallel.ts'
import { tasksOf } from '../../races/tasks.ts'

const isCommit = (statement: string): boolean => statement === 'COMMIT'

describe.runIf(ON_POSTGRES)('a connection that breaks', () => {
  let app: TestApp
  let proxy: ConnectionProxy
  let send: Send
  let keys = 0
  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'verbatim-broken-'))
    proxy = await startConnectionProxy(await databaseOf(directory))
    app = await startApp(WORKS, directory, { openStorage: (start) => openDataAt(proxy.url, start) })
    send = sendAs(app, await app.as('Worker'))
  })
  afterAll(async () => {
    await app.stop()
    await proxy.close()
  })

  const { create, called } = tasksOf(() => send)

  /** Cuts at the statement of this number of a command; resolves with it, or with undefined where the command ends before. */
  async function cutWithin(
    when: 'before' | 'after',
    at: number,
    run: () => Promise<void>,
  ): Promise<string | undefined> {
    let isWithin = false
    let seen = 0
    let isOver = false
    const cut = proxy.cut(when, (statement) => {
      if (isOver) return true
      isWithin ||= statement.startsWith('BEGIN ISOLATION')
      if (isWithin) seen += 1
      return seen === at
    })
    await run()
    isOver = true
    if (seen >= at) return await cut
    // What nobody cut is cut in a reading, and waits for nothing.
    await send('GET', '/api/tasks')
    await cut
    return undefined
  }

  test.each(['before', 'after'] as const)('%s any statement of a create makes one record, once', async (when) => {
    const cuts: string[] = []
    for (let at = 1; ; at += 1) {
      const title = `Cut ${when} ${at}`
      const key = `key ${(keys += 1)}`
      const cut = await cutWithin(when, at, async () => {
        let answer = await create(title, key)
        if (answer.status === 503) {
          expect(answer.body).toMatchObject({ code: 'unavailable' })
          answer = await create(title, key)
        }
        expect([title, answer.status]).toEqual([title, 201])
      })
      expect([title, await called(title)]).toEqual([title, 1])
      if (cut === undefined) break
      cuts.push(cut)
    }
    expect(cuts.length).toBeGreaterThan(5)
    expect(cuts.filter(isCommit).length).toBeGreaterThan(0)
  })

  test('in the commit is said to be unknown where no key tells: it was done, or was not', async () => {
    for (const [when, made] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      const title = `Unknown ${when}`
      const cut = proxy.cut(when, isCommit)
      const response = await (await app.as('Worker')).post('/api/tasks', { title })
      await cut
      expect([response.status, response.body.code]).toEqual([503, 'outcome_unknown'])
      expect(response.headers['retry-after']).toBeUndefined()
      expect([title, await called(title)]).toEqual([title, made])
    }
  })

  test('in the commit of a batch with a key lets it be looked for: it is answered as what it was', async () => {
    for (const when of ['before', 'after'] as const) {
      const title = `Batch ${when}`
      const calls = [1, 2].map(() => ({ method: 'POST', path: '/api/tasks', body: { title } }))
      const cut = proxy.cut(when, isCommit)
      const answer = await send('POST', '/api/batch', { calls }, { 'idempotency-key': `key ${(keys += 1)}` })
      await cut
      expect([when, answer.status, await called(title)]).toEqual([when, 200, 2])
    }
  })

  test('while no server is there is refused for now, and all goes on when one is', async () => {
    proxy.leadTo(undefined)
    const response = await (await app.as('Worker')).post('/api/tasks', { title: 'Away' })
    expect([response.status, response.body.code, response.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
    proxy.leadTo(await databaseOf(app.directory))
    expect((await create('Back')).status).toBe(201)
    expect([await called('Away'), await called('Back')]).toEqual([0, 1])
  })
})
