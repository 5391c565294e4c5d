// A search looks within the few rows that the caller's rule leads to, and at no word of others; it finds what the index would.
// @module-tag P03
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Connection } from '../../../server/storage/sqlite/connection.ts'
import { presentPlaces } from '../../../server/storage/schema/migration.ts'
import { wordsBegunWith } from '../../../server/storage/sqlite/lists/begun-words.ts'
import { FUNCTIONS } from '../../../server/storage/sqlite/sql-functions.ts'
import { createExecutor } from '../../../server/storage/sqlite/sqlite-executor.ts'
import { compileReadPlan } from '../../../server/storage/planner/read-plan.ts'
import { openSqlite, openTokenizer } from '../../../server/storage/sqlite/open-sqlite.ts'
import type { ReadShape } from '../../../server/storage/query-plans.ts'
import { createWords, TOKENIZER } from '../../../server/storage/search-words.ts'
import { allRights, conditionOf, helpdesk, NOW, openTemporary, personRow, shapeOf, ticketRow } from './helpdesk.ts'
import type { Opened } from './helpdesk.ts'
import { openReader, recordPlans } from './recorded-plans.ts'

let opened: Opened
let reader: Connection

/** Ada has few tickets, Eve more than are looked at one by one. */
beforeAll(async () => {
  opened = await openTemporary(helpdesk)
  await opened.storage.write(async (transaction) => {
    for (const id of ['ada', 'eve']) await transaction.insert('Person', personRow(id))
    for (let number = 0; number < 2_080; number += 1) {
      const isMore = number >= 1_040
      const requester = number % 40 === 0 && !isMore ? 'ada' : 'eve'
      const one = number % 80 === 0 ? `Café printer-jam ${number}` : `Keyboard ${number}`
      const subject = isMore ? `Keyboard serial${number}` : one
      await transaction.insert('Ticket', ticketRow(number, { requester, subject }))
      if (number % 20 === 0)
        await transaction.insert('Comment', {
          id: `c-${number}`,
          _version: 1,
          ticket: ticketRow(number).id,
          author: 'eve',
          body: `Look at ${number}`,
          internal: false,
          created_at: NOW,
          updated_at: NOW,
          created_by: 'eve',
          updated_by: 'eve',
        })
    }
    await transaction.delete('Ticket', ticketRow(80).id, false)
  })
  reader = openReader(opened.directory)
})

afterAll(async () => {
  reader.close()
  await opened.close()
})

/** Ids page by page, how many the count tells, and the statements that were run. */
async function search(
  words: string,
  rule: string,
  person: string,
  shape: Partial<ReadShape> = {},
  entity = 'Ticket',
  near = false,
) {
  const { planning, asked, slowly } = await recordPlans(reader)
  const rights = { ...allRights(helpdesk, entity), rows: conditionOf(helpdesk, entity, rule) }
  const plan = compileReadPlan(planning, shapeOf(helpdesk, entity, { policy: rights, search: true, ...shape }))
  const bindings = { me: personRow(person), now: NOW }
  const ids: string[] = []
  let after: readonly unknown[] | null = null
  do {
    const page = await plan.list(bindings, { limit: 7, search: words, near, ...(after === null ? {} : { after }) })
    ids.push(...page.items.map((item) => (JSON.parse(item) as RecordValue).id))
    after = page.next
  } while (after !== null)
  const count = await plan.count(bindings, words, near)
  const statements = [...asked, ...slowly]
  return { ids, count, statements, usesIndex: statements.some((sql) => sql.includes(' MATCH ')) }
}

const mine = 'requester == me'
/** A rule that leads to the same rows as `mine`, but along which no index leads. */
const walked = 'requester.name == me.name'
const byNumber: Partial<ReadShape> = { sort: [{ field: 'number', descending: false }] }

describe('a search under a rule that leads to few rows', () => {
  test.each([
    'cafe',
    'PRINTER',
    'printer-jam',
    'jam printer',
    'caf 16',
    'keyb',
    'happened',
    'jam-printer',
    'keyboard-something',
    'cafe-printer-ja 160',
    'caf-printer',
    'x',
    '-',
  ])('finds for "%s" what the full-text index finds, in the same order, page by page', async (words) => {
    for (const shape of [{}, byNumber, { trash: true }]) {
      const [own, whole] = [await search(words, mine, 'ada', shape), await search(words, walked, 'ada', shape)]
      expect([own.ids, own.count]).toEqual([whole.ids, whole.count])
    }
  })

  test.each([
    ['prnter', 25],
    ['CAFÉS 160', 1],
    ['pritner-jam', 0],
    ['jma printer', 0],
    ['rinter kafe', 12],
  ])('forgives one letter in each word of "%s" as the full-text index does', async (words, expected) => {
    for (const shape of [{}, byNumber]) {
      expect((await search(words, mine, 'ada', shape)).ids).toEqual([])
      const own = await search(words, mine, 'ada', shape, 'Ticket', true)
      const whole = await search(words, walked, 'ada', shape, 'Ticket', true)
      expect([own.usesIndex, whole.usesIndex]).toEqual([false, true])
      expect([own.ids, own.count]).toEqual([whole.ids, whole.count])
      expect(own.count).toBe(expected)
    }
  })

  test.each([
    ['a relation', mine, {}, 'Ticket'],
    ['a relation, sorted', mine, byNumber, 'Ticket'],
    ['a relation and more', 'me == requester and status != "closed"', {}, 'Ticket'],
    ['one of two relations', 'requester == me or assignee == me', {}, 'Ticket'],
    ['a relation of a related record', 'ticket.requester == me', {}, 'Comment'],
  ] as const)('by %s is led by the index, and asks the full-text index nothing', async (_, rule, shape, entity) => {
    const { ids, usesIndex, statements } = await search(
      entity === 'Ticket' ? 'caf' : 'look',
      rule,
      'ada',
      shape,
      entity,
    )
    expect(ids.length).toBeGreaterThan(5)
    expect(usesIndex).toBe(false)
    const searching = statements.filter((sql) => sql.includes('holds_words'))
    expect(searching.length).toBeGreaterThan(1)
    for (const sql of searching) {
      const steps = reader.explain(sql)
      expect(steps).toContainEqual(expect.stringMatching(/^SEARCH o USING (?:COVERING )?INDEX /))
      expect(steps.filter((step) => /^SCAN (o|r|a\d+)\b/.test(step))).toEqual([])
    }
  })

  test('is asked of the full-text index for a caller that the rule leads to many records', async () => {
    const { count, usesIndex } = await search('keyboard', mine, 'eve')
    expect([count, usesIndex]).toEqual([2_054, true])
  })

  test('is asked of the full-text index where no index leads along the rule', async () => {
    for (const rule of [walked, 'requester == me or subject != ""', 'requester != me'])
      expect([rule, (await search('keyboard', rule, 'ada')).usesIndex]).toEqual([rule, true])
  })

  test('reads a field only in the rows where the caller may see it', async () => {
    const { rights } = { rights: allRights(helpdesk, 'Ticket') }
    const when = conditionOf(helpdesk, 'Ticket', 'status == "new"')
    const fields = rights.fields.map((each) => (each.field === 'subject' ? { ...each, when } : each))
    const found = async (rule: string) => {
      const rows = conditionOf(helpdesk, 'Ticket', rule)
      const { ids } = await search('keyboard', rule, 'ada', { policy: { entity: 'Ticket', rows, fields } })
      return ids
    }
    expect(await found(mine)).toEqual(await found(walked))
    expect((await found(mine)).length).toBe(13)
  })
})

test('of own records, newest first, no more texts are looked at than the page takes', async () => {
  let looks = 0
  const holds = FUNCTIONS['holds_words']
  const counting = openSqlite(join(opened.directory, 'verbatim.db'), {
    role: 'reader',
    functions: { ...FUNCTIONS, holds_words: (...values) => ((looks += 1), holds?.(...values) ?? null) },
  })
  const { planning } = await recordPlans(counting)
  const policy = { ...allRights(helpdesk, 'Ticket'), rows: conditionOf(helpdesk, 'Ticket', mine) }
  const plan = compileReadPlan(planning, shapeOf(helpdesk, 'Ticket', { policy, search: true }))
  const { items } = await plan.list({ me: personRow('ada'), now: NOW }, { limit: 3, search: 'keyb' })
  counting.close()
  // Every second record of Ada’s is about a keyboard.
  expect([items.length, looks]).toEqual([3, 7])
})

describe('of the words that begin alike', () => {
  test.each([
    ['keyb', ['keyboard']],
    ['serial104', [...'0123456789'].map((digit) => `serial104${digit}`)],
    ['cafe', ['cafe']],
    // There are too many, none, or they have an index of their own.
    ['serial', undefined],
    ['serialx', undefined],
    ['\u{10ffff}\u{10ffff}\u{10ffff}\u{10ffff}', undefined],
    ['key', undefined],
  ] as const)('"%s" finds those of the index', async (beginning, expected) => {
    const { places } = await presentPlaces(createExecutor(reader), helpdesk)
    const table = places.get('Ticket')
    expect(table && wordsBegunWith(reader, table, beginning)).toEqual(expected)
  })

  test.each([
    ['keyb', 2_067],
    ['serial', 1_040],
    ['serial104', 10],
    ['serial104 keyb', 10],
    ['keyboard-serial104', 10],
    ['serialx', 0],
    ['keyb OR "', 0],
  ])('"%s" is found in each record that has one', async (words, expected) => {
    const { ids, count } = await search(words, walked, 'eve', { policy: allRights(helpdesk, 'Ticket') })
    expect([ids.length, count]).toEqual([expected, expected])
  })
})

describe('words are separated as by the full-text index', () => {
  const words = createWords(openTokenizer(TOKENIZER))
  const index = openSqlite(':memory:', { role: 'writer' })
  index.allowSchemaChanges(() => index.execute(`CREATE VIRTUAL TABLE f USING fts5(a, b, tokenize="${TOKENIZER}")`))

  const character = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...'abAB01 -_.é\u0301ÉßİıΣς日ﬁ\u200D٣\0') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  )
  const text = fc.array(character, { maxLength: 14 }).map((all) => all.join(''))

  test('in any text', () => {
    fc.assert(
      fc.property(text, text, text, (a, b, given) => {
        const query = given.replaceAll(/[\s\0]+/gu, ' ').trim()
        fc.pre(query !== '')
        index.execute('DELETE FROM f')
        index.prepare('INSERT INTO f (a, b) VALUES (?, ?)').run([a, b])
        const quoted = query.split(' ').map((word) => `"${word.replaceAll('"', '""')}"*`)
        const [row] = index.prepare('SELECT count(*) FROM f WHERE f MATCH ?').all([quoted.join(' AND ')])
        expect(words.areIn(query, [a, b])).toBe(row?.[0] === 1)
      }),
      { numRuns: 500 },
    )
  })
})
