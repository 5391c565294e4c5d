// Checks `overlaps(a, b)`, which compares the periods of two records.
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Span } from '../../text/span.ts'
import type { CheckContext } from './check-context.ts'
import type { BinaryOperator, Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { describeType } from './describe-type.ts'
import { BOOLEAN } from '../type-rules.ts'

interface PeriodRecord {
  readonly from: Node
  readonly to: Node
}

/**
 * Writes the call out as the comparisons that it stands for, so that evaluators and SQL need not know it. The result is unknown where a
 * start is empty. A period of dates includes its last day, as `includesEnd` says.
 */
export function checkOverlaps({ span }: Syntax, given: readonly Syntax[], context: CheckContext): Node | undefined {
  if (given.length !== 2) {
    context.report(say.wrongCount(span, { name: 'overlaps', expected: 'two records', found: given.length }))
    return undefined
  }
  const [a, b] = given.map((each) => periodOf(each, context))
  if (!a || !b) return undefined
  if (a.from.type.kind !== b.from.type.kind) {
    const [left, right] = [describeType(a.from.type), describeType(b.from.type)]
    context.report(say.wrongOperands(span, { operator: 'overlaps', left, right }))
    return undefined
  }
  const binary = (operator: BinaryOperator, left: Node, right: Node): Node => {
    return { kind: 'binary', operator, left, right, type: BOOLEAN, span }
  }
  const isEmpty = (node: Node): Node => binary('==', node, nothing(node, span))
  const endsAfter = (one: PeriodRecord, other: PeriodRecord): Node =>
    binary('or', isEmpty(one.to), binary(one.to.type.kind === 'date' ? '<=' : '<', other.from, one.to))
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

function periodOf(syntax: Syntax, context: CheckContext): PeriodRecord | undefined {
  const record = context.check(syntax)
  if (!record) return undefined
  const { type, span } = record
  if (type.kind !== 'record') {
    const expected = 'two records'
    context.report(say.wrongOperand(span, { operator: 'overlaps', expected, found: describeType(type) }))
    return undefined
  }
  const { entity } = type
  const lasts = context.schema.periodFieldsOf?.(entity)
  const fieldOf = (field: string): Node | undefined => {
    const member = context.schema.member(entity, field)
    return member?.kind === 'field' ? { kind: 'field', record, entity, field, type: member.type, span } : undefined
  }
  const from = lasts && fieldOf(lasts.from)
  const to = lasts && fieldOf(lasts.to)
  if (from && to) return { from, to }
  context.report(say.noSpan(span, { entity }))
  return undefined
}
