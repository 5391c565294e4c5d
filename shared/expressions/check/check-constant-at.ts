// Checks constants of a day: `limits.rate at invoice.day`.
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { BOOLEAN } from '../type-rules.ts'
import type { Type } from '../type.ts'
import type { CheckContext } from './check-context.ts'
import { describeType } from './describe-type.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>

const DATE: Type = { kind: 'date' }

/** Gives the newest of the constant's values that is in force on the day; empty where the day is, or before the first. */
export function checkConstantAt(
  { arguments: given, span, nameSpan }: CallSyntax,
  target: Syntax,
  context: CheckContext,
): Node | undefined {
  const constant = context.check(target)
  const [written] = given
  const day = written && context.check(written)
  if (!constant || !day || !written) return undefined
  if (constant.kind !== 'limit') {
    const found = describeType(constant.type)
    context.report(say.wrongOperand(constant.span, { operator: 'at', expected: 'a constant of point 9', found }))
    return undefined
  }
  if (day.type.kind !== 'date' && day.type.kind !== 'timestamp') {
    const found = describeType(day.type)
    context.report(say.wrongOperand(nameSpan, { operator: 'at', expected: 'a date or a moment', found }))
    return undefined
  }
  const { type } = constant
  const date: Node =
    day.type.kind === 'date' ? day : { kind: 'call', name: 'date_of', arguments: [day], type: DATE, span: day.span }
  const literal = (value: unknown, of = type): Node => ({ kind: 'literal', value, type: of, span })
  return (context.schema.limitValues?.(constant.name) ?? []).reduce<Node>((before, { from, value }) => {
    if (from === undefined) return literal(value)
    const test: Node = { kind: 'binary', operator: '>=', left: date, right: literal(from, DATE), type: BOOLEAN, span }
    return { kind: 'conditional', test, then: literal(value), otherwise: before, type, span }
  }, literal(null))
}
