// Checks operations over sets and lists, with or without a variable.
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { CheckContext } from './check-context.ts'
import { checkTruth } from './check-operators.ts'
import { quotientScale } from '../decimal.ts'
import { printExpression } from '../print-expression.ts'
import { SET_OPERATIONS } from '../functions/overloads.ts'
import type { Node, SetOperation } from '../node.ts'
import type { Span } from '../../text/span.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { describeType } from './describe-type.ts'
import { BOOLEAN, INTEGER, isCollection, isNumeric, isOrdered, NUMBER, TEXT } from '../type-rules.ts'
import type { Type } from '../type.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>
type SetOrList = Extract<Type, { readonly of: Type }>

/** Operations on a whole set or list, with the number of arguments that each takes. */
const WHOLE: { readonly [name: string]: { readonly least: number; readonly most: number; readonly takes: string } } = {
  count: { least: 0, most: 0, takes: 'nothing' },
  size: { least: 0, most: 0, takes: 'nothing' },
  first: { least: 0, most: 1, takes: 'nothing, or a number' },
  page: { least: 2, most: 2, takes: 'a limit and an offset' },
  distinct: { least: 0, most: 0, takes: 'nothing' },
}

export function isSetCall(name: string): boolean {
  return name === 'object' || (SET_OPERATIONS as readonly string[]).includes(name) || Object.hasOwn(WHOLE, name)
}

/** `set` is the checked target; `given` are the arguments after it. */
export function checkSetCall(
  syntax: CallSyntax,
  set: Node,
  given: readonly Syntax[],
  context: CheckContext,
): Node | undefined {
  const { type } = set
  if (!isCollection(type)) {
    const expected = 'a set or a list'
    context.report(say.wrongOperand(set.span, { operator: syntax.name, expected, found: describeType(type) }))
    return undefined
  }
  if (syntax.name === 'object') return checkObject(syntax, set, type, given, context)
  return Object.hasOwn(WHOLE, syntax.name)
    ? checkWhole(syntax, set, type, given, context)
    : checkEach(syntax, set, type, given, context)
}

function checkWhole(
  syntax: CallSyntax,
  set: Node,
  type: SetOrList,
  given: readonly Syntax[],
  context: CheckContext,
): Node | undefined {
  const { span } = syntax
  const rule = WHOLE[syntax.name]
  if (!rule || given.length < rule.least || given.length > rule.most) {
    context.report(say.wrongCount(span, { name: syntax.name, expected: rule?.takes ?? '', found: given.length }))
    return undefined
  }
  const numbers: Node[] = []
  for (const each of given) {
    const node = context.check(each, INTEGER)
    if (node && node.type.kind !== 'integer')
      context.report(say.wrongType(each.span, { found: describeType(node.type), expected: 'a whole number' }))
    else if (node) numbers.push(node)
  }
  if (numbers.length < given.length) return undefined
  const name = syntax.name === 'size' ? 'count' : syntax.name
  const gives: Type = name === 'count' ? INTEGER : name === 'first' && given.length === 0 ? type.of : type
  return { kind: 'call', name, arguments: [set, ...numbers], type: gives, span }
}

function checkEach(
  syntax: CallSyntax,
  set: Node,
  type: SetOrList,
  given: readonly Syntax[],
  context: CheckContext,
): Node | undefined {
  const { name, span } = syntax
  // `prices.sum()` is `prices.sum(x, x)`.
  const own = given.length === 0 && ['sum', 'avg', 'min', 'max', 'sort', 'sort_down'].includes(name)
  const first = given[0]
  if (!own && first?.kind !== 'name') {
    context.report(say.needsVariable(first?.span ?? syntax.nameSpan, { name }))
    return undefined
  }
  if (!own && given.length !== 2) {
    context.report(say.wrongCount(span, { name, expected: 'a name and an expression', found: given.length }))
    return undefined
  }
  const variable = first?.kind === 'name' ? first.name : 'each'
  const inner = context.bind({ name: variable, type: type.of })
  const condition = ['exists', 'exists_one', 'all', 'filter'].includes(name)
  const written: Syntax = given[1] ?? { kind: 'name', name: variable, span: set.span }
  const body = condition ? checkTruth(written, name, inner) : inner.check(written)
  if (!body) return undefined
  if (name === 'exists_one') {
    const matching: Node = { kind: 'each', operation: 'filter', set, variable, body, type, span }
    const count: Node = { kind: 'call', name: 'count', arguments: [matching], type: INTEGER, span }
    return {
      kind: 'binary',
      operator: '==',
      left: count,
      right: { kind: 'literal', value: 1, type: INTEGER, span },
      type: BOOLEAN,
      span,
    }
  }
  const operation = name as SetOperation
  if (operation === 'map' && isCollection(body.type) && body.type.of.kind === 'record')
    return recordsOfEach(set, variable, body, { ...syntax, entity: body.type.of.entity }, context)
  const gives = resultType(operation, type, body.type)
  if (!gives) {
    const expected =
      operation === 'sum' || operation === 'avg'
        ? 'numbers or durations'
        : operation === 'map'
          ? 'one value each'
          : 'values with an order'
    const hint = operation === 'map' ? setsInPlaceOf(set, variable, body) : undefined
    context.report(say.wrongOperand(body.span, { operator: name, expected, found: describeType(body.type), hint }))
    return undefined
  }
  return { kind: 'each', operation, set, variable, body, type: gives, span }
}

/** `companies.map(c, c.users)`: all users of any of them, each once. */
function recordsOfEach(
  set: Node,
  variable: string,
  body: Node,
  { entity, span }: { readonly entity: string; readonly span: Span },
  { variables }: CheckContext,
): Node {
  const taken = new Set([variable, ...variables.map((each) => each.name)])
  let name = 'one'
  while (taken.has(name)) name += '_more'
  const type: Type = { kind: 'set', of: { kind: 'record', entity } }
  const one: Node = { kind: 'variable', name, type: type.of, span: body.span }
  const isIn: Node = { kind: 'binary', operator: 'in', left: one, right: body, type: BOOLEAN, span: body.span }
  const isInAny: Node = { kind: 'each', operation: 'exists', set, variable, body: isIn, type: BOOLEAN, span }
  const all: Node = { kind: 'records', entity, type, span }
  return { kind: 'each', operation: 'filter', set: all, variable: name, body: isInAny, type, span }
}

/** Says how to reach the values of several that each record of a set has: no set of sets is made. */
function setsInPlaceOf(set: Node, variable: string, body: Node): string | undefined {
  if (!isCollection(body.type)) return undefined
  return `go through them in an effect: \`for each ${variable} in ${printExpression(set)}: … ${printExpression(body)} …\``
}

/** `errors.object(e, e.field, [e.message])`: an object of a set, made where an answer is put together. */
function checkObject(
  syntax: CallSyntax,
  set: Node,
  type: SetOrList,
  given: readonly Syntax[],
  context: CheckContext,
): Node | undefined {
  const { name, span } = syntax
  const [variable, key, value] = given
  if (variable?.kind !== 'name' || !key || !value || given.length > 3) {
    context.report(say.wrongCount(span, { name, expected: 'a name, a key and a value', found: given.length }))
    return undefined
  }
  if (context.environment.later !== true || context.variables.length > 0) {
    const parameters = { operator: name, expected: 'an answer of a call, outside of other sets', found: 'this place' }
    context.report(say.wrongOperand(syntax.nameSpan, parameters))
    return undefined
  }
  const inner = context.bind({ name: variable.name, type: type.of })
  const keyNode = inner.check(key, TEXT)
  const valueNode = inner.check(value)
  if (!keyNode || !valueNode) return undefined
  if (keyNode.type.kind !== 'text' && keyNode.type.kind !== 'choice') {
    context.report(say.wrongType(key.span, { found: describeType(keyNode.type), expected: 'a text' }))
    return undefined
  }
  const entries = [
    { name: 'key', value: keyNode },
    { name: 'value', value: valueNode },
  ]
  const fields = { key: keyNode.type, value: valueNode.type }
  const body: Node = { kind: 'object', entries, type: { kind: 'object', fields }, span }
  const pairs: Type = { kind: 'list', of: body.type }
  const mapped: Node = { kind: 'each', operation: 'map', set, variable: variable.name, body, type: pairs, span }
  return { kind: 'call', name, arguments: [mapped], type: { kind: 'json' }, span }
}

function resultType(operation: SetOperation, set: SetOrList, body: Type): Type | undefined {
  switch (operation) {
    case 'exists':
    case 'all':
      return BOOLEAN
    case 'filter':
      return set
    case 'map':
      return isCollection(body) ? undefined : { kind: set.kind, of: body }
    case 'sort':
    case 'sort_down':
      return isOrdered(body) || body.kind === 'boolean' ? set : undefined
    case 'min':
    case 'max':
      return isOrdered(body) ? body : undefined
    case 'sum':
      return isNumeric(body) || body.kind === 'duration' ? body : undefined
    case 'avg':
      if (body.kind === 'decimal') return { kind: 'decimal', scale: quotientScale(body.scale, 0) }
      return body.kind === 'duration' ? body : isNumeric(body) ? NUMBER : undefined
  }
}
