// One's own records of all states, or of some, are merged from those of each state: no other row is read, and none is sorted.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Connection } from '../../../server/storage/sqlite/connection.ts'
import { compileReadPlan } from '../../../server/storage/planner/read-plan.ts'
import type { ReadShape } from '../../../server/storage/query-plans.ts'
import { allRights, conditionOf, helpdesk, NOW, openTemporary, personRow, shapeOf, ticketRow } from './helpdesk.ts'
import type { Opened } from './helpdesk.ts'
import { openReader, recordPlans } from './recorded-plans.ts'

let opened: Opened
let reader: Connection
const STATES = ['new', 'open', 'waiting', 'resolved', 'closed']
const [PEOPLE, TICKETS, TRASHED] = [['ada', 'bob', 'eve'], 200, 42]

const tickets = Array.from({ length: TICKETS }, (_, number) =>
  ticketRow(number, {
    requester: PEOPLE[number % 3],
    status: STATES[((number * 7) % 11) % 5],
    priority: number % 4 === 0 ? 'urgent' : 'low',
    // Several at one moment: the id decides then.
    updated_at: `2026-01-${10 + ((number * 13) % 17)}T00:00:00.000Z`,
  }),
)

beforeAll(async () => {
  opened = await openTemporary(helpdesk)
  await opened.storage.write(async (transaction) => {
    for (const id of PEOPLE) await transaction.insert('Person', personRow(id))
    for (const ticket of tickets) await transaction.insert('Ticket', ticket)
    await transaction.delete('Ticket', ticketRow(TRASHED).id, false)
  })
  reader = openReader(opened.directory)
})

afterAll(async () => {
  reader.close()
  await opened.close()
})

const order = helpdesk.entities.get('Ticket')?.order ?? []

async function read(shape: Partial<ReadShape>, person: string) {
  const { planning, asked, slowly } = await recordPlans(reader)
  const plan = compileReadPlan(planning, shapeOf(helpdesk, 'Ticket', { sort: order, ...shape }))
  const bindings = { me: personRow(person), now: NOW }
  const ids: string[] = []
  let after: readonly unknown[] | null = null
  do {
    const page = await plan.list(bindings, { limit: 7, ...(after === null ? {} : { after }) })
    ids.push(...page.items.map((item) => (JSON.parse(item) as RecordValue).id))
    after = page.next
  } while (after !== null)
  const steps = [...asked, ...slowly].flatMap((sql) => reader.explain(sql))
  return { ids, steps, statements: asked, source: await plan.explain(bindings) }
}

type Ticket = (typeof tickets)[number] & { readonly [field: string]: unknown }

const newestFirst = (all: readonly Ticket[]): readonly string[] => {
  const key = ({ updated_at: at, id }: Ticket) => `${at} ${id}`
  return all.toSorted((a, b) => (key(a) < key(b) ? 1 : -1)).map(({ id }) => id)
}

const own = { ...allRights(helpdesk, 'Ticket'), rows: conditionOf(helpdesk, 'Ticket', 'requester == me') }

const filters: readonly (readonly [filter: string | undefined, isShown: (ticket: Ticket) => boolean])[] = [
  [undefined, () => true],
  ['status in ["new", "waiting"]', ({ status }) => status === 'new' || status === 'waiting'],
  ['status != "closed"', ({ status }) => status !== 'closed'],
  ['priority == "urgent"', ({ priority }) => priority === 'urgent'],
  ['status == "open" or priority == "low"', ({ status, priority }) => status === 'open' || priority === 'low'],
]

test.each(filters)('where %s the pages hold one’s own, in the order of the list', async (text, isShown) => {
  const filter = text === undefined ? {} : { filter: conditionOf(helpdesk, 'Ticket', text) }
  for (const person of PEOPLE) {
    const mine = tickets.filter((ticket) => ticket.requester === person && ticket.id !== ticketRow(TRASHED).id)
    const { ids, steps, statements, source } = await read({ policy: own, ...filter }, person)
    expect(ids).toEqual(newestFirst(mine.filter((ticket) => isShown(ticket as Ticket)) as readonly Ticket[]))
    expect(ids.length).toBeGreaterThan(7)
    expect(steps.join('\n')).not.toContain('TEMP B-TREE')
    const found = steps.filter((step) => /^(?:SEARCH|SCAN) r /.test(step) && !step.includes('rowid=?'))
    expect(
      found.every((step) => /\(c6=\? AND c4=\?/.test(step)),
      found.join('\n'),
    ).toBe(true)
    expect(statements.join('\n')).toContain('UNION ALL')
    expect(source).toMatchObject({ way: 'in order', indexes: ['requester, status, updated_at'] })
  }
})

test('what is hidden in a state is sought in none', async () => {
  const hidden = {
    ...own,
    fields: own.fields.map((field) =>
      field.field === 'priority' ? { ...field, when: conditionOf(helpdesk, 'Ticket', 'status == "open"') } : field,
    ),
  }
  const filter = conditionOf(helpdesk, 'Ticket', 'priority == "urgent"')
  const { ids } = await read({ policy: hidden, filter }, 'ada')
  const seen = tickets.filter(
    ({ requester, status, priority }) => requester === 'ada' && status === 'open' && priority === 'urgent',
  )
  expect(ids).toEqual(newestFirst(seen as readonly Ticket[]))
})

test('other orders, and the trash, are not merged', async () => {
  const byPriority = await read({ policy: own, sort: [{ field: 'priority', descending: true }] }, 'ada')
  const trash = await read({ policy: own, trash: true }, 'ada')
  expect([...byPriority.statements, ...trash.statements].join('\n')).not.toContain('UNION ALL')
  expect(trash.ids).toEqual(TRASHED % 3 === 0 ? [ticketRow(TRASHED).id] : [])
})
