// Checks dates that are printed by a pattern: `format(period, "MMMM yyyy")`.
import { expressions as say } from '../../diagnostics/expressions.ts'
import { isDatePattern } from '../functions/date-pattern.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { TEXT } from '../type-rules.ts'
import type { CheckContext } from './check-context.ts'
import { describeType } from './describe-type.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>

export function checkFormat(
  { name, span, nameSpan }: CallSyntax,
  given: readonly Syntax[],
  context: CheckContext,
): Node | undefined {
  const [first, written, ...others] = given
  const value = first && context.check(first)
  if (!first || (value === undefined && written?.kind === 'text')) return undefined
  if (!value || written?.kind !== 'text' || others.length > 0) {
    context.report(
      say.wrongOperand(nameSpan, { operator: name, expected: 'a date and a pattern', found: 'something else' }),
    )
    return undefined
  }
  if (value.type.kind !== 'date' && value.type.kind !== 'timestamp') {
    const found = describeType(value.type)
    context.report(say.wrongOperand(value.span, { operator: name, expected: 'a date or a moment', found }))
    return undefined
  }
  if (!isDatePattern(written.value, value.type.kind === 'timestamp')) {
    const hint =
      "letters of a pattern: yyyy yy, MMMM MMM MM M, dd d, EEEE EEE, of a moment HH mm; others stand between '…'"
    context.report(say.badLiteral(written.span, { text: written.value, what: 'pattern of a date', hint }))
    return undefined
  }
  return { kind: 'shown', value, pattern: written.value, type: TEXT, span }
}
