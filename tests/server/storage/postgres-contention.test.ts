// Many who create at once on PostgreSQL rarely undo each other, in a desk with thousands of tickets and in a new one.
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { databaseOf } from '../../postgres/databases.ts'
import { ON_POSTGRES } from '../../postgres/open-data.ts'
import { watchStatements } from '../../postgres/watch-statements.ts'

const CREATORS = 12
const TICKETS_OF_EACH = 10
const PEOPLE = 500
const TICKETS = 20_000

/** Tickets that are there before: in an empty desk the server looks at its tables once there are some. */
const DESKS: readonly (readonly [string, (app: TestApp, person: Caller) => Promise<void>])[] = [
  ['a desk with thousands', fillDesk],
  ['a new desk', beginDesk],
]

describe.runIf(ON_POSTGRES).each(DESKS)('twelve people who create tickets at once in %s', (_desk, prepare) => {
  let app: TestApp
  let statements: readonly string[] = []

  beforeAll(async () => {
    app = await startApp(HELPDESK)
    const creators = await Promise.all(
      Array.from({ length: CREATORS }, (_, at) => app.as('Customer', `Customer ${at}`)),
    )
    await prepare(app, creators[0] as Caller)
    statements = watchStatements()
    const answers = await Promise.all(creators.map((creator) => createTickets(creator)))
    vi.restoreAllMocks()
    expect(new Set(answers.flat())).toEqual(new Set([201]))
  })
  afterAll(() => app?.stop())

  test('a command in five is undone by others at most', async ({ annotate }) => {
    const begun = statements.filter((text) => text.startsWith('BEGIN ISOLATION LEVEL SERIALIZABLE')).length
    const kept = CREATORS * TICKETS_OF_EACH
    await annotate(`${((begun - kept) / kept).toFixed(2)} undone for each that is kept`)
    expect(begun).toBeGreaterThanOrEqual(kept)
    expect((begun - kept) / kept).toBeLessThan(0.2)
  })

  test('no statement compares a column as no index serves', () => {
    const asked = new Set(statements.filter((text) => / WHERE .*\b\w+\.(?:c\d+|id) IS NOT DISTINCT FROM/.test(text)))
    expect([...asked]).toEqual([])
  })
})

async function createTickets(creator: Caller): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let at = 0; at < TICKETS_OF_EACH; at += 1) statuses.push((await creator.post('/api/tickets', TICKET)).status)
  return statuses
}

/** Creates a few tickets, and has the server look at its tables, as it does by itself within a minute. */
async function beginDesk(app: TestApp): Promise<void> {
  for (const name of ['One', 'Two']) await createTickets(await app.as('Customer', name))
  const client = new Client({ connectionString: await databaseOf(app.directory) })
  await client.connect()
  await client.query('ANALYZE')
  await client.end()
}

/** Copies a person, and a ticket of theirs, as rows: each copy of the ticket belongs to one of the copied people. */
async function fillDesk(app: TestApp, person: Caller): Promise<void> {
  const { body } = await person.post('/api/tickets', TICKET).expect(201)
  const client = new Client({ connectionString: await databaseOf(app.directory) })
  await client.connect()
  const copy = async (id: string, count: number, value: (column: string, held: string) => string): Promise<void> => {
    const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE tablename ~ '^t[0-9]+$'`)
    for (const { tablename } of rows as { readonly tablename: string }[]) {
      const [row] = (await client.query(`SELECT * FROM ${tablename} WHERE id = $1`, [id])).rows as {
        [name: string]: unknown
      }[]
      if (row === undefined) continue
      const columns = Object.keys(row).filter((name) => name !== 'row')
      const values = columns.map((name) => value(name, String(row[name])))
      await client.query(
        `INSERT INTO ${tablename} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${tablename}, generate_series(1, ${count}) AS n WHERE id = $1`,
        [id],
      )
    }
  }
  await copy(person.id, PEOPLE, (column, held) =>
    column === 'id' ? `'person-' || n` : held.includes('@') ? `n || '${held}'` : column,
  )
  await copy(String(body.id), TICKETS, (column, held) => {
    if (column === 'id') return `left(md5(n::text), 12) || '-' || n`
    return held === person.id ? `'person-' || (n % ${PEOPLE} + 1)` : held === body.number ? `'X-' || n` : column
  })
  await client.query('ANALYZE')
  await client.end()
}
