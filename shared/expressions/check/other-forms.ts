// Notes forms that say what another one says, which the reference teaches.
import { writing } from '../../diagnostics/entry.ts'
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Node } from '../node.ts'
import { printSyntax } from '../syntax/print-syntax.ts'
import type { Syntax } from '../syntax/syntax.ts'
import type { Type } from '../type.ts'
import type { CheckContext } from './check-context.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>
type BinarySyntax = Extract<Syntax, { readonly kind: 'binary' }>

/** CEL counts in UTC, and months and days from 0: what is written there in its place is not quite the same. */
const PARTS_OF_TIME: { readonly [name: string]: string } = {
  getFullYear: 'year(d)',
  getMonth: 'month(d), which counts from 1',
  getDate: 'day(d)',
  getDayOfMonth: 'day(d), which counts from 1',
  getDayOfYear: 'd - start_of("year", d)',
  getDayOfWeek: 'weekday(d), which is a word',
  getHours: 'time_of(t), in the time zone of the application',
  getMinutes: 'time_of(t), in the time zone of the application',
}

export function notePartOfTime({ name, nameSpan }: CallSyntax, context: CheckContext): void {
  const instead = Object.hasOwn(PARTS_OF_TIME, name) ? PARTS_OF_TIME[name] : undefined
  if (instead !== undefined) context.report(say.otherForm(nameSpan, { form: name, instead }))
}

/** `size()` of records is `count()`. */
export function noteCount({ target, span, nameSpan }: CallSyntax, set: Syntax, context: CheckContext): void {
  const instead = `${printSyntax(set)}.count()`
  const at = target ? nameSpan : span
  const fixes = instead.includes('|') ? [] : [writing(target ? 'count' : instead, at, true)]
  context.report(say.otherForm(at, { form: 'size', instead }, { fixes }))
}

/** Notes a quotient of whole numbers where a whole number is expected: only its whole part can be meant. */
export function noteWholeDivision(
  syntax: BinarySyntax,
  left: Node,
  right: Node,
  expected: Type | undefined,
  context: CheckContext,
): void {
  const { left: dividend, right: divisor, operator, span } = syntax
  if (operator !== '/' || left.type.kind !== 'integer' || right.type.kind !== 'integer') return
  if (expected?.kind !== 'integer') return
  const instead = `div(${printSyntax(dividend)}, ${printSyntax(divisor)})`
  const fixes = instead.includes('|') ? [] : [writing(instead, span, true)]
  context.report(say.wholeDivision(span, { form: printSyntax(syntax), instead }, { fixes }))
}

/** `d + 7` is read as `d + days(7)`. */
export function noteDays(
  { left: first, right: second, operator }: BinarySyntax,
  left: Node,
  right: Node,
  context: CheckContext,
): void {
  const [date, count] = left.type.kind === 'date' ? [left, second] : [right, first]
  const other = date === left ? right : left
  if (date.type.kind !== 'date' || other.type.kind !== 'integer') return
  const instead = `days(${printSyntax(count)})`
  const fixes = instead.includes('|') ? [] : [writing(instead, count.span, true)]
  context.report(say.otherForm(count.span, { form: `${operator} ${printSyntax(count)}`, instead }, { fixes }))
}
