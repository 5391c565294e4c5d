import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Connection } from '../../../server/storage/sqlite/connection.ts'
import { compileReadPlan } from '../../../server/storage/planner/read-plan.ts'
import type { ReadShape } from '../../../server/storage/query-plans.ts'
import { allRights, conditionOf, helpdesk, NOW, openTemporary, personRow, shapeOf, ticketRow } from './helpdesk.ts'
import type { Opened } from './helpdesk.ts'
import { openReader, recordPlans } from './recorded-plans.ts'

let opened: Opened
let reader: Connection
const PEOPLE = ['ada', 'bob', 'eve']

beforeAll(async () => {
  opened = await openTemporary(helpdesk)
  await opened.storage.write(async (transaction) => {
    for (const id of PEOPLE) await transaction.insert('Person', personRow(id))
    await transaction.insert('Team', { id: 'support', name: 'Support', lead: 'bob', _version: 1 })
    for (let number = 0; number < 30; number += 1) {
      const requester = number % 3 === 0 ? 'ada' : 'eve'
      await transaction.insert('Ticket', ticketRow(number, { requester, team: number % 5 === 0 ? 'support' : null }))
      for (const author of ['ada', 'eve'])
        await transaction.insert('Comment', {
          id: `c-${number}-${author}`,
          _version: 1,
          ticket: ticketRow(number).id,
          author,
          body: `about ${number}`,
          internal: number % 4 === 0,
          created_at: `2026-01-${10 + (number % 15)}T00:00:00.000Z`,
          updated_at: NOW,
          created_by: author,
          updated_by: author,
        })
    }
    await transaction.delete('Ticket', ticketRow(9).id, false)
  })
  reader = openReader(opened.directory)
})

afterAll(async () => {
  reader.close()
  await opened.close()
})

const comments = (rule: string): Partial<ReadShape> => ({
  policy: { ...allRights(helpdesk, 'Comment'), rows: conditionOf(helpdesk, 'Comment', rule) },
  fields: ['ticket', 'author', 'internal'],
  sort: [{ field: 'created_at', descending: false }],
})

/** Ids page by page, and the statements that were asked for. */
async function read(shape: Partial<ReadShape>, person: string | null, entity = 'Comment') {
  const { planning, asked, slowly } = await recordPlans(reader)
  const plan = compileReadPlan(planning, shapeOf(helpdesk, entity, shape))
  const bindings = { me: person === null ? null : personRow(person), now: NOW }
  const ids: string[] = []
  let after: readonly unknown[] | null = null
  do {
    const page = await plan.list(bindings, { limit: 7, ...(after === null ? {} : { after }) })
    ids.push(...page.items.map((item) => (JSON.parse(item) as RecordValue).id))
    after = page.next
  } while (after !== null)
  return { ids, asked, slowly }
}

describe('a row rule over a relation', () => {
  const rules = [
    'ticket.requester == me',
    'me == ticket.requester and not internal',
    'ticket.requester == me or author == me',
    'ticket.team.lead == me',
    'ticket.team.lead == me or ticket.requester == me and internal',
  ]

  test.each(rules)('%s gives the same rows as asked of each row', async (rule) => {
    for (const person of [...PEOPLE, null]) {
      const { ids } = await read(comments(rule), person)
      const all = await read(comments('body != ""'), person)
      const facts = opened.storage.planFacts('Comment', [conditionOf(helpdesk, 'Comment', rule)])
      const met: string[] = []
      for (const id of all.ids) {
        const bindings = { me: person === null ? null : personRow(person), now: NOW }
        const [isMet] = await opened.storage.database.facts(facts, id, bindings)
        if (isMet === true) met.push(id)
      }
      expect(ids).toEqual(met)
    }
  })

  test('is read from the records of the caller along an index, and of only the page as records', async () => {
    const { asked } = await read(comments('ticket.requester == me and not internal'), 'ada')
    const steps = reader.explain(asked.find((sql) => sql.includes('ORDER BY')) ?? '')
    // It holds their order, and all that the rule asks of them.
    expect(steps).toContainEqual(expect.stringMatching(/^SEARCH r USING COVERING INDEX \S+ \(c20=\?\)$/))
    expect(steps).toContainEqual(expect.stringMatching(/^SEARCH a\d+ USING (?:COVERING )?INDEX \S+ \(c6=\?/))
    expect(steps).toContainEqual('SEARCH r USING INTEGER PRIMARY KEY (rowid=?)')
    expect(steps.filter((step) => /^SCAN r( |$)/.test(step))).toEqual([])
  })
})

test('a sort without an index makes texts of only the page', async () => {
  const { asked } = await read({ fields: ['body'], sort: [{ field: 'body', descending: true }] }, 'ada')
  expect(asked.find((sql) => sql.includes('json'))).toMatch(
    /FROM \(SELECT r\.row FROM t2 AS r WHERE .* LIMIT .*\) AS page CROSS JOIN t2 AS r/,
  )
})

test('what may walk through many records does so in another thread', async () => {
  const sort = [{ field: 'name', descending: false }]
  const filter = conditionOf(helpdesk, 'Tag', 'name == "tag 17"')
  const colored = conditionOf(helpdesk, 'Tag', 'color != null')
  await opened.storage.write(async (transaction) => {
    for (let number = 0; number < 5_100; number += 1)
      await transaction.insert('Tag', { id: `tag-${number}`, name: `tag ${number}`, color: null, _version: 1 })
  })
  expect(await read({ sort, filter: colored }, 'ada', 'Tag')).toMatchObject({ ids: [], slowly: { length: 1 } })
  expect(await read({ sort, filter }, 'ada', 'Tag')).toMatchObject({ ids: ['tag-17'], slowly: [] })
})
