// Lookups of point 9: what they answer, and what may be asked of them.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import { compileDocument, documentOf, sayDiagnostics } from '../../helpers/compile-document.ts'
import { entityOf } from '../../apps/decide.ts'
import { complaintsOf, record, treeOf, valueOf } from './expression-helper.ts'

const low = { this: record('Item', 'i0', { level: 'low', done: true, count: 1 }) }

describe('a lookup', () => {
  test('answers by two keys, in brackets or after a dot', { tags: 'reference/lookups' }, () => {
    expect(valueOf('lookup.urgency[level]["normal"]', low)).toBe('normal')
    expect(valueOf('lookup.urgency[level].normal', low)).toBe('normal')
    expect(valueOf('lookup.urgency.normal["high"]', low)).toBe('high')
    expect(valueOf('lookup.fee.low[level]', low)).toBe('0.50')
  })

  test('takes yes or no and whole numbers for their words', () => {
    expect(valueOf('lookup.urgency[level][done]', low)).toBe('high')
    expect(valueOf('lookup.points[count].high', low)).toBe(-1)
    expect(valueOf('lookup.points[0].low', low)).toBe(7)
  })

  test('is empty for a key that it lacks, and for none', { tags: 'reference/lookups' }, () => {
    expect(valueOf('lookup.urgency[level].high', low)).toBe(null)
    expect(valueOf('lookup.label.low[name]', { this: record('Item', 'i0', { name: 'constructor' }) })).toBe(null)
    expect(valueOf('lookup.urgency[level].low == null', { this: record('Item', 'i0') })).toBe(true)
  })

  test('gives words in the order of the choice that they are compared with', () => {
    expect(valueOf('level < lookup.urgency["low"]["yes"]', low)).toBe(true)
    expect(treeOf('lookup.urgency[level].low', { kind: 'choice', words: ['high', 'low', 'other'] }).type.kind).toBe(
      'choice',
    )
  })

  test('says what is wrong with a key that is written out', () => {
    expect(complaintsOf('lookup.urgency["nromal"].low == null')).toEqual([
      'unknown-word at ""nromal"": "nromal" is none of the words low, normal. (did you mean "normal"?)',
    ])
    expect(complaintsOf('lookup.urgnecy[level].low == null')[0]).toContain('did you mean "urgency"?')
  })

  test('may be hidden by a variable of its name', () => {
    expect(treeOf('Item.exists(lookup, lookup.name == "a")').kind).toBe('each')
  })
})

describe('the lookups of a document', () => {
  const point9 = `
### Lookup priority matrix

| impact | low | very high |
|---|---|---|
| one person | p3 | p2 |
| everybody | p2 | p1 |

### Lookup plans

| plan | price | answer within | seats | note |
|---|---|---|---|---|
| basic | 9.50 | 2 days | 1 | "a, b" |
| pro | 20 | 90 minutes | 1,000 | - |
`
  const point3 = `
### Ticket

| field | type | value |
|---|---|---|
| impact | one of one person, everybody | |
| urgency | one of low, very high | |
| plan | one of basic, pro | |
| priority | computed one of p1, p2, p3 | \`lookup.priority_matrix[impact][urgency]\` |
| price | computed decimal(2) | \`lookup.plans[plan].price\` |
| within | computed duration | \`lookup.plans[plan].answer_within\` |
| seats | computed integer | \`lookup.plans[plan]["seats"]\` |
`

  test('have words, numbers, durations and texts', () => {
    const { fields } = entityOf(compileDocument(documentOf({ 3: point3, 9: point9 })), 'Ticket')
    const valueTypes = ['priority', 'price', 'within', 'seats'].map((name) => {
      const node = fields.get(name)?.computed?.expression.tree
      return node && `${printExpression(node)}: ${JSON.stringify(node.type)}`
    })
    expect(valueTypes).toEqual([
      'lookup.priority_matrix[impact][urgency]: {"kind":"choice","words":["p1","p2","p3"]}',
      'lookup.plans[plan]["price"]: {"kind":"decimal","scale":2}',
      'lookup.plans[plan]["answer_within"]: {"kind":"duration"}',
      'lookup.plans[plan]["seats"]: {"kind":"integer"}',
    ])
  })

  test('with one column beside their keys are asked with one key', { tags: 'reference/lookups' }, () => {
    const rates = '\n### Lookup rate\n\n| country | rate |\n|---|---|\n| basic | 19.0 |\n| pro | 7.0 |\n'
    const field =
      '| rate | computed decimal(1) | `lookup.rate[plan]` |\n| same | computed decimal(1) | `lookup.rate[plan].rate` |\n'
    const { fields } = entityOf(compileDocument(documentOf({ 3: point3 + field, 9: point9 + rates })), 'Ticket')
    const printed = ['rate', 'same'].map((name) => {
      const node = fields.get(name)?.computed?.expression.tree
      return node && printExpression(node)
    })
    expect(printed).toEqual(['lookup.rate[plan]["rate"]', 'lookup.rate[plan]["rate"]'])
    const wrong = documentOf({ 3: point3 + field.replace('rate[plan]', 'rate'), 9: point9 + rates })
    expect(sayDiagnostics(wrong, compile(wrong), ['error'])).toHaveLength(1)
  })

  test('give nothing to who asks for another type', () => {
    const text = documentOf({ 3: point3.replace('computed integer', 'computed date'), 9: point9 })
    expect(sayDiagnostics(text, compile(text), ['error'])).toEqual([expect.stringContaining('This is a whole number')])
  })
})
