import { expect, test } from 'vitest'
import { readSearch } from '../../../../client/data/search/mark-hits.ts'
import { orderGroups } from '../../../../client/screens/standard/search/order-hits.ts'
import type { Hit, HitGroup } from '../../../../client/screens/standard/search/use-search.ts'
import { helpdesk } from '../../../helpers/compile-document.ts'

const model = helpdesk()

function group(name: string, titles: readonly string[], { isExact = false, isLed = false } = {}): HitGroup {
  const entity = model.entities.get(name)
  if (!entity) throw new Error(name)
  const hits = titles.map((title): Hit => {
    const record = { id: isLed ? 'head' : title }
    return { id: title, path: '/', title, excerpt: undefined, shown: { entity, record } }
  })
  return { entity, hits, hasMore: false, searched: readSearch('', false), isExact }
}

const titles = (groups: readonly HitGroup[]) => groups.flatMap(({ hits }) => hits.map(({ title }) => title))

test('what is called as it was typed stands before all that has the words', () => {
  const found = [
    group('Ticket', ['HD-1 For Hannah Brandt', 'HD-2 Hannah Brandt calls']),
    group('Person', ['Ina Hannah Brandt', 'Hannah Brandtner', 'Hannah Brandt']),
  ]
  expect(titles(orderGroups(found, ' hannah  BRANDT'))).toEqual([
    ...['Hannah Brandt', 'Hannah Brandtner', 'Ina Hannah Brandt'],
    ...['HD-1 For Hannah Brandt', 'HD-2 Hannah Brandt calls'],
  ])
})

test('what a number names stays before it, and what has only the words in its order', () => {
  const found = [
    group('Article', ['b', 'a']),
    group('Comment', ['356 beside a ticket'], { isLed: true }),
    group('Ticket', ['HD-00356 Paper', '356 sheets'], { isExact: true }),
    group('Person', ['356']),
  ]
  expect(titles(orderGroups(found, '356'))).toEqual([
    ...['HD-00356 Paper', '356 sheets', '356', 'b', 'a', '356 beside a ticket'],
  ])
})
