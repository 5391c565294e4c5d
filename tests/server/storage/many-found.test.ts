// Of very many rows that an index finds none is sorted: the list is walked in its order until the page is full.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileReadPlan } from '../../../server/storage/planner/read-plan.ts'
import type { Connection } from '../../../server/storage/sqlite/connection.ts'
import { conditionOf, helpdesk, NOW, openTemporary, personRow, shapeOf, ticketRow } from './helpdesk.ts'
import type { Opened } from './helpdesk.ts'
import { openReader, recordPlans } from './recorded-plans.ts'

const ROWS = 7_000
const AT_ONCE = 100

const rows = Array.from({ length: ROWS }, (_, number) => {
  const isDone = number % 10 > 0
  // Many of the same moment, and done ones without any.
  const resolved = number % 3 === 0 ? null : `2026-02-0${(number % 7) + 1}T00:00:00.000Z`
  return ticketRow(number, {
    status: isDone ? 'closed' : 'open',
    resolved_at: isDone ? resolved : null,
    assignee: 'ada',
  })
})

let opened: Opened
let reader: Connection
beforeAll(async () => {
  opened = await openTemporary(helpdesk)
  await opened.storage.write(async (transaction) => transaction.insert('Person', personRow('ada')))
  for (let at = 0; at < ROWS; at += AT_ONCE) {
    await opened.storage.write(async (transaction) => {
      for (const row of rows.slice(at, at + AT_ONCE)) await transaction.insert('Ticket', row)
    })
  }
  reader = openReader(opened.directory)
})
afterAll(async () => {
  reader.close()
  await opened.close()
})

async function readAll(filter: string, sort: { readonly field: string; readonly descending: boolean }, limit: number) {
  const { planning, slowly } = await recordPlans(reader)
  const condition = conditionOf(helpdesk, 'Ticket', filter)
  const plan = compileReadPlan(
    planning,
    shapeOf(helpdesk, 'Ticket', { fields: ['number'], sort: [sort], filter: condition }),
  )
  const ids: string[] = []
  let after: readonly unknown[] | null | undefined
  let ofFirstPage: readonly string[] = []
  while (after !== null) {
    const page = await plan.list({ me: personRow('ada'), now: NOW }, { limit, ...(after ? { after } : {}) })
    ids.push(...page.items.map((item) => (JSON.parse(item) as { readonly id: string }).id))
    if (after === undefined) ofFirstPage = [...slowly]
    after = page.next
  }
  return { ids, ofFirstPage }
}

/** Checks whether the list was walked, as happens when it proves to be too much to sort. */
const isWalked = (statements: readonly string[]): boolean =>
  statements.some((sql) => !reader.explain(sql).some((step) => step.includes('TEMP B-TREE')))

/** Empty values last in either direction, ids in that of the sort. */
function inOrder(
  status: string,
  value: (row: (typeof rows)[number]) => string | null,
  descending: boolean,
): readonly string[] {
  const turn = descending ? -1 : 1
  return rows
    .filter((row) => row.status === status)
    .toSorted((one, other) => {
      const [a, b] = [value(one), value(other)]
      if (a === null || b === null)
        return Number(a === null) - Number(b === null) || turn * (one.id < other.id ? -1 : 1)
      return turn * (a === b ? (one.id < other.id ? -1 : 1) : a < b ? -1 : 1)
    })
    .map((row) => row.id)
}

const resolvedAt = (row: (typeof rows)[number]) => row.resolved_at as string | null

test.each([true, false])('a state that most have, by when it was reached (downwards: %s)', async (descending) => {
  const { ids, ofFirstPage } = await readAll('status in ["closed"]', { field: 'resolved_at', descending }, 500)
  expect(ids).toEqual(inOrder('closed', resolvedAt, descending))
  expect(isWalked(ofFirstPage)).toBe(true)
})

test('few are found and sorted', async () => {
  const { ids, ofFirstPage } = await readAll('status in ["open"]', { field: 'created_at', descending: true }, 300)
  expect(ids).toEqual(inOrder('open', (row) => row.created_at, true))
  expect(isWalked(ofFirstPage)).toBe(false)
})

test('what is somebody’s, however much', async () => {
  const { ids, ofFirstPage } = await readAll(
    'assignee == me and status == "closed"',
    { field: 'created_at', descending: false },
    400,
  )
  expect(ids).toEqual(inOrder('closed', (row) => row.created_at, false))
  expect(isWalked(ofFirstPage)).toBe(true)
})

test('few of somebody’s are found at once, and a caller who has many is known the next time', async () => {
  await opened.storage.write(async (transaction) => {
    await transaction.insert('Person', personRow('bob'))
    for (const number of [7_001, 7_002])
      await transaction.insert('Ticket', ticketRow(number, { assignee: 'bob', status: 'closed' }))
  })
  const { planning, asked, slowly } = await recordPlans(reader)
  const filter = conditionOf(helpdesk, 'Ticket', 'assignee == me and status == "closed"')
  const sort = [{ field: 'created_at', descending: false }]
  const plan = compileReadPlan(planning, shapeOf(helpdesk, 'Ticket', { fields: ['number'], sort, filter }))
  const read = async (person: string) => {
    const { items } = await plan.list({ me: personRow(person), now: NOW }, { limit: 5 })
    const tried = [asked, slowly].map(
      (statements) => statements.splice(0).filter((sql) => sql.includes('within_few')).length,
    )
    return { count: items.length, tried }
  }
  expect(await read('bob')).toEqual({ count: 2, tried: [1, 0] })
  expect(await read('ada')).toEqual({ count: 5, tried: [1, 1] })
  expect(await read('ada')).toEqual({ count: 5, tried: [0, 1] })
  expect(await read('bob')).toEqual({ count: 2, tried: [1, 0] })
})
