// The types of calls: `is`, functions of one value, and those with rules of their own.
import { expressions as say } from '../../diagnostics/expressions.ts'
import { CALENDAR_UNITS, WEEKDAYS } from '../calendar.ts'
import { checkNamedLine, isDirection } from './check-lines.ts'
import { checkOverlaps } from './check-overlaps.ts'
import { checkSetCall, isSetCall } from './check-sets.ts'
import { checkShape, isShape } from './check-shapes.ts'
import type { Checking } from './checking.ts'
import type { Parameter } from '../functions/functions.ts'
import { findOverload, functionNames, overloadsOf } from '../functions/functions.ts'
import type { Node } from '../node.ts'
import { patternOf } from '../functions/pattern.ts'
import type { Span } from '../../text/span.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { convertNode, describeType, INTEGER, isMany, isNumeric, joinTypes, NUMBER, TEXT } from '../type-rules.ts'
import type { Type } from '../type.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>

/** What other languages call a function. */
const ELSEWHERE: { readonly [name: string]: string } = {
  length: 'size',
  len: 'size',
  any: 'exists',
  some: 'exists',
  every: 'all',
  where: 'filter',
  select: 'map',
  average: 'avg',
  total: 'sum',
  toLowerCase: 'lower',
  lowercase: 'lower',
  toUpperCase: 'upper',
  uppercase: 'upper',
  includes: 'contains',
  ifnull: 'coalesce',
  year: 'getFullYear',
  orderBy: 'sort',
}

export function checkCall(syntax: CallSyntax, checking: Checking, expected?: Type): Node | undefined {
  const { name, target, nameSpan } = syntax
  const given = target ? [target, ...syntax.arguments] : syntax.arguments
  if (isShape(syntax, checking)) return checkShape(syntax, checking)
  if (name === 'is') return checkIs(syntax, checking)
  if (isDirection(name)) return checkNamedLine(syntax, name, checking)
  if (!functionNames.includes(name)) {
    const known = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : checking.nearest(name, functionNames)
    const isValue = ['now', 'today', 'me', 'this', 'old'].includes(name) && given.length === 0
    checking.report(say.unknownFunction(nameSpan, { name, nearest: known, isValue }))
    return undefined
  }
  const [first, ...rest] = given
  if (!first) {
    checking.report(say.wrongCount(syntax.span, { name, expected: 'at least one value', found: 0 }))
    return undefined
  }
  switch (name) {
    case 'coalesce':
      return checkCoalesce(syntax, given, checking, expected)
    case 'round':
      return checkRound(syntax, given, checking)
    case 'text':
    case 'string':
      return checkText(syntax, given, checking)
    case 'overlaps':
      return checkOverlaps(syntax, given, checking)
    case 'has':
      return checkHas(syntax, given, checking)
  }
  if (isSetCall(name) && (name !== 'size' || target || given.length === 1)) {
    const set = checking.check(first)
    if (!set) return undefined
    return name === 'size' && !isMany(set.type)
      ? finishFunction(syntax, given, [set], checking)
      : checkSetCall(syntax, set, rest, checking)
  }
  const nodes = given.map((each) => checking.check(each))
  return nodes.every((node) => node !== undefined) ? finishFunction(syntax, given, nodes, checking) : undefined
}

/** `me.is("Agent")`, and `is("Agent")` of the record at hand if that is a person. */
function checkIs(syntax: CallSyntax, checking: Checking): Node | undefined {
  const { span, nameSpan } = syntax
  const record = checking.environment.record
  if (!syntax.target && record === undefined) {
    checking.report(say.noRecord(nameSpan, { name: 'is' }))
    return undefined
  }
  const self: Node = { kind: 'this', type: { kind: 'record', entity: record ?? 'Person' }, span: nameSpan }
  const person = syntax.target ? checking.check(syntax.target) : self
  if (!person) return undefined
  if (person.type.kind !== 'record' || person.type.entity !== 'Person') {
    checking.report(
      say.wrongOperand(person.span, {
        operator: 'is',
        expected: 'a record of Person',
        found: describeType(person.type),
      }),
    )
    return undefined
  }
  const role = syntax.arguments[0]
  if (!role || syntax.arguments.length > 2) {
    checking.report(
      say.wrongCount(span, { name: 'is', expected: 'the name of a role', found: syntax.arguments.length }),
    )
    return undefined
  }
  if (role.kind !== 'text') {
    checking.report(say.needsLiteral(role.span, { name: 'is', what: 'the name of a role' }))
    return undefined
  }
  const roles = checking.schema.rolesOf(role.value)
  if (!roles) {
    checking.report(
      say.unknownRole(role.span, { name: role.value, nearest: checking.nearest(role.value, checking.schema.roles) }),
    )
    return undefined
  }
  const on = syntax.arguments[1]
  if (on) return checkRoleOn(syntax, person, role, on, checking)
  if (roles.length > 0) return { kind: 'is', person, roles, type: { kind: 'boolean' }, span }
  const entities = checking.schema.entitiesOfRole?.(role.value) ?? []
  checking.report(say.roleNeedsRecord(role.span, { role: role.value, entities: entities.join(' or ') }))
  return undefined
}

/** `me.is("Room manager", room)`: a call until the model puts in what the role means. */
function checkRoleOn(
  syntax: CallSyntax,
  person: Node,
  role: Syntax & { readonly kind: 'text' },
  on: Syntax,
  checking: Checking,
): Node | undefined {
  const record = checking.check(on)
  if (!record) return undefined
  const { type } = record
  if (type.kind !== 'record') {
    const found = describeType(type)
    checking.report(say.wrongOperand(on.span, { operator: 'is', expected: 'a record', found }))
    return undefined
  }
  if (!checking.schema.entitiesOfRole?.(role.value).includes(type.entity)) {
    checking.report(say.roleOfOthers(role.span, { role: role.value, entity: type.entity }))
    return undefined
  }
  const named: Node = { kind: 'literal', value: role.value, type: TEXT, span: role.span }
  return { kind: 'call', name: 'is', arguments: [person, named, record], type: { kind: 'boolean' }, span: syntax.span }
}

function checkCoalesce(
  syntax: CallSyntax,
  given: readonly Syntax[],
  checking: Checking,
  expected?: Type,
): Node | undefined {
  // What is written out is understood as the type of what comes before it.
  let suits = expected
  const nodes: Node[] = []
  for (const each of given) {
    const node = checking.check(each, suits)
    if (!node) return undefined
    if (node.type.kind !== 'null') suits ??= node.type
    nodes.push(node)
  }
  let type: Type | undefined = { kind: 'null' }
  for (const node of nodes) {
    const joined: Type | undefined = joinTypes(type, node.type)
    if (!joined || joined.kind === 'set') {
      checking.report(say.differentItems(node.span, { first: describeType(type), other: describeType(node.type) }))
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
function checkRound(syntax: CallSyntax, given: readonly Syntax[], checking: Checking): Node | undefined {
  const [first, places] = given
  const node = first && checking.check(first)
  if (!node) return undefined
  if (given.length > 2) {
    checking.report(
      say.wrongCount(syntax.span, { name: 'round', expected: 'a number, and how many places', found: given.length }),
    )
    return undefined
  }
  if (!isNumeric(node.type)) {
    checking.report(
      say.wrongOperand(node.span, { operator: 'round', expected: 'a number', found: describeType(node.type) }),
    )
    return undefined
  }
  if (!places) return { kind: 'call', name: 'round', arguments: [node], type: INTEGER, span: syntax.span }
  if (places.kind !== 'integer' || places.value > 12) {
    checking.report(say.needsLiteral(places.span, { name: 'round', what: 'a number of places from 0 to 12' }))
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

function checkText(syntax: CallSyntax, given: readonly Syntax[], checking: Checking): Node | undefined {
  const node = given[0] && checking.check(given[0])
  if (!node) return undefined
  if (given.length > 1) {
    checking.report(say.wrongCount(syntax.span, { name: syntax.name, expected: 'one value', found: given.length }))
    return undefined
  }
  if (isMany(node.type) || ['record', 'object', 'json', 'calendar'].includes(node.type.kind)) {
    checking.report(
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

/** CEL's question whether a field is set. */
function checkHas(syntax: CallSyntax, given: readonly Syntax[], checking: Checking): Node | undefined {
  const field = given[0]
  if (field?.kind !== 'member' || given.length > 1) {
    checking.report(say.needsLiteral(syntax.span, { name: 'has', what: 'one field of a record' }))
    return undefined
  }
  return checking.check({
    kind: 'binary',
    operator: '!=',
    left: field,
    right: { kind: 'null', span: syntax.span },
    span: syntax.span,
  })
}

// Functions of the catalogue -----------------------------------------------------------------------

function finishFunction(
  syntax: CallSyntax,
  given: readonly Syntax[],
  nodes: readonly Node[],
  checking: Checking,
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
    checking.report(say.wrongOperand(span, { operator: name, expected, found }))
    return undefined
  }
  for (const [index, parameter] of overload.takes.entries())
    if (!checkWritten(name, parameter, given[index] as Syntax, checking)) return undefined
  const made = nodes.map((node, index) =>
    overload.takes[index] === 'number' ? (convertNode(node, NUMBER) ?? node) : node,
  )
  const call: Node = { kind: 'call', name, arguments: made, type: overload.gives, span }
  return checkWrittenMoment(call, given, checking)
}

/** Units and patterns are looked at now, not when they are met. */
function checkWritten(name: string, parameter: Parameter, syntax: Syntax, checking: Checking): boolean {
  if (parameter === 'pattern' && syntax.kind === 'text') {
    const pattern = patternOf(syntax.value)
    if (!('error' in pattern)) return true
    checking.report(say.badPattern(syntax.span, { reason: pattern.error }))
    return false
  }
  if (parameter === 'weekdays' && syntax.kind === 'list')
    return syntax.items.every((item) => item.kind !== 'text' || isWord(item.value, WEEKDAYS, item.span, checking))
  if (parameter !== 'unit') return true
  if (syntax.kind !== 'text') {
    checking.report(say.needsLiteral(syntax.span, { name, what: 'the unit ("day", "month" …)' }))
    return false
  }
  return isWord(syntax.value, name === 'dates' ? DATE_UNITS : CALENDAR_UNITS, syntax.span, checking)
}

/** A date has no hours. */
const DATE_UNITS: readonly string[] = CALENDAR_UNITS.filter((unit) => unit !== 'minute' && unit !== 'hour')

function isWord(word: string, words: readonly string[], span: Span, checking: Checking): boolean {
  if (words.includes(word)) return true
  checking.report(say.unknownWord(span, { word, words, nearest: checking.nearest(word, words) }))
  return false
}

/** `date("2026-12-24")` and its like are literals: wrong ones are errors, right ones are worked out once. */
function checkWrittenMoment(
  call: Node & { readonly kind: 'call' },
  given: readonly Syntax[],
  checking: Checking,
): Node | undefined {
  const written = given[0]
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
    checking.report(
      say.badLiteral(written.span, {
        text: written.value,
        what: call.name === 'timestamp' ? 'moment' : call.name,
        hint,
      }),
    )
    return undefined
  }
  const floating = call.type.kind === 'timestamp' && !/(?:[Zz]|[+-]\d\d:\d\d)$/.test(written.value)
  return floating ? call : { kind: 'literal', value, type: call.type, span: call.span }
}

function describeParameter(parameter: Parameter): string {
  if (parameter === 'unit') return 'a unit'
  if (parameter === 'pattern') return 'a pattern'
  if (parameter === 'weekdays') return 'a list of weekdays'
  return describeType({ kind: parameter })
}
