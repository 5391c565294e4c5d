import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../../../server/storage/sqlite/connection.ts'
import { prepareRules } from '#shared/decisions/5-rules.ts'
import { prepareExpressions } from '#shared/decisions/evaluator.ts'
import { compileFactsPlan, runFacts } from '../../../server/storage/planner/facts-plan.ts'
import { compileReadPlan } from '../../../server/storage/planner/read-plan.ts'
import type { PageRequest, ReadShape } from '../../../server/storage/query-plans.ts'
import { allRights, conditionOf, helpdesk, NOW, openTemporary, personRow, shapeOf } from './helpdesk.ts'
import type { Opened } from './helpdesk.ts'
import { createExecutor } from '../../../server/storage/sqlite/sqlite-executor.ts'
import { presentPlaces } from '../../../server/storage/schema/migration.ts'
import { openReader, recordPlans } from './recorded-plans.ts'

let opened: Opened
let reader: Connection

beforeAll(async () => {
  opened = await openTemporary(helpdesk)
  reader = openReader(opened.directory)
})

afterAll(async () => {
  reader.close()
  await opened.close()
})

/** How the engine goes about it, a line a step, for each statement that the page takes. */
async function stepsOf(shape: Partial<ReadShape>, page: PageRequest, entity = 'Ticket'): Promise<readonly string[]> {
  const { planning, asked, slowly } = await recordPlans(reader)
  const fields = entity === 'Ticket' ? ['number', 'subject'] : ['name']
  await compileReadPlan(planning, shapeOf(helpdesk, entity, { fields, ...shape })).list(
    { me: personRow('ada'), now: NOW },
    page,
  )
  return [...asked, ...slowly].flatMap((sql) => reader.explain(sql))
}

const order = helpdesk.entities.get('Ticket')?.order ?? []
const screen = [
  { field: 'priority', descending: true },
  { field: 'due_at', descending: false },
]
const by = (field: string, descending = false) => [{ field, descending }]
const open = conditionOf(helpdesk, 'Ticket', 'status == "open"')
const own = { ...allRights(helpdesk, 'Ticket'), rows: conditionOf(helpdesk, 'Ticket', 'requester == me') }

/** Merged from the lists of each state. */
const MERGED = /^SEARCH r USING (?:INDEX \S+ \(c4=\?\)|INTEGER PRIMARY KEY \(rowid=\?\))$/

const pages: readonly (readonly [name: string, shape: Partial<ReadShape>, page: PageRequest, index: RegExp])[] = [
  [
    'a page of one status in the entity’s order',
    { sort: order, filter: open },
    { limit: 20 },
    /^SEARCH r USING INDEX \S+ \(c4=\?\)$/,
  ],
  [
    'the page after it',
    { sort: order, filter: open },
    { limit: 20, after: ['2026', 'x'] },
    /^SEARCH r USING INDEX \S+ \(c4=\? AND c18[<=]\?/,
  ],
  ['the whole list', { sort: order }, { limit: 20 }, MERGED],
  ['the list of the screen', { sort: screen }, { limit: 20 }, MERGED],
  [
    'a view of one state in the order of its screen',
    { sort: screen, filter: conditionOf(helpdesk, 'Ticket', 'status == "new"') },
    { limit: 20 },
    /^SEARCH r USING INDEX \S+ \(c4=\?\)$/,
  ],
  [
    'the page after the first of the screen',
    { sort: screen },
    { limit: 20, after: [2, '2026', 'x'] },
    /^SEARCH r USING INDEX \S+ \(c4=\? AND <expr>(?:=\? AND c10(?:=\? AND id)?>|<)\?|\(rowid=\?\)$/,
  ],
  ['the newest', { sort: by('created_at', true) }, { limit: 20 }, /^SCAN r USING INDEX/],
  ['the oldest', { sort: by('created_at') }, { limit: 20 }, /^SCAN r USING INDEX/],
  ['the page after it', { sort: by('created_at') }, { limit: 20, after: ['2026', 'x'] }, /^SEARCH r USING INDEX/],
  [
    'the order of a named view',
    { sort: by('resolved_at', true) },
    { limit: 20 },
    /^SEARCH r USING INDEX \S+ \(<expr>=/,
  ],
  ['its other end', { sort: by('resolved_at') }, { limit: 20 }, /^SEARCH r USING INDEX \S+ \(<expr>=/],
  ['the list by number', { sort: by('number') }, { limit: 20 }, /^SCAN r USING INDEX/],
  ['its other end', { sort: by('number', true) }, { limit: 20 }, /^SCAN r USING INDEX/],
  ['the page after it', { sort: by('number', true) }, { limit: 20, after: ['HD-00007'] }, /^SEARCH r USING INDEX/],
]

test.each(pages)(
  '%s is read as it lies in an index',
  { tags: 'reference/limits' },
  async (_name, shape, page, index) => {
    const steps = await stepsOf(shape, page)
    expect(steps.filter((step) => step.includes('TEMP B-TREE') || step === 'SCAN r')).toEqual([])
    expect(
      steps.filter((step) => / r( |$)/.test(step)).every((step) => index.test(step)),
      steps.join('\n'),
    ).toBe(true)
  },
)

test.each([false, true])(
  'a list by a text, descending: %s, and the page after it, are read as they lie in an index',
  async (descending) => {
    const sort = by('name', descending)
    expect(await stepsOf({ sort }, { limit: 20 }, 'Person')).toEqual([expect.stringMatching(/^SCAN r USING INDEX/)])
    const steps = await stepsOf({ sort }, { limit: 20, after: ['apfel', 'Äpfel', 'x'] }, 'Person')
    const found = descending ? '<' : '>'
    const name = (await presentPlaces(createExecutor(reader), helpdesk)).places.get('Person')?.fields.get('name')?.name
    expect(steps.map((step) => /\((.*)\)/.exec(step)?.[1])).toEqual([
      `<expr>=? AND ${name}=? AND id${found}?`,
      `<expr>=? AND ${name}${found}?`,
      `<expr>${found}?`,
    ])
  },
)

test('one’s own records of a status are found among one’s own, in order and without sorting', async () => {
  const steps = await stepsOf({ sort: order, policy: own, filter: open }, { limit: 20 })
  expect(steps[0]).toMatch(/^SEARCH r USING INDEX \S+ \(c6=\? AND c4=\?\)$/)
  expect(steps.join()).not.toContain('TEMP B-TREE')
})

test('what is open and somebody’s is found by both', async () => {
  const filter = conditionOf(helpdesk, 'Ticket', 'assignee == me and status in ["open", "waiting"]')
  const steps = await stepsOf({ sort: screen, filter }, { limit: 20 })
  expect(steps.join('\n')).toMatch(/SEARCH r USING (COVERING )?INDEX \S+ \(c7=\? AND c4=\?\)/)
})

test('no index holds an order that another holds state by state', () => {
  const indexes = reader
    .prepare("SELECT definition FROM catalogue_object WHERE kind = 'index' AND definition LIKE '% ON t1 (%'")
    .all([])
    .map(([definition]) => /ON t1 \((.*)\) WHERE trashed_at IS NULL$/.exec(String(definition))?.[1] ?? '')
  const byState = indexes.filter((columns) => columns.startsWith('c4, ')).map((columns) => columns.slice('c4, '.length))
  expect(byState.length).toBeGreaterThan(1)
  expect(indexes.filter((columns) => byState.some((order) => columns === `${order}, c4`))).toEqual([])
})

test('a rare value is walked to in the order of the list, from state to state, and nothing is sorted', async () => {
  for (const sort of [order, screen]) {
    const filter = conditionOf(helpdesk, 'Ticket', 'subject == "rare"')
    const steps = await stepsOf({ sort, filter }, { limit: 20 })
    const text = steps.join('\n')
    expect(text).not.toContain('TEMP B-TREE')
    expect(text.match(/SEARCH r USING INDEX \S+ \(c4=\?\)/g), text).toHaveLength(5)
  }
})

test('a rule that counts looks at the entries that it counts, at no row, and ends at its limit', async () => {
  const entity = helpdesk.entities.get('Ticket')
  const rule = entity && prepareRules(entity).find(({ rule: { must } }) => must.kind === 'at most')
  const { planning, asked } = await recordPlans(reader)
  const { facts } = prepareExpressions(rule === undefined ? [] : [rule.node])
  const plan = compileFactsPlan(
    planning,
    'Ticket',
    facts.map(({ node }) => node),
  )
  await runFacts(planning.reader, plan, 'x', { me: null, now: NOW })
  const [sql = ''] = asked.splice(0)
  expect(sql).toMatch(/LIMIT/)
  expect(reader.explain(sql)).toContainEqual(
    expect.stringMatching(/^SEARCH t1 USING COVERING INDEX \S+ \(c6=\? AND c4=\?/),
  )
  expect(plan.indexesOf('Ticket')).toEqual(['requester, status, updated_at'])
})

test('search is read newest first as it lies in the full-text index', async () => {
  const steps = await stepsOf({ search: true }, { limit: 20, search: 'printer' })
  // The words that begin so are looked up before.
  expect(steps.slice(steps.findIndex((step) => step.startsWith('SCAN s ')))).toEqual([
    expect.stringMatching(/^SCAN s VIRTUAL TABLE INDEX/),
    'SEARCH r USING INTEGER PRIMARY KEY (rowid=?)',
  ])
})
