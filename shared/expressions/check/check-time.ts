// Checks literals of the time of day, and names the calendar that is meant by a text.
import type { Fix } from '../../diagnostics/diagnostic.ts'
import { writing } from '../../diagnostics/entry.ts'
import { expressions as say } from '../../diagnostics/expressions.ts'
import { identifierOf } from '../../text/identifier.ts'
import { readTime } from '../calendar.ts'
import { overloadsOf } from '../functions/overloads.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import type { CheckContext } from './check-context.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>

/** `time("09:00")` is a literal; the time of a moment is `time_of(…)`. */
export function checkTime({ arguments: given, span, nameSpan }: CallSyntax, context: CheckContext): Node | undefined {
  const [written, ...others] = given
  if (written?.kind !== 'text' || others.length > 0) {
    context.report(say.unknownFunction(nameSpan, { name: 'time', nearest: 'time_of' }))
    return undefined
  }
  const value = readTime(written.value)
  if (value !== null) return { kind: 'literal', value, type: { kind: 'time' }, span }
  context.report(say.badLiteral(written.span, { text: written.value, what: 'time', hint: 'write "09:00"' }))
  return undefined
}

/** A calendar is named, and no text: `calendar.working_hours`. */
export function calendarMeant(
  name: string,
  given: readonly Syntax[],
  { schema }: CheckContext,
): { readonly hint: string; readonly fixes?: readonly Fix[] } | undefined {
  if (!overloadsOf(name).some(({ takes }) => takes.includes('calendar'))) return undefined
  const last = given.at(-1)
  if (last?.kind !== 'text') return undefined
  const word = identifierOf(last.value, 'field')
  if (schema.calendars?.has(word) !== true) return { hint: 'a calendar of point 9 is named: calendar.name' }
  return { hint: `write calendar.${word}`, fixes: [writing(`calendar.${word}`, last.span, true)] }
}
