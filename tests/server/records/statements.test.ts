// A command asks the database each question once: the statements of a transition, a new record and readings are counted.
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { ON_POSTGRES } from '../../postgres/open-data.ts'
import { watchStatements } from '../../postgres/watch-statements.ts'

let ran: string[] = []

/** The revision in force, and whether any timer was given up, are read once for a batch. */
const OF_BATCH = /FROM document_revision\)$|AND is_dead = 1 LIMIT 1$/
/** Sent with what begins the transaction. */
const OF_BEGIN = /^LOCK TABLE document_revision/
const WAITING = /^SELECT row FROM w\d+ LIMIT 1$/

let app: TestApp
let manager: Caller
beforeAll(async () => {
  ran = ON_POSTGRES ? watchStatements() : watchSqlite()
  app = await startApp(HELPDESK)
  manager = await app.as('Manager')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await app.stop()
})

function watchSqlite(): string[] {
  const sent: string[] = []
  const { prepare, exec } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    sent.push(sql)
    exec.call(this, sql)
  })
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    const statement: StatementSync = prepare.call(this, sql)
    for (const method of ['get', 'all', 'run'] as const) {
      const own = statement[method].bind(statement) as (...values: unknown[]) => never
      statement[method] = (...values: unknown[]) => {
        sent.push(sql)
        return own(...values)
      }
    }
    return statement
  })
  return sent
}

/** The statements of the last command, without those by which its transaction begins and ends. */
function statementsOfCommand(): string[] {
  if (ON_POSTGRES) {
    const begin = ran.findLastIndex((sql) => sql.startsWith('BEGIN'))
    return ran.slice(begin + 1, ran.lastIndexOf('COMMIT')).filter((sql) => !OF_BATCH.test(sql) && !OF_BEGIN.test(sql))
  }
  // What waits to be searched is looked at once for a batch.
  const end = ran.findIndex((sql, at) => at > ran.indexOf('BEGIN IMMEDIATE') && WAITING.test(sql))
  // Where each command runs twice, the first run is undone before the second.
  const start = Math.max(ran.lastIndexOf('BEGIN IMMEDIATE', end), ran.lastIndexOf('RELEASE rehearsal', end))
  return ran.slice(start + 1, end).filter((sql) => !OF_BATCH.test(sql))
}

test('a transition with a condition, an input, a rule, a notification and timers asks nothing twice', async () => {
  const customer = await app.as('Customer')
  const agents = [await app.as('Agent'), await app.as('Agent')]
  const { body } = await customer.post('/api/tickets', TICKET).expect(201)
  const assign = (agent: Caller | undefined) =>
    manager.post(`/api/tickets/${body.id}/assign`, { agent: agent?.id }).expect(200)
  await assign(agents[0])
  ran.length = 0
  await assign(agents[1])
  const within = statementsOfCommand()
  // The ticket with which it answers, as it is by then, is known.
  expect(within.filter((sql, at) => within.indexOf(sql) !== at)).toEqual([])
  // The ticket, its new assignee (there, an agent), its update, the recipient, the message, its timers, its history, its watchers.
  expect(within).toHaveLength(9)
})

test.skipIf(ON_POSTGRES)('an update of what no timer reads asks for the record and its watchers only', async () => {
  const customer = await app.as('Customer')
  const { body } = await customer.post('/api/tickets', TICKET).expect(201)
  ran.length = 0
  await manager.patch(`/api/tickets/${body.id}`, { internal_note: 'Was here before.' }).expect(200)
  const about = /(?<= FROM )(?:t1 AS r|job|system_row)|UPDATE t1|INSERT INTO history/
  expect(statementsOfCommand().map((sql) => about.exec(sql)?.[0])).toEqual([
    't1 AS r',
    'UPDATE t1',
    'INSERT INTO history',
    'system_row',
  ])
})

test.runIf(ON_POSTGRES)(
  'a new record takes thirteen statements in four pieces, an update ten in five, and a reading two',
  async () => {
    const pieces = vi.spyOn(Client.prototype, 'query')
    const customer = await app.as('Customer')
    const tags: string[] = []
    for (const name of ['one', 'two']) {
      const { body } = await manager.post('/api/tags', { name, color: '#364fc7' }).expect(201)
      tags.push(String(body.id))
    }
    const count = async (answer: () => Promise<unknown>): Promise<readonly number[]> => {
      // The first time the caller is read whole.
      await answer()
      ran.length = 0
      pieces.mockClear()
      await answer()
      return [ran.filter((sql) => !OF_BEGIN.test(sql)).length, pieces.mock.calls.length]
    }
    expect(await count(() => customer.post('/api/tickets', { ...TICKET, tags }).expect(201))).toEqual([13, 4])
    const { body } = await customer.post('/api/tickets', TICKET).expect(201)
    let number = 0
    const rename = () => manager.patch(`/api/tickets/${body.id}`, { subject: `Printer ${(number += 1)}` }).expect(200)
    expect(await count(rename)).toEqual([10, 5])
    expect(await count(() => customer.get(`/api/tickets/${body.id}`).expect(200))).toEqual([2, 2])
    expect(await count(() => customer.get('/api/tickets').expect(200))).toEqual([2, 2])
  },
)

test.runIf(ON_POSTGRES)(
  'whether all is there that a record relates to is asked once, and said for each field',
  async () => {
    const agent = await app.as('Agent')
    const customer = await app.as('Customer')
    const tags: string[] = []
    for (const name of ['three', 'four']) {
      const { body } = await manager.post('/api/tags', { name, color: '#364fc7' }).expect(201)
      tags.push(String(body.id))
    }
    const related = { ...TICKET, requester: customer.id, assignee: agent.id, tags }
    await agent.post('/api/tickets', related).expect(201)
    const looks = () =>
      statementsOfCommand().filter((sql) => /^SELECT (?:1|\d+, id) FROM t\d+ WHERE id (?:=|IN) /.test(sql))
    ran.length = 0
    await agent.post('/api/tickets', related).expect(201)
    expect(looks()).toHaveLength(1)
    const gone = '019ac0de-0000-7000-8000-000000000000'
    const { body } = await agent.post('/api/tickets', { ...related, assignee: gone, tags: [tags[0], gone] }).expect(422)
    expect(fieldsOf(body)).toEqual(['assignee', 'tags'])
    const wrong = { ...related, subject: '', assignee: gone }
    expect(fieldsOf((await agent.post('/api/tickets', wrong).expect(422)).body)).toEqual(['subject', 'assignee'])
  },
)

function fieldsOf({ errors }: { readonly errors: readonly { readonly field: string }[] }): readonly string[] {
  return errors.map(({ field }) => field)
}

test('the first record of a person after a start raises their total, and nothing adds up what they store', async () => {
  const customer = await app.as('Customer')
  for (let count = 0; count < 3; count++) await customer.post('/api/tickets', TICKET).expect(201)
  app = await app.restart()
  const again = app.with(customer, customer.token)
  const statements = async () => {
    ran.length = 0
    await again.post('/api/tickets', TICKET).expect(201)
    return { weighing: ran.filter((sql) => /sum\(.*octet_length/.test(sql)), totals: ran.filter(isOfTotals).length }
  }
  const once = process.env['VERBATIM_RETRIES'] === undefined ? 1 : 2
  expect(await statements()).toEqual({ weighing: [], totals: once })
  expect(await statements()).toEqual({ weighing: [], totals: 0 })
})

const isOfTotals = (sql: string): boolean => /^INSERT INTO system_row .* RETURNING value/.test(sql)
