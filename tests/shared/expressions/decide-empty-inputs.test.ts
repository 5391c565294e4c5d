// Tests that deciding empty inputs leaves the value as it was.
import { assert, constantFrom, letrec, oneof, property, record, tuple } from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import { compileExpression } from '#shared/expressions/evaluate.ts'
import { decideEmptyInputs, inputsComparedWithNothing } from '#shared/expressions/decide-empty-inputs.ts'
import type { BinaryOperator, Node } from '#shared/expressions/node.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import type { Value } from '#shared/expressions/value.ts'

const span = { start: 0, end: 0 }
const BOOLEAN = { kind: 'boolean' } as const
const input = (name: string): Node => ({ kind: 'input', name, type: { kind: 'text' }, span })
const literal = (value: unknown, kind: 'boolean' | 'text' = 'text'): Node => ({
  kind: 'literal',
  value,
  type: { kind },
  span,
})
const binary = (operator: BinaryOperator, left: Node, right: Node): Node => ({
  kind: 'binary',
  operator,
  left,
  right,
  type: BOOLEAN,
  span,
})
const conditional = (test: Node, then: Node, otherwise: Node): Node => ({
  kind: 'conditional',
  test,
  then,
  otherwise,
  type: BOOLEAN,
  span,
})

const NAMES = ['a', 'b', 'c'] as const
const inputs = constantFrom(...NAMES).map(input)
const { tree } = letrec<{ tree: Node }>((tie) => ({
  tree: oneof(
    { depthSize: 'small' },
    tuple(constantFrom('==' as const, '!=' as const), inputs).map(([operator, each]) =>
      binary(operator, each, literal(null)),
    ),
    inputs.map((each) => binary('==', literal(null), each)),
    tuple(inputs, constantFrom('x', 'y')).map(([each, word]) => binary('==', each, literal(word))),
    // Empty where the input is: neither true nor false.
    inputs.map((each) => binary('<', each, literal('m'))),
    constantFrom(true, false).map((truth) => literal(truth, 'boolean')),
    tuple(constantFrom('and' as const, 'or' as const), tie('tree'), tie('tree')).map((parts) => binary(...parts)),
    tuple(tie('tree'), tie('tree'), tie('tree')).map((parts) => conditional(...parts)),
  ),
}))
const values = record({
  ...Object.fromEntries(NAMES.map((name) => [name, constantFrom(null, 'x', 'y')])),
}) as Arbitrary<{ readonly [name: string]: Value }>

function valueOf(node: Node, given: { readonly [name: string]: Value }): Value {
  return compileExpression(node)({
    input: given,
    timeZone: 'UTC',
    now: '2026-11-23T00:00:00.000Z',
    me: null,
    limits: {},
  })
}

test('what is decided before has the value that it has afterwards', () => {
  assert(
    property(tree, values, (node, given) => {
      const compared = inputsComparedWithNothing([node])
      const decided = decideEmptyInputs(node, new Map(compared.map((name) => [name, given[name] === null])))
      expect(valueOf(decided, given)).toEqual(valueOf(node, given))
      expect(inputsComparedWithNothing([decided])).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('a filter that holds for all is none', () => {
  const records: Node = {
    kind: 'records',
    entity: 'Article',
    type: { kind: 'set', of: { kind: 'record', entity: 'Article' } },
    span,
  }
  const wanted = binary('or', binary('==', input('a'), literal(null)), binary('==', literal('x'), input('a')))
  const filtered: Node = { ...records, kind: 'each', operation: 'filter', set: records, variable: 'v', body: wanted }
  expect(printExpression(decideEmptyInputs(filtered, new Map([['a', true]])))).toBe('Article')
  expect(printExpression(decideEmptyInputs(filtered, new Map([['a', false]])))).toBe(
    'Article.filter(v, "x" == input.a)',
  )
})
