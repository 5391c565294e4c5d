// The connection breaks at every statement of a create, an import and a publication: what stands is that of before, or that of after.
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WORDS } from '../../server/storage/sqlite/sqlite-words.ts'
import { openPostgresStorage } from '../../server/storage/postgres/open-postgres.ts'
import type { Caller, StartOptions, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'
import { startConnectionProxy } from '../postgres/connection-proxy.ts'
import type { ConnectionProxy } from '../postgres/connection-proxy.ts'
import { databaseOf, dropDatabaseOf } from '../postgres/databases.ts'
import { itemsDocument } from './items-document.ts'
import { readState } from './stored-state.ts'

/** The distance between two statements that are cut at. */
const STRIDE = Number(process.env['FLEET_STRIDE'] ?? 5)
const WHENS = ['before', 'after'] as const

interface Desk {
  readonly app: TestApp
  readonly writer: Caller
  readonly administrator: Caller
  readonly proxy: ConnectionProxy
  readonly database: Client
  stop(): Promise<void>
}

async function startDesk(name: string): Promise<Desk> {
  const place = `${name} ${process.pid}`
  const url = await databaseOf(place)
  const proxy = await startConnectionProxy(url)
  const openStorage: StartOptions['openStorage'] = (start) =>
    openPostgresStorage({ ...start, url: proxy.url, words: WORDS, random: Math.random, elapsed: () => 0 })
  const app = await startApp(itemsDocument(0).text, undefined, { openStorage, processes: 1 })
  const database = new Client({ connectionString: url })
  await database.connect()
  return {
    app,
    proxy,
    database,
    writer: await app.as('Writer'),
    administrator: await app.as('Administrator'),
    async stop() {
      await database.end()
      await app.stop()
      await proxy.close()
      await dropDatabaseOf(place)
    },
  }
}

interface Answered {
  readonly status: number
  readonly body: { readonly code?: string }
}

/** Expects the state of before where a write was refused, that of after where it was done, either where that is unknown. */
function expectWhole({ status, body }: Answered, [before, now, after]: readonly string[], about: string): void {
  if (status === 503 && body.code === 'outcome_unknown') expect([before, after], about).toContain(now)
  else if (status === 503) expect(now, `${about}: refused, and done in part`).toBe(before)
  else {
    expect(status, `${about}: ${JSON.stringify(body)}`).toBeLessThan(300)
    expect(now, `${about}: acknowledged, and not done as a whole`).toBe(after)
  }
}

/** Cuts at a statement of the request, if there are so many. */
async function cutAt(
  proxy: ConnectionProxy,
  when: (typeof WHENS)[number],
  number: number,
  send: () => PromiseLike<Answered>,
) {
  let [isUnderWay, seen] = [true, 0]
  let statement: string | undefined
  const cut = proxy.cut(when, () => isUnderWay && (seen += 1) === number)
  void cut.then((text) => (statement = text))
  const answer = await send()
  isUnderWay = false
  return { answer, statement }
}

describe('a record and an import', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await startDesk('cut under records')
  })
  afterAll(() => desk.stop())

  let number = 0
  const create = () => {
    number += 1
    return desk.writer.post('/api/items', { title: `item ${number}`, size: number })
  }
  const importRows = () => {
    number += 1
    const rows = [1, 2, 3].map((at) => `row ${number}-${at},${at}`)
    return desk.writer
      .post('/api/items/import?mode=run')
      .type('text/csv')
      .send(['title,size', ...rows].join('\n'))
  }

  test.each([
    ['a create', create],
    ['an import', importRows],
  ] as const)('%s is done whole, or not at all', async (_name, send) => {
    const { proxy, database } = desk
    const first = await readState(database)
    const counted = proxy.statements
    expect((await send()).status).toBeLessThan(300)
    const most = proxy.statements - counted
    const made = (await readState(database)).minus(first)
    const cuts: string[] = []
    for (const when of WHENS)
      for (let at = 1; at <= most; at += when === 'after' || STRIDE === 1 ? 1 : STRIDE) {
        const before = await readState(database)
        const { answer, statement } = await cutAt(proxy, when, at, send)
        const states = [before, await readState(database), before.plus(made)].map(String)
        expectWhole(answer, states, `${when} statement ${at} of ${most}: ${statement}`)
        cuts.push(`${answer.status} ${answer.body.code ?? ''}`)
      }
    const outcomes = Map.groupBy(cuts, (each) => each)
    console.log(`${cuts.length} cuts: ${[...outcomes].map(([each, all]) => `${all.length} × ${each}`).join(', ')}`)
  })
})

describe('a publication', () => {
  let desk: Desk
  let twin: Desk
  beforeAll(async () => {
    desk = await startDesk('cut under publications')
    twin = await startDesk('not cut')
  })
  afterAll(async () => {
    await desk.stop()
    await twin.stop()
  })

  const publish = ({ administrator }: Desk, number: number) => {
    const { text } = itemsDocument(number)
    return administrator.put('/api/system/document').type('text/markdown').send(text)
  }

  test('of a new, renamed, dropped and converted field is done whole, or not at all', async () => {
    for (const { writer } of [desk, twin])
      expect((await writer.post('/api/items', { title: 'kept', label0: 'a label', size: 7 })).status).toBe(201)
    let [number, most] = [0, 1]
    const cuts: string[] = []
    for (let at = 1; at <= most; at += STRIDE)
      for (const when of WHENS)
        for (let kind = 1; kind <= 4; kind += 1) {
          number += 1
          const before = await readState(desk.database)
          const counted = twin.proxy.statements
          const start = await readState(twin.database)
          expect((await publish(twin, number)).status).toBe(200)
          most = Math.max(most, twin.proxy.statements - counted)
          const after = before.plus((await readState(twin.database)).minus(start))
          const { answer, statement } = await cutAt(desk.proxy, when, at, () => publish(desk, number))
          const states = [before, await readState(desk.database), after].map(String)
          expectWhole(answer, states, `document ${number}, ${when} statement ${at}: ${statement}`)
          cuts.push(`${answer.status} ${answer.body.code ?? ''}`)
          if (states[1] === states[0]) expect((await publish(desk, number)).status).toBe(200)
          const { label, size } = itemsDocument(number)
          const { body } = await desk.writer.get('/api/items')
          expect(body.items, `after ${statement}`).toMatchObject([
            { title: 'kept', [label]: 'a label', size: size === 'text' ? '7' : 7 },
          ])
        }
    const outcomes = Map.groupBy(cuts, (each) => each)
    console.log(`${cuts.length} cuts: ${[...outcomes].map(([each, all]) => `${all.length} × ${each}`).join(', ')}`)
  })
})
