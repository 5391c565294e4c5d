// `ancestors` and `descendants`: all that a relation of an entity to itself leads to.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { prepareRules } from '#shared/decisions/5-rules.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import { readsOf } from '#shared/expressions/reads.ts'
import { compileDocument, documentOf, sayDiagnostics } from '../../helpers/compile-document.ts'
import { entityOf } from '../../apps/decide.ts'
import { complaintsOf, record, treeOf, valueOf } from './expression-helper.ts'

const item = (id: string, parent: string | null) => record('Item', id, { parent })
const tag = (id: string, near: readonly string[]) => record('Tag', id, { near })

describe('a line of records', () => {
  const family = [item('a', null), item('b', 'a'), item('c', 'b'), item('d', 'b'), item('e', null)]
  const of = (id: string) => ({ this: family.find((each) => each.id === id) ?? null, records: { Item: family } })

  test('is the same where its one relation is named', () => {
    expect(valueOf('ancestors(parent)', of('c'))).toEqual(['a', 'b'])
    expect(valueOf('this.descendants(parent)', of('a'))).toEqual(['b', 'c', 'd'])
  })

  test('goes up to the first and down to the last', { tags: 'reference/functions-of-records-and-persons' }, () => {
    expect(valueOf('ancestors', of('c'))).toEqual(['a', 'b'])
    expect(valueOf('descendants', of('a'))).toEqual(['b', 'c', 'd'])
    expect(valueOf('descendants.filter(x, x.parent == this).count()', of('b'))).toBe(2)
    expect(valueOf('parent.ancestors', of('c'))).toEqual(['a'])
    expect(valueOf('parent.ancestors', of('e'))).toEqual([])
    expect(valueOf('Item.all(x, x in this.descendants or x.ancestors.count() < 2)', of('b'))).toBe(true)
  })

  test('ends where it comes to a circle, which a record of it is part of', () => {
    const circle = [item('a', 'c'), item('b', 'a'), item('c', 'b'), item('d', 'a')]
    expect(valueOf('ancestors', { this: circle[0] ?? null, records: { Item: circle } })).toEqual(['a', 'b', 'c'])
    expect(valueOf('this in ancestors', { this: circle[3] ?? null, records: { Item: circle } })).toBe(false)
  })

  test('follows a relation to many', () => {
    const tags = [tag('s', ['t', 'u']), tag('t', ['v']), tag('u', []), tag('v', ['s'])]
    const given = { this: record('Item', 'i', { tags: ['t'] }), records: { Tag: tags } }
    expect(valueOf('tags.first().ancestors', given)).toEqual(['s', 't', 'u', 'v'])
    expect(valueOf('Tag.filter(x, x.name == null and x.descendants.count() == 3).count()', given)).toBe(4)
  })

  test('reads the relation of the record itself, and of all others', () => {
    expect(readsOf(treeOf('ancestors.exists(x, x.done)'))).toMatchObject({
      own: ['parent'],
      others: [{ entity: 'Item' }, { entity: 'Item', field: 'parent' }, { entity: 'Item', field: 'done' }],
    })
  })

  test('is nothing that another entity has', () => {
    expect(complaintsOf('owner.items.first().ancestors.count() > 1 and old.descendants == null')).toEqual([])
    expect(complaintsOf('seen.ancestors')[0]).toContain('no-members')
  })
})

describe('in a document', () => {
  const fields = (...rows: readonly string[]): string =>
    `\n### Area\n\n| field | type |\n|---|---|\n| name | text |\n${rows.join('\n')}\n`
  const circle =
    '\n| rule | entity | must hold | otherwise |\n|---|---|---|---|\n| R | Area | no circle along part of | "No." |\n'

  test('no circle along a relation is a condition on the record', () => {
    const model = compileDocument(
      documentOf({ 3: fields('| part of | Area (as parts) |', '| owner | Person |'), 5: circle }),
    )
    expect(prepareRules(entityOf(model, 'Area')).map(({ node }) => printExpression(node))).toEqual([
      'not this in ancestors(part_of)',
    ])
  })

  test('a rule against circles needs a relation to itself', () => {
    const text = documentOf({ 3: fields('| part of | Person |'), 5: circle })
    expect(sayDiagnostics(text, compile(text), ['error'])).toEqual([
      expect.stringContaining('Expected here: a relation of Area to itself.'),
    ])
  })

  test('along one of several relations is said by its name', () => {
    const model = compileDocument(
      documentOf({
        3: fields('| part of | Area (as parts) |', '| near | Area (as nearby) |', '| owner | Person |'),
        5: '\n| rule | entity | must hold |\n|---|---|---|\n| R | Area | `ancestors(near).count() < 5 and part_of.descendants(part_of).count() < 5` |\n',
      }),
    )
    const [rule] = prepareRules(entityOf(model, 'Area'))
    expect(rule && printExpression(rule.node)).toBe(
      'ancestors(near).count() < 5 and part_of.descendants(part_of).count() < 5',
    )
    expect(complaintsOf('ancestors(owner)')[0]).toContain('"owner" is no relation of Item to itself')
    expect(complaintsOf('ancestors(1)')[0]).toContain('wrong-count')
    expect(complaintsOf('name.ancestors(parent)')[0]).toContain('wrong-operand')
  })

  test('two relations to itself make no plain line', () => {
    const rule = '\n| rule | entity | must hold |\n|---|---|---|\n| R | Area | `ancestors.count() < 5` |\n'
    const text = documentOf({ 3: fields('| part of | Area (as parts) |', '| near | Area (as nearby) |'), 5: rule })
    expect(sayDiagnostics(text, compile(text), ['error'])).toEqual([
      expect.stringContaining('Area has several relations to itself (part_of, near)'),
    ])
    const one = documentOf({
      3: fields('| part of | Area (as parts) |', '| near | several Area (as nearby) |'),
      5: rule,
    })
    expect(sayDiagnostics(one, compile(one), ['error'])).toEqual([])
  })
})
