// A plan reads no more of much data than its bounds allow, and names what it did not look at; counted in rows, without a clock.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { comparePermissions } from '../../../server/plan/compare-permissions.ts'
import type { Copies, DataUnderDocument } from '../../../server/plan/open-copies.ts'
import { openCopies } from '../../../server/plan/open-copies.ts'
import { planOnCopies } from '../../../server/plan/plan-document.ts'
import { printPlan } from '../../../server/plan/print-plan.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { placeOf } from '../../postgres/open-data.ts'

const documentWith = (where: string, rule = ''): string =>
  documentOf({
    2: '| route | screen | shows | for |\n|---|---|---|---|\n| /tickets | Tickets | table of Ticket | everyone |\n',
    3: '### Ticket\n\n| field | type | required |\n|---|---|---|\n| subject | text | yes |\n| requester | Person | yes |\n\n- title: `subject`\n',
    5: rule,
    6: `| role | is |\n|---|---|\n| Customer | asks |\n| Agent | answers |\n\n| role | entity | may | where |\n|---|---|---|---|\n| Customer | Ticket | read | \`${where}\` |\n| Agent | Ticket | everything | |\n`,
  })

const planned = documentWith(
  'requester == me or subject != ""',
  '| rule | entity | must hold | otherwise |\n|---|---|---|---|\n| Longer | Ticket | `size(subject) > 90` | Say more. |\n',
)
const CUSTOMERS = ['Mia', 'Tom', 'Una', 'Ben']
const RECORDS = 20

let app: TestApp
let administrator: Caller
const folder = mkdtempSync(join(tmpdir(), 'verbatim-bounds-'))

beforeAll(async () => {
  app = await startApp(documentWith('requester == me'))
  administrator = await app.as('Administrator')
  for (const name of CUSTOMERS) await app.as('Customer', name)
  await addTickets(250)
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

async function addTickets(count: number): Promise<void> {
  for (let at = 0; at < count; at++)
    await administrator.post('/api/tickets', { subject: `Ticket ${at}`, requester: administrator.id }).expect(201)
}

const now = (): string => new Date(app.clock.now).toISOString()

async function withCopies<Found>(look: (copies: Copies) => Promise<Found>): Promise<Found> {
  const copies = await openCopies({ place: await placeOf(app.directory), folder }, plannedDocument(), now())
  if ('conflicts' in copies) throw new Error('the data fits the document')
  try {
    return await look(copies)
  } finally {
    await copies.close()
  }
}

function plannedDocument() {
  const { model } = compile(planned)
  if (model === undefined) throw new Error('the document is sound')
  return { file: 'test.md', text: planned, model }
}

/** Calls through to an object, except for one member. */
function replacing<Of extends object>(of: Of, name: keyof Of, member: unknown): Of {
  return new Proxy(of, {
    get: (_, key) => {
      if (key === name) return member
      const value: unknown = Reflect.get(of, key, of)
      return typeof value === 'function' ? (value.bind(of) as unknown) : value
    },
  })
}

/** Notes each row that is listed and each record that is read. */
function counted(side: DataUnderDocument, note: (rows: number) => void): DataUnderDocument {
  const { storage } = side.dependencies
  const plan: typeof storage.plan = (shape) => {
    const plan_ = storage.plan(shape)
    const list: typeof plan_.list = async (...given) => {
      const page = await plan_.list(...given)
      note(page.items.length)
      return page
    }
    return replacing(plan_, 'list', list)
  }
  const record: typeof storage.database.record = async (...given) => {
    note(1)
    return await storage.database.record(...given)
  }
  const database = replacing(storage.database, 'record', record)
  const double = replacing(replacing(storage, 'plan', plan), 'database', database)
  return { ...side, dependencies: { ...side.dependencies, storage: double } }
}

/** Compares what people may do, and counts the rows that are read for it. */
const compareCounted = (bounds: { hasTime(): boolean; records: number }) =>
  withCopies(async ({ before, after }) => {
    let rows = 0
    const note = (more: number) => (rows += more)
    const found = await comparePermissions(
      { before: counted(before, note), after: counted(after, note) },
      now(),
      bounds,
    )
    return { ...found, rows }
  })

test('reads as many rows of twice as many records, and says that it looked at the first', async () => {
  const bounds = { hasTime: () => true, records: RECORDS }
  const few = await compareCounted(bounds)
  await addTickets(250)
  const many = await compareCounted(bounds)
  expect(many.rows).toBe(few.rows)
  expect([few.isCut, many.isCut]).toEqual([true, true])
  const [gain] = many.changes.filter(({ direction }) => direction === 'gain')
  expect(gain).toMatchObject({ roles: ['Customer'], people: CUSTOMERS.length, records: { count: RECORDS } })
  const all = await compareCounted({ hasTime: () => true, records: 1_000 })
  expect(all.rows).toBeGreaterThan(many.rows)
  expect([all.isCut, all.changes[0]?.records.count]).toEqual([false, 500])
  const plan = await withCopies((copies) => planOnCopies(copies, now(), { longest: Infinity, records: RECORDS }))
  expect(plan.leftOut).toEqual([{ what: 'records', most: RECORDS }])
  expect(printPlan(plan, plannedDocument().model).join('\n')).toContain(
    `Not looked at:\n  All records of an entity but the first ${RECORDS} that a person may read.`,
  )
})

test('reads no further person and no further record once its time is over', async () => {
  for (const asked of [1, 3, 10]) {
    let left = asked
    const { rows, isWhole, lookedAt } = await compareCounted({ hasTime: () => left-- > 0, records: 1_000 })
    // A page of the people and one of the records on each side, and for each question one record on both.
    expect(rows, String(asked)).toBeLessThan(650 + asked * 20)
    expect([isWhole, lookedAt <= asked]).toEqual([false, true])
  }
  const none = await compareCounted({ hasTime: () => false, records: 1_000 })
  // One page of the ids of people, and nobody of them.
  expect(none.rows).toBeLessThanOrEqual(CUSTOMERS.length + 2)
  const nothing = await withCopies((copies) => planOnCopies(copies, now(), { longest: 0, records: RECORDS }))
  const printed = printPlan(nothing, plannedDocument().model).join('\n')
  expect(printed).toContain('All people: there was no time for more.')
  expect(printed).toContain('Timers: there was no time for all records.')
  expect(printed).not.toMatch(/^(Permissions|Timers|Schedules):/m)
})

test('looks at rules and timers, too, where people and records would take all of the time', async () => {
  let asked = 0
  const bounds = { longest: 60, records: RECORDS, elapsed: () => ++asked }
  const plan = await withCopies((copies) => planOnCopies(copies, now(), bounds))
  expect(plan.rules).toMatchObject([{ rule: 'Longer', entity: 'Ticket' }])
  expect(plan.leftOut).toContainEqual({ what: 'people', lookedAt: expect.any(Number) })
  expect(plan.leftOut.map(({ what }) => what)).not.toContain('timers')
})
