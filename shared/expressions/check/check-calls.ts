// Checks the types of function calls.
import { writing } from '../../diagnostics/entry.ts'
import { expressions as say } from '../../diagnostics/expressions.ts'
import { CALENDAR_UNITS, WEEKDAYS } from '../calendar.ts'
import { meantCall, renamed } from './functions-elsewhere.ts'
import { checkNamedAncestry, isDirection } from './check-self-relations.ts'
import { checkOverlaps } from './check-overlaps.ts'
import { checkAbs, checkDivision, checkExtreme, checkJoin, checkLabel } from './check-values.ts'
import { checkSetCall, isSetCall } from './check-sets.ts'
import { checkShape, isShape } from './check-shape.ts'
import { noteCount, notePartOfTime } from './other-forms.ts'
import { calendarMeant, checkTime } from './check-time.ts'
import type { CheckContext } from './check-context.ts'
import { literally } from './check-template.ts'
import type { FunctionParameter } from '../functions/overloads.ts'
import { checkConstantAt } from './check-constant-at.ts'
import { checkFormat } from './check-format.ts'
import { checkHas } from './check-has.ts'
import { checkIs } from './check-is.ts'
import { findOverload, functionNames, overloadsOf } from '../functions/overloads.ts'
import type { Node } from '../node.ts'
import { patternOf } from '../functions/pattern.ts'
import type { Span } from '../../text/span.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { writeValue } from '../read-value.ts'
import { convertNode } from './convert-node.ts'
import { describeType } from './describe-type.ts'
import { INTEGER, isCollection, isNumeric, joinTypes, NUMBER, TEXT } from '../type-rules.ts'
import type { Type } from '../type.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>

export function checkCall(written: CallSyntax, context: CheckContext, expected?: Type): Node | undefined {
  const syntax = withoutTemplates(written)
  const { name, target, nameSpan } = syntax
  const given = target ? [target, ...syntax.arguments] : syntax.arguments
  if (isShape(syntax, context)) return checkShape(syntax, context)
  if (name === 'is') return checkIs(syntax, context)
  if (isDirection(name)) return checkNamedAncestry(syntax, name, context)
  if (name === 'time' && !target) return checkTime(syntax, context)
  if (name === 'at' && target) return checkConstantAt(syntax, target, context)
  // A label is a text of the document, as a hole is.
  if (!functionNames.includes(name) || (name === 'label' && !context.schema.templates)) {
    const meant = meantCall(syntax)
    // A bar would have to be written otherwise in the cell of a table.
    const written = meant?.write === undefined || meant.write.includes('|') ? undefined : meant.write
    const nearest = meant ? undefined : (renamed(name) ?? context.nearest(name, functionNames))
    const fixes = written === undefined ? undefined : { fixes: [writing(written, syntax.span, true)] }
    context.report(say.unknownFunction(nameSpan, { name, nearest, meant: meant?.hint }, fixes))
    return undefined
  }
  const [first, ...rest] = given
  if (!first) {
    context.report(say.wrongCount(syntax.span, { name, expected: 'at least one value', found: 0 }))
    return undefined
  }
  switch (name) {
    case 'coalesce':
      return checkCoalesce(syntax, given, context, expected)
    case 'round':
      return checkRound(syntax, given, context)
    case 'text':
    case 'string':
      return checkText(syntax, given, context)
    case 'overlaps':
      return checkOverlaps(syntax, given, context)
    case 'has':
      return checkHas(syntax, given, context)
    case 'format':
      return checkFormat(syntax, given, context)
    case 'abs':
      return checkAbs(syntax, given, context)
    case 'div':
      return checkDivision(syntax, given, context)
    case 'join':
      return checkJoin(syntax, given, context)
    case 'label':
      return checkLabel(syntax, given, context)
  }
  if (isSetCall(name) && (name !== 'size' || target || given.length === 1)) {
    const set = context.check(first)
    if (!set) return undefined
    if ((name === 'min' || name === 'max') && !target && !isCollection(set.type))
      return checkExtreme(syntax, set, rest, context)
    if (name === 'size' && set.type.kind === 'set') noteCount(syntax, first, context)
    return name === 'size' && !isCollection(set.type)
      ? finishFunction(syntax, given, [set], context)
      : checkSetCall(syntax, set, rest, context)
  }
  const nodes = given.map((each) => context.check(each))
  if (nodes[0]?.type.kind !== 'duration') notePartOfTime(syntax, context)
  return nodes.every((node) => node !== undefined) ? finishFunction(syntax, given, nodes, context) : undefined
}

/** Patterns, and texts that are looked for in others, mean their braces. */
function withoutTemplates(syntax: CallSyntax): CallSyntax {
  if (!LOOKS_FOR.has(syntax.name)) return syntax
  const isPattern = (at: number): boolean => syntax.name !== 'replace' || at === (syntax.target ? 0 : 1)
  return { ...syntax, arguments: syntax.arguments.map((each, at) => (isPattern(at) ? literally(each) : each)) }
}

const LOOKS_FOR: ReadonlySet<string> = new Set(['matches', 'replace', 'contains', 'startsWith', 'endsWith'])

function checkCoalesce(
  syntax: CallSyntax,
  given: readonly Syntax[],
  context: CheckContext,
  expected?: Type,
): Node | undefined {
  // What is written out is understood as the type of what comes before it.
  let suits = expected
  const nodes: Node[] = []
  for (const each of given) {
    const node = context.check(each, suits)
    if (!node) return undefined
    if (node.type.kind !== 'null') suits ??= node.type
    nodes.push(node)
  }
  let type: Type | undefined = { kind: 'null' }
  for (const node of nodes) {
    const joined: Type | undefined = joinTypes(type, node.type)
    if (!joined || joined.kind === 'set') {
      context.report(say.differentItems(node.span, { first: describeType(type), other: describeType(node.type) }))
      return undefined
    }
    type = joined
  }
  const result = type
  return {
    kind: 'call',
    name: 'coalesce',
    arguments: nodes.map((node) => convertNode(node, result) ?? node),
    type: result,
    span: syntax.span,
  }
}

/** `round(x)` is a whole number, `round(x, 2)` a decimal(2). */
function checkRound(syntax: CallSyntax, given: readonly Syntax[], context: CheckContext): Node | undefined {
  const [first, places] = given
  // A quotient that is rounded has places that are meant.
  const isQuotient = first?.kind === 'binary' && first.operator === '/'
  const node = first && context.check(first, isQuotient ? NUMBER : undefined)
  if (!node) return undefined
  if (given.length > 2) {
    context.report(
      say.wrongCount(syntax.span, { name: 'round', expected: 'a number, and how many places', found: given.length }),
    )
    return undefined
  }
  if (!isNumeric(node.type)) {
    context.report(
      say.wrongOperand(node.span, { operator: 'round', expected: 'a number', found: describeType(node.type) }),
    )
    return undefined
  }
  if (!places) return { kind: 'call', name: 'round', arguments: [node], type: INTEGER, span: syntax.span }
  if (places.kind !== 'integer' || places.value > 12) {
    context.report(say.needsLiteral(places.span, { name: 'round', what: 'a number of places from 0 to 12' }))
    return undefined
  }
  const count: Node = { kind: 'literal', value: places.value, type: INTEGER, span: places.span }
  return {
    kind: 'call',
    name: 'round',
    arguments: [node, count],
    type: { kind: 'decimal', scale: places.value },
    span: syntax.span,
  }
}

function checkText(syntax: CallSyntax, given: readonly Syntax[], context: CheckContext): Node | undefined {
  const node = given[0] && context.check(given[0])
  if (!node) return undefined
  if (given.length > 1) {
    context.report(say.wrongCount(syntax.span, { name: syntax.name, expected: 'one value', found: given.length }))
    return undefined
  }
  if (isCollection(node.type) || ['record', 'object', 'json', 'calendar'].includes(node.type.kind)) {
    context.report(
      say.wrongOperand(node.span, {
        operator: syntax.name,
        expected: 'a single value',
        found: describeType(node.type),
      }),
    )
    return undefined
  }
  return { kind: 'call', name: 'text', arguments: [node], type: TEXT, span: syntax.span }
}

// Functions of the catalogue -----------------------------------------------------------------------

function finishFunction(
  syntax: CallSyntax,
  given: readonly Syntax[],
  nodes: readonly Node[],
  context: CheckContext,
): Node | undefined {
  const { name, span } = syntax
  const overloads = overloadsOf(name)
  const overload =
    overloads[
      findOverload(
        name,
        nodes.map((node) => node.type),
      )
    ]
  if (!overload) {
    const expected = [...new Set(overloads.map(({ takes }) => takes.map(describeParameter).join(' and ')))].join(
      ', or ',
    )
    const found = nodes.map((node) => describeType(node.type)).join(' and ')
    const calendar = calendarMeant(name, given, context)
    const hint = calendar?.hint
    const fixes = calendar?.fixes ? { fixes: calendar.fixes } : undefined
    context.report(say.wrongOperand(span, { operator: name, expected, found, hint }, fixes))
    return undefined
  }
  for (const [index, parameter] of overload.takes.entries())
    if (!checkWritten(name, parameter, given[index] as Syntax, overload.takes.length, context)) return undefined
  const made = nodes.map((node, index) =>
    overload.takes[index] === 'number' ? (convertNode(node, NUMBER) ?? node) : node,
  )
  const call: Node = { kind: 'call', name, arguments: made, type: overload.gives, span }
  return checkWrittenMoment(call, given, context)
}

/** Lists the units that a call with this number of arguments accepts. */
function unitsOf(name: string, count: number): readonly string[] {
  if (name === 'later' && count === 4) return WORKING_UNITS
  return name === 'dates' ? DATE_UNITS : CALENDAR_UNITS
}

const WORKING_UNITS: readonly string[] = ['working day']

/** Units and patterns are looked at now, not when they are met. */
function checkWritten(
  name: string,
  parameter: FunctionParameter,
  syntax: Syntax,
  count: number,
  context: CheckContext,
): boolean {
  if (parameter === 'pattern' && name === 'replace' && syntax.kind !== 'text') {
    context.report(say.needsLiteral(syntax.span, { name, what: 'the pattern' }))
    return false
  }
  if (parameter === 'pattern' && syntax.kind === 'text') {
    const pattern = patternOf(syntax.value)
    if (!('error' in pattern) && name === 'replace' && pattern.nullable) {
      context.report(
        say.badPattern(syntax.span, { reason: 'it matches nothing too, and there would be nothing to replace' }),
      )
      return false
    }
    if (!('error' in pattern)) return true
    context.report(say.badPattern(syntax.span, { reason: pattern.error }))
    return false
  }
  if (parameter === 'weekdays' && syntax.kind === 'list')
    return syntax.items.every((item) => item.kind !== 'text' || isWord(item.value, WEEKDAYS, item.span, context))
  if (parameter !== 'unit') return true
  if (syntax.kind !== 'text') {
    context.report(say.needsLiteral(syntax.span, { name, what: 'the unit ("day", "month" …)' }))
    return false
  }
  return isWord(syntax.value, unitsOf(name, count), syntax.span, context)
}

/** A date has no hours. */
const DATE_UNITS: readonly string[] = CALENDAR_UNITS.filter((unit) => unit !== 'minute' && unit !== 'hour')

function isWord(word: string, words: readonly string[], span: Span, context: CheckContext): boolean {
  if (words.includes(word)) return true
  context.report(say.unknownWord(span, { word, words, nearest: context.nearest(word, words) }))
  return false
}

/** `date("2026-12-24")` and its like are literals: wrong ones are errors, right ones are worked out once. */
function checkWrittenMoment(
  call: Node & { readonly kind: 'call' },
  given: readonly Syntax[],
  context: CheckContext,
): Node | undefined {
  const written = given.length === 1 ? given[0] : undefined
  if (!['date', 'moment', 'timestamp', 'duration'].includes(call.name) || written?.kind !== 'text') return call
  const overload = overloadsOf(call.name)[0]
  const value = overload?.run([written.value], 'UTC') ?? null
  if (value === null) {
    const hint =
      call.name === 'date'
        ? 'write "2026-12-24"'
        : call.name === 'duration'
          ? 'write "PT8H" or "8h"'
          : 'write "2026-12-24T09:00"'
    context.report(
      say.badLiteral(written.span, {
        text: written.value,
        what: call.name === 'timestamp' ? 'moment' : call.name,
        hint,
      }),
    )
    return undefined
  }
  const floating = call.type.kind === 'timestamp' && !/(?:[Zz]|[+-]\d\d:\d\d)$/.test(written.value)
  return floating ? call : { kind: 'literal', value: writeValue(value, call.type), type: call.type, span: call.span }
}

function describeParameter(parameter: FunctionParameter): string {
  if (parameter === 'unit') return 'a unit'
  if (parameter === 'pattern') return 'a pattern'
  if (parameter === 'weekdays') return 'a list of weekdays'
  return describeType({ kind: parameter })
}
