// `overlaps(a, b)`: two records that last from one moment or day to another; half-open, and an empty end is unbounded.
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Span } from '../../text/span.ts'
import type { Checking } from './checking.ts'
import type { BinaryOperator, Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { BOOLEAN, describeType } from '../type-rules.ts'

interface Lasting {
  readonly from: Node
  readonly to: Node
}

/** The condition in its parts, so that nothing else needs to know of it. It is unknown where a start is empty. */
export function checkOverlaps({ span }: Syntax, given: readonly Syntax[], checking: Checking): Node | undefined {
  if (given.length !== 2) {
    checking.report(say.wrongCount(span, { name: 'overlaps', expected: 'two records', found: given.length }))
    return undefined
  }
  const [a, b] = given.map((each) => lastingOf(each, checking))
  if (!a || !b) return undefined
  if (a.from.type.kind !== b.from.type.kind) {
    const [left, right] = [describeType(a.from.type), describeType(b.from.type)]
    checking.report(say.wrongOperands(span, { operator: 'overlaps', left, right }))
    return undefined
  }
  const binary = (operator: BinaryOperator, left: Node, right: Node): Node => {
    return { kind: 'binary', operator, left, right, type: BOOLEAN, span }
  }
  const isEmpty = (node: Node): Node => binary('==', node, nothing(node, span))
  const endsAfter = (one: Lasting, other: Lasting): Node =>
    binary('or', isEmpty(one.to), binary('<', other.from, one.to))
  return {
    kind: 'conditional',
    test: binary('or', isEmpty(a.from), isEmpty(b.from)),
    then: { kind: 'literal', value: null, type: BOOLEAN, span },
    otherwise: binary('and', endsAfter(a, b), endsAfter(b, a)),
    type: BOOLEAN,
    span,
  }
}

function nothing(node: Node, span: Span): Node {
  return { kind: 'literal', value: null, type: node.type, span }
}

function lastingOf(syntax: Syntax, checking: Checking): Lasting | undefined {
  const record = checking.check(syntax)
  if (!record) return undefined
  const { type, span } = record
  if (type.kind !== 'record') {
    const expected = 'two records'
    checking.report(say.wrongOperand(span, { operator: 'overlaps', expected, found: describeType(type) }))
    return undefined
  }
  const { entity } = type
  const lasts = checking.schema.spanOf?.(entity)
  const fieldOf = (field: string): Node | undefined => {
    const member = checking.schema.member(entity, field)
    return member?.kind === 'field' ? { kind: 'field', record, entity, field, type: member.type, span } : undefined
  }
  const from = lasts && fieldOf(lasts.from)
  const to = lasts && fieldOf(lasts.to)
  if (from && to) return { from, to }
  checking.report(say.noSpan(span, { entity }))
  return undefined
}
