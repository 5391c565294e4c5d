// Checks the types of operators and conditionals.
import { noteDays, noteWholeDivision } from './other-forms.ts'
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Span } from '../../text/span.ts'
import type { CheckContext } from './check-context.ts'
import { literally } from './check-template.ts'
import { productScale, quotientScale } from '../decimal.ts'
import type { BinaryOperator, Node } from '../node.ts'
import { printerIn, printExpression } from '../print-expression.ts'
import { printSyntax } from '../syntax/print-syntax.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { convertNode, recordOfId } from './convert-node.ts'
import { describeType } from './describe-type.ts'
import {
  BOOLEAN,
  INTEGER,
  isCollection,
  isNumeric,
  isOrdered,
  isSame,
  isTextual,
  joinTypes,
  NUMBER,
  TEXT,
} from '../type-rules.ts'
import type { Type } from '../type.ts'
import { bothAsJson, unify } from './unify.ts'

type BinarySyntax = Extract<Syntax, { readonly kind: 'binary' }>

const DURATION: Type = { kind: 'duration' }

export function checkBinary(syntax: BinarySyntax, context: CheckContext, expected?: Type): Node | undefined {
  switch (syntax.operator) {
    case 'and':
    case 'or':
      return checkLogic(syntax, context)
    case '==':
    case '!=':
      return checkEquality(syntax, context)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return checkOrder(syntax, context)
    case 'in':
      return checkIn(syntax, context)
    default:
      return checkArithmetic(syntax, context, expected)
  }
}

/** A node that must be a truth value. */
export function checkTruth(syntax: Syntax, operator: string, context: CheckContext): Node | undefined {
  const node = context.check(syntax, BOOLEAN)
  if (!node || node.type.kind === 'boolean') return node
  if (node.type.kind === 'null') return { ...node, type: BOOLEAN }
  const hint = node.type.kind === 'set' ? 'ask .count() > 0' : `compare it: ${printSyntax(syntax)} != null`
  context.report(
    say.wrongOperand(syntax.span, { operator, expected: 'conditions', found: describeType(node.type), hint }),
  )
  return undefined
}

/** `b.room == b.room` says nothing; one of the sides was to be `room`, of the record at hand. */
function warnOfOneThing(syntax: BinarySyntax, left: Node, right: Node, context: CheckContext): void {
  if (left.kind === 'literal' || printExpression(left) !== printExpression(right)) return
  const name = printerIn(context.environment)(left)
  context.report(say.ambiguousName(syntax.span, { name, other: sameElsewhere(left, context) }))
}

function sameElsewhere(node: Node, { schema, environment, variables }: CheckContext): string | undefined {
  if (node.kind !== 'field') return undefined
  const { record, field } = node
  const has = (entity: string | undefined): boolean =>
    entity !== undefined && schema.member(entity, field) !== undefined
  if (record.kind === 'variable') return has(environment.record) ? field : undefined
  const element = variables.findLast(({ type }) => type.kind === 'record' && has(type.entity))
  return record.kind === 'this' && element ? `${element.name}.${field}` : undefined
}

function checkLogic(syntax: BinarySyntax, context: CheckContext): Node | undefined {
  const left = checkTruth(syntax.left, syntax.operator, context)
  const right = checkTruth(syntax.right, syntax.operator, context)
  return left && right && binary(syntax.operator, left, right, BOOLEAN, syntax.span)
}

function checkEquality(syntax: BinarySyntax, context: CheckContext): Node | undefined {
  const [left, right] = inOneOrder(checkPair(syntax, context))
  if (!left || !right) return undefined
  if (isCollection(left.type) && right.type.kind === 'null') return isNothing(syntax, left)
  if (isCollection(right.type) && left.type.kind === 'null') return isNothing(syntax, right)
  const pair = left.type.kind === 'set' || right.type.kind === 'set' ? undefined : unify(left, right)
  if (!pair) return wrongOperands(syntax, left, right, context)
  warnOfOneThing(syntax, left, right, context)
  if (left.type.kind === 'choice' && right.type.kind === 'choice') {
    const { words } = left.type
    if (!right.type.words.some((word) => words.includes(word))) {
      context.report(
        say.alwaysDifferent(syntax.span, { left: printSyntax(syntax.left), right: printSyntax(syntax.right) }),
      )
      return undefined
    }
  }
  return binary(syntax.operator, pair[0], pair[1], BOOLEAN, syntax.span)
}

/** A set or list is never null; compared with null it is asked whether it is empty. */
function isNothing(syntax: BinarySyntax, set: Node): Node {
  const count: Node = { kind: 'call', name: 'count', arguments: [set], type: INTEGER, span: set.span }
  return binary(
    syntax.operator,
    count,
    { kind: 'literal', value: 0, type: INTEGER, span: syntax.span },
    BOOLEAN,
    syntax.span,
  )
}

function checkOrder(syntax: BinarySyntax, context: CheckContext): Node | undefined {
  const [left, right] = inOneOrder(checkPair(syntax, context))
  if (!left || !right) return undefined
  const choices = left.type.kind === 'choice' || right.type.kind === 'choice'
  const comparable =
    isOrdered(left.type) &&
    isOrdered(right.type) &&
    (!choices || isSame(left.type, right.type) || isEmpty(left) || isEmpty(right))
  const pair = comparable ? unify(left, right) : undefined
  if (!pair) return wrongOperands(syntax, left, right, context)
  warnOfOneThing(syntax, left, right, context)
  return binary(syntax.operator, pair[0], pair[1], BOOLEAN, syntax.span)
}

/** The words of a lookup are those of the choice that they are compared with, in its order. */
function inOneOrder([left, right]: OperandPair): OperandPair {
  if (left?.kind === 'lookup' && right?.type.kind === 'choice') return [convertNode(left, right.type) ?? left, right]
  if (right?.kind === 'lookup' && left?.type.kind === 'choice') return [left, convertNode(right, left.type) ?? right]
  return [left, right]
}

function checkIn(written: BinarySyntax, context: CheckContext): Node | undefined {
  const syntax = { ...written, left: literally(written.left), right: literally(written.right) }
  const isWritten = isWrittenOut(syntax.left)
  const first = isWritten ? undefined : context.check(syntax.left)
  const right = context.check(syntax.right, first && { kind: 'list', of: first.type })
  const left = isWritten
    ? context.check(syntax.left, right && isCollection(right.type) ? right.type.of : undefined)
    : first
  if (!left || !right) return undefined
  if (!isCollection(right.type)) {
    const hint =
      isTextual(right.type) && isTextual(left.type)
        ? `write ${printSyntax(syntax.right)}.contains(${printSyntax(syntax.left)})`
        : undefined
    context.report(
      say.wrongOperand(syntax.right.span, {
        operator: 'in',
        expected: 'a list or a set',
        found: describeType(right.type),
        hint,
      }),
    )
    return undefined
  }
  const sought = recordOfId(left, right.type.of) ?? left
  const type = joinTypes(sought.type, right.type.of)
  const element = type && convertNode(sought, type)
  const set = type && convertNode(right, { kind: right.type.kind, of: type })
  if (!element || !set) return wrongOperands(syntax, left, right, context)
  return binary('in', element, set, BOOLEAN, syntax.span)
}

function checkArithmetic(syntax: BinarySyntax, context: CheckContext, expected?: Type): Node | undefined {
  const { operator } = syntax
  // What is to be whole is made of whole numbers.
  const wanted = expected?.kind === 'integer' || operator === '%' ? INTEGER : undefined
  const left = context.check(syntax.left, wanted)
  const right = context.check(syntax.right, wanted)
  if (!left || !right) return undefined
  noteWholeDivision(syntax, left, right, wanted ?? expected, context)
  const made = arithmetic(operator, left, right)
  if (!made) return wrongOperands(syntax, left, right, context)
  noteDays(syntax, left, right, context)
  return binary(operator, made.left ?? left, made.right ?? right, made.type, syntax.span)
}

interface OperatorNode {
  readonly type: Type
  readonly left?: Node | undefined
  readonly right?: Node | undefined
}

function arithmetic(operator: BinaryOperator, left: Node, right: Node): OperatorNode | undefined {
  // What is always empty takes the type of the other side.
  const a = left.type.kind === 'null' ? right.type : left.type
  const b = right.type.kind === 'null' ? a : right.type
  if (isNumeric(a) && isNumeric(b)) return numeric(operator, retype(left, a), retype(right, b))
  if (operator === '+' && isTextual(a) && isTextual(b)) return { type: TEXT }
  const kinds = `${a.kind} ${operator} ${b.kind}`
  switch (kinds) {
    case 'timestamp + duration':
    case 'timestamp - duration':
    case 'date + duration':
    case 'date - duration':
    case 'duration + duration':
    case 'duration - duration':
    case 'date + integer':
    case 'date - integer':
      return left.type.kind === 'null' ? undefined : { type: a }
    case 'duration + timestamp':
    case 'duration + date':
    case 'integer + date':
      return { type: b }
    case 'timestamp - timestamp':
      return left.type.kind === 'null' || right.type.kind === 'null' ? undefined : { type: DURATION }
    case 'date - date':
      return left.type.kind === 'null' || right.type.kind === 'null' ? undefined : { type: INTEGER }
    case 'duration / duration':
      return { type: NUMBER }
  }
  if (a.kind === 'duration' && isNumeric(b) && (operator === '*' || operator === '/'))
    return { type: DURATION, right: convertNode(right, NUMBER) }
  if (isNumeric(a) && b.kind === 'duration' && operator === '*')
    return { type: DURATION, left: convertNode(left, NUMBER) }
  return undefined
}

function numeric(operator: BinaryOperator, left: Node, right: Node): OperatorNode | undefined {
  const joined = joinTypes(left.type, right.type) as Type
  if (operator === '%') return joined.kind === 'integer' ? { type: INTEGER, left, right } : undefined
  const isDivided = operator === '/' && joined.kind === 'integer'
  if (joined.kind !== 'decimal' && !isDivided)
    return { type: joined, left: convertNode(left, joined), right: convertNode(right, joined) }
  const a = exact(left)
  const b = exact(right)
  if (a.type.kind !== 'decimal' || b.type.kind !== 'decimal') return undefined
  const scale =
    operator === '*'
      ? productScale(a.type.scale, b.type.scale)
      : operator === '/'
        ? quotientScale(a.type.scale, b.type.scale)
        : Math.max(a.type.scale, b.type.scale)
  return { type: { kind: 'decimal', scale }, left: a, right: b }
}

/** A whole number as a decimal without places. */
function exact(node: Node): Node {
  return node.type.kind === 'integer' ? (convertNode(node, { kind: 'decimal', scale: 0 }) ?? node) : node
}

export function checkNegation(
  syntax: Syntax & { readonly kind: 'not' | 'negate' },
  context: CheckContext,
): Node | undefined {
  const { operand } = syntax
  const node = context.check(operand)
  if (!node) return undefined
  if (!isNumeric(node.type) && node.type.kind !== 'duration') {
    context.report(
      say.wrongOperand(operand.span, {
        operator: '-',
        expected: 'a number or a duration',
        found: describeType(node.type),
      }),
    )
    return undefined
  }
  if (node.kind === 'literal' && typeof node.value === 'number')
    return { ...node, value: -node.value + 0, span: syntax.span }
  if (node.kind === 'literal' && typeof node.value === 'string')
    return { ...node, value: `-${node.value}`.replace(/^--/, ''), span: syntax.span }
  return { kind: 'negate', operand: node, type: node.type, span: syntax.span }
}

export function checkConditional(
  syntax: Extract<Syntax, { readonly kind: 'conditional' }>,
  context: CheckContext,
  expected?: Type,
): Node | undefined {
  const test = checkTruth(syntax.test, '?', context)
  const then = context.check(syntax.then, expected)
  const otherwise = context.check(syntax.otherwise, expected)
  if (!test || !then || !otherwise) return undefined
  const pair = unify(then, otherwise) ?? bothAsJson(then, otherwise, context)
  if (!pair) {
    context.report(
      say.differentBranches(syntax.span, { then: describeType(then.type), otherwise: describeType(otherwise.type) }),
    )
    return undefined
  }
  return { kind: 'conditional', test, then: pair[0], otherwise: pair[1], type: pair[2], span: syntax.span }
}

type OperandPair = readonly [Node | undefined, Node | undefined]

/** Checks both operands of an operator. An operand that is written out takes the type of the other side. */
function checkPair(written: BinarySyntax, context: CheckContext): OperandPair {
  const syntax = { ...written, left: literally(written.left), right: literally(written.right) }
  if (isWrittenOut(syntax.left)) {
    const right = context.check(syntax.right)
    return [context.check(syntax.left, right?.type), right]
  }
  const left = context.check(syntax.left)
  return [left, context.check(syntax.right, left?.type)]
}

function isWrittenOut(syntax: Syntax): boolean {
  if (syntax.kind === 'conditional') return isWrittenOut(syntax.then) && isWrittenOut(syntax.otherwise)
  return syntax.kind === 'text' || syntax.kind === 'list'
}

function retype(node: Node, type: Type): Node {
  return node.type.kind === 'null' ? { ...node, type } : node
}

function isEmpty(node: Node): boolean {
  return node.type.kind === 'null'
}

function binary(operator: BinaryOperator, left: Node, right: Node, type: Type, span: Span): Node {
  return { kind: 'binary', operator, left, right, type, span }
}

function wrongOperands(syntax: BinarySyntax, left: Node, right: Node, context: CheckContext): undefined {
  const hint = remedy(syntax, left.type, right.type)
  const params = { operator: syntax.operator, left: describeType(left.type), right: describeType(right.type), hint }
  context.report(say.wrongOperands(syntax.span, params))
  return undefined
}

function remedy(syntax: BinarySyntax, left: Type, right: Type): string | undefined {
  const kinds = [left.kind, right.kind]
  const has = (kind: Type['kind']): boolean => kinds.includes(kind)
  if (has('record') && has('text')) {
    const record = printSyntax(left.kind === 'record' ? syntax.left : syntax.right)
    return `a record is compared by its id: ${record}.id ${syntax.operator} "…"`
  }
  if (has('text') && has('date')) return 'a date is written date("2026-12-24")'
  if (has('text') && has('timestamp')) return 'a date and time is written moment("2026-12-24T09:00")'
  if (has('date') && has('timestamp')) return 'the date of a moment is date_of(…)'
  if (syntax.operator === '+' && has('text')) return 'other values become a text by text(…)'
  if (has('duration') && has('integer')) return 'a number of days becomes a duration by days(…)'
  if (has('set') && (syntax.operator === '==' || syntax.operator === '!=')) return 'ask: x in set, or set.count()'
  return undefined
}
