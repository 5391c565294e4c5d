import { joinConditions } from '#shared/decisions/2-screens.ts'
import { describe, expect, test } from 'vitest'
import { isFromToday, isOneOf, pointsTo, quoteFilterText } from '../../../../client/data/records/filter-conditions.ts'
import { writeQuery } from '../../../../client/data/records/record-queries.ts'
import { helpdesk } from '../../../helpers/compile-document.ts'

const field = (entity: string, name: string) => {
  const found = helpdesk().entities.get(entity)?.fields.get(name)
  if (!found) throw new Error(`${entity} has no ${name}`)
  return found
}

describe('a filter', () => {
  test('says the words that were chosen of an enumeration', () => {
    expect(isOneOf(field('Ticket', 'status'), ['new', 'open'])).toBe('status in ["new", "open"]')
  })

  test('compares relations by id, those to many by any of their records', () => {
    expect(isOneOf(field('Ticket', 'assignee'), ['a'])).toBe('assignee.id in ["a"]')
    expect(isOneOf(field('Ticket', 'tags'), ['a', 'b'])).toBe('tags.exists(each, each.id in ["a", "b"])')
  })

  test('of yes and no together is none', () => {
    expect(isOneOf(field('Article', 'published'), ['no'])).toBe('published == false')
    expect(isOneOf(field('Article', 'published'), ['yes', 'no'])).toBeUndefined()
  })

  test('is put together with others in parentheses, so that "or" stays inside', () => {
    expect(joinConditions('a or b', undefined, 'c')).toBe('(a or b) and (c)')
    expect(joinConditions(undefined, '')).toBeUndefined()
  })

  test('cannot be broken out of by what stands in a value', () => {
    expect(quoteFilterText('a" or true or "\\')).toBe('"a\\" or true or \\"\\\\"')
  })

  test('begins with today in the zone of the reader', () => {
    const noon = new Date(2026, 10, 21, 12)
    expect(isFromToday(field('Ticket', 'due_at'), noon)).toBe(
      `due_at >= moment("${new Date(2026, 10, 21).toISOString()}")`,
    )
  })

  test('shows what began earlier as long as it is not over', () => {
    const noon = new Date(2026, 10, 21, 12)
    const today = `moment("${new Date(2026, 10, 21).toISOString()}")`
    expect(isFromToday(field('Ticket', 'created_at'), noon, field('Ticket', 'due_at'))).toBe(
      `due_at >= ${today} or (due_at == null and created_at >= ${today})`,
    )
  })

  test('finds what points to a record', () => {
    expect(pointsTo(field('Comment', 'ticket'), 'x')).toBe('ticket.id == "x"')
  })
})

test('the count is asked for with the first page only', () => {
  expect(writeQuery({ limit: 50, count: true })).toBe('limit=50&count=exact')
  expect(writeQuery({ limit: 50, count: true }, 'next')).toBe('limit=50&after=next')
})
