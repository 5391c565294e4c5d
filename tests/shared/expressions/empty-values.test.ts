// "Empty values" of the language, sentence by sentence.
import { describe, expect, test } from 'vitest'
import { evaluate } from '#shared/expressions/evaluate.ts'
import { complaintsOf, record, scopeOf, treeOf, valueOf } from './expression-helper.ts'

const ann = record('Person', 'ann', { name: 'Ann', roles: ['Manager'] })
const item = (id: string, fields: { readonly [field: string]: unknown } = {}) => record('Item', id, fields)

describe('== and != treat empty as a value', { tags: 'reference/empty-values' }, () => {
  test.each([
    ['name == null', true],
    ['name != null', false],
    ['name == parent.name', true],
    ['name == "a"', false],
    ['name != "a"', true],
    ['price == 1', false],
    ['owner == me', true],
    ['owner != me', false],
  ])('%s is %s where all is empty', (text, value) => expect(valueOf(text)).toBe(value))
})

describe('what is empty is in no list: `not in` includes it, as != does', { tags: 'reference/empty-values' }, () => {
  test.each([
    ['name in ["a"]', false],
    ['name not in ["a"]', true],
    ['not (name in ["a"])', true],
    ['level in ["low", "high"]', false],
    ['level not in ["low", "high"]', true],
    ['price in [1.0, 2.0]', false],
    ['price not in [1.0, 2.0]', true],
    ['owner in children.map(c, c.owner)', false],
    ['name in [null]', false],
    ['name in labels', false],
    ['name not in labels', true],
    ['name != "a" and name != "b"', true],
  ])('%s is %s where all is empty', (text, value) => expect(valueOf(text)).toBe(value))

  test('an empty item of a list equals nothing', () => {
    expect(valueOf('"a" in [name, null]')).toBe(false)
    expect(valueOf('"a" not in [name, null]')).toBe(true)
  })
})

describe('every other operation on an empty value is unknown', { tags: 'reference/empty-values' }, () => {
  test.each([
    'name < "a"',
    'count + 1',
    '-count',
    'price * 2',
    'seen + days(1)',
    'due - today',
    'name + "a"',
    'not done',
    'size(name)',
    'name.contains("a")',
    'done ? 1 : 2',
    'text(count)',
    'round(price, 1)',
    'hours_between(seen, now)',
    'weekday(due)',
    'owner.name',
    'owner.chief.name',
    'parent.parent.owner',
    'level < "high"',
  ])('%s is unknown where all is empty', (text) => expect(valueOf(text)).toBe(null))
})

describe('and, or and not treat unknown as SQL does', () => {
  test.each([
    ['done and true', null],
    ['true and done', null],
    ['done and false', false],
    ['false and done', false],
    ['done and done', null],
    ['done or true', true],
    ['true or done', true],
    ['done or false', null],
    ['false or done', null],
    ['not done', null],
    ['not (done and false)', true],
  ])('%s is %s where done is empty', (text, value) => expect(valueOf(text)).toBe(value))
})

test('an element for which a condition is unknown does not count', { tags: 'reference/functions-of-sets' }, () => {
  const given = { records: { Item: [item('a', { count: 1 }), item('b'), item('c', { count: 5 })] } }
  expect(valueOf('Item.filter(x, x.count > 2)', given)).toEqual(['c'])
  expect(valueOf('Item.exists(x, x.count > 9)', given)).toBe(false)
  expect(valueOf('Item.all(x, x.count > 0)', given)).toBe(true)
  expect(valueOf('Item.all(x, x.count > 2)', given)).toBe(false)
  expect(valueOf('Item.sum(x, x.count)', given)).toBe(6)
  expect(valueOf('Item.avg(x, x.count)', given)).toBe(3)
})

test(
  'the sum and the count of nothing are 0, its avg, min, max and first are empty',
  { tags: 'reference/empty-values' },
  () => {
    expect(valueOf('children.count()')).toBe(0)
    expect(valueOf('children.size()')).toBe(0)
    expect(valueOf('children.sum(c, c.count)')).toBe(0)
    expect(valueOf('children.sum(c, c.price)')).toBe('0.00')
    expect(valueOf('children.sum(c, c.effort)')).toBe(0)
    for (const name of ['avg', 'min', 'max']) expect(valueOf(`children.${name}(c, c.count)`)).toBe(null)
    expect(valueOf('children.first()')).toBe(null)
    expect(valueOf('children.first().name')).toBe(null)
  },
)

test('walking from an empty relation gives empty', () => {
  expect(valueOf('owner.name == null')).toBe(true)
  expect(valueOf('owner.items')).toEqual([])
  expect(valueOf('parent.tags.count()')).toBe(0)
  expect(valueOf('parent.labels')).toEqual([])
})

test('a list without entries is the empty list, and equals null', () => {
  expect(valueOf('labels == null')).toBe(true)
  expect(valueOf('"a" in labels')).toBe(false)
  expect(valueOf('labels.count()')).toBe(0)
  expect(valueOf('labels != null', { this: item('i', { labels: ['a'] }) })).toBe(true)
})

test('coalesce skips what is unknown', { tags: 'reference/empty-values' }, () => {
  expect(valueOf('coalesce(name, owner.name, "nobody")')).toBe('nobody')
  expect(valueOf('coalesce(count / 0, 1)')).toBe('1.000000')
  expect(valueOf('coalesce(name, owner.name)')).toBe(null)
  expect(valueOf('coalesce(labels, ["a"])')).toEqual(['a'])
  expect(valueOf('coalesce(labels, parent.labels)')).toEqual([])
  expect(valueOf('coalesce(labels, ["b"])', { this: item('i', { labels: ['a'] }) })).toEqual(['a'])
})

test('== between two fields that may both be empty is warned of', () => {
  expect(complaintsOf('owner == me')).toEqual([])
  expect(complaintsOf('born == chief.born', undefined, { record: 'Person' })).toEqual([])
  expect(complaintsOf('name == owner.name')).toEqual([
    'both-empty at "name == owner.name": name and owner.name may both be empty, and are then equal. (add: and name != null)',
  ])
  expect(complaintsOf('name == owner.name and name != null')).toEqual([])
  expect(complaintsOf('name == null or name == owner.name')).toEqual([])
  expect(complaintsOf('name == owner.name or name != null')).toHaveLength(1)
})

test('a condition is met only when its expression is true', () => {
  expect(evaluate(treeOf('count > 0'), scopeOf())).not.toBe(true)
  expect(evaluate(treeOf('count > 0'), scopeOf({ this: item('i', { count: 1 }) }))).toBe(true)
})

test('in automatic work me is null, and nobody has no role', () => {
  expect(valueOf('me.is("Agent")')).toBe(false)
  expect(valueOf('not me.is("Agent")')).toBe(true)
  expect(valueOf('owner.is("Agent")')).toBe(false)
  expect(valueOf('me == null')).toBe(true)
  expect(valueOf('me.is("Agent")', { me: ann })).toBe(true)
  expect(valueOf('me.is("Customer")', { me: ann })).toBe(false)
})

test('old is null when a record is created', { tags: 'reference/names-in-expressions' }, () => {
  expect(valueOf('old == null')).toBe(true)
  expect(valueOf('old.name != name', { this: item('i', { name: 'a' }) })).toBe(true)
})

describe('what is hidden or not loaded is not knowable, unless the rest decides', () => {
  const { name: _, ...hidden } = item('i', { count: 1 })
  const given = { this: hidden as typeof ann, records: null }
  test.each([
    ['name == "a"', undefined],
    ['name == null', undefined],
    ['name == "a" and count == 2', false],
    ['count == 1 or name == "a"', true],
    ['name == "a" and count == 1', undefined],
    ['not (name == "a")', undefined],
    ['coalesce(name, "a")', undefined],
    ['children.count()', undefined],
    ['Item.exists(x, x.count > 1)', undefined],
    ['name + "a" == "b" ? 1 : 2', undefined],
  ])('%s', (text, value) => expect(evaluate(treeOf(text), scopeOf(given))).toBe(value))
})
