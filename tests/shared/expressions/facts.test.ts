import { describe, expect, test } from 'vitest'
import { splitFacts } from '#shared/expressions/facts.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import { readsOf } from '#shared/expressions/reads.ts'
import { treeOf } from './expression-helper.ts'

function split(...texts: readonly string[]) {
  const { nodes, facts } = splitFacts(texts.map((text) => treeOf(text)))
  return { rest: nodes.map(printExpression), facts: facts.map((fact) => fact.name) }
}

describe('what the record, the person and the moment decide is no fact', () => {
  test.each([
    'owner == me',
    'old.name != name',
    'me.name == "a"',
    'me.is("Agent")',
    'now < seen + limits.grace',
    'labels.exists(w, w == name)',
    'tags.count() > 1',
    'parent in [this, old]',
    'input.note == name',
  ])('%s', (text) => {
    expect(split(text)).toEqual({ rest: [printExpression(treeOf(text))], facts: [] })
  })
})

describe('a fact is the largest part that needs other records', () => {
  test.each([
    ['owner.name == "a" and done', 'fact.owner.name == "a" and done', ['owner.name']],
    [
      'owner.chief.name == me.chief.name',
      'fact.owner.chief.name == fact.me.chief.name',
      ['owner.chief.name', 'me.chief.name'],
    ],
    ['owner == null or owner.is("Agent")', 'owner == null or fact.owner.is("Agent")', ['owner.is("Agent")']],
    ['children.count() < limits.most', 'fact.children.count() < limits.most', ['children.count()']],
    ['me in owner.staff', 'fact.me in owner.staff', ['me in owner.staff']],
    [
      'children.sort(c, c.count).first().name + "!"',
      'fact.children.sort(c, c.count).first().name + "!"',
      ['children.sort(c, c.count).first().name'],
    ],
    [
      'labels.exists(w, Tag.exists(t, t.name == w))',
      'fact.labels.exists(w, Tag.exists(t, t.name == w))',
      ['labels.exists(w, Tag.exists(t, t.name == w))'],
    ],
    ['tags.exists(t, t.weight > count)', 'fact.tags.exists(t, t.weight > count)', ['tags.exists(t, t.weight > count)']],
  ])('%s', (text, rest, facts) => expect(split(text)).toEqual({ rest: [rest], facts }))

  test('the same fact of several expressions is fetched once', () => {
    expect(split('owner.name == "a"', 'owner.name == "b"').facts).toEqual(['owner.name'])
  })

  test('different facts that print alike have different names', () => {
    const [a, b] = [
      treeOf('owner.name'),
      treeOf('owner.name', undefined, { record: 'Item', bare: { owner: { kind: 'record', entity: 'Person' } } }),
    ]
    expect(splitFacts([a, b]).facts).toHaveLength(2)
  })
})

test('what an expression reads', () => {
  expect(
    readsOf(
      treeOf(
        'due > today and owner.name == old.name and me.is("Agent") and children.exists(c, c.count > input.amount)',
      ),
    ),
  ).toEqual({
    own: ['due', 'owner', 'name'],
    others: [
      { entity: 'Person', field: 'name' },
      { entity: 'Item' },
      { entity: 'Item', field: 'parent' },
      { entity: 'Item', field: 'count' },
    ],
    me: ['roles'],
    usesMe: true,
    usesNow: true,
    usesOld: true,
    usesInput: true,
  })
})
