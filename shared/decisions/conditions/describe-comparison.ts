// Says a comparison in words of people: "status is open or waiting", "due is after created".
import { readDecimal } from '../../expressions/decimal.ts'
import { percentOf } from '../../expressions/functions/shown-value.ts'
import { joinNames } from '../../text/language.ts'
import type { BinaryOperator, Node } from '../../expressions/node.ts'
import type { DescriptionContext } from './describe-term.ts'
import { describePath, describeTerm, fieldName, nameOf, recordOf } from './describe-term.ts'

type Comparison = Extract<Node, { kind: 'binary' }>

const OPPOSITE: { readonly [Operator in BinaryOperator]?: BinaryOperator } = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
}
const SWAPPED: { readonly [Operator in BinaryOperator]?: BinaryOperator } = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
}

export function describeComparison(
  node: Comparison,
  negated: boolean,
  context: DescriptionContext,
): string | undefined {
  if (node.operator === 'in') return describeMembership(node, negated, context)
  const operator = negated ? OPPOSITE[node.operator] : node.operator
  if (operator === undefined) return undefined
  // "now is before …" reads well; "40 is at most the description" does not.
  const isTurned = node.left.kind === 'literal' || node.left.kind === 'me'
  const [left, right] = isTurned ? [node.right, node.left] : [node.left, node.right]
  const turned = isTurned ? (SWAPPED[operator] ?? operator) : operator
  if (right.kind === 'me') return describeMe(left, turned, context)
  if (right.kind === 'literal' && right.value === null) return describeEmptiness(left, turned, context)
  if (left.kind === 'call' && context.writtenAs(left) !== '' && (left.name === 'size' || left.name === 'count'))
    return describeCount(left, turned, right, context)
  if (isIdOf(left) && isIdOf(right)) return describeSame(left.record, turned, right.record, context)
  const written = context.writtenAs(node)
  const one = describeSide(left, SIDES[isTurned ? 'right' : 'left'].exec(written)?.[1], context)
  const other =
    describeInUnit(left, right, context) ??
    describeSide(right, SIDES[isTurned ? 'left' : 'right'].exec(written)?.[1], context)
  return one === undefined || other === undefined ? undefined : compare(turned, one, other, isMoment(left), context)
}

function isIdOf(node: Node): node is Extract<Node, { kind: 'field' }> {
  return node.kind === 'field' && node.field === 'id'
}

/** `id != this.fridge.id`: whether two records are the same. */
function describeSame(one: Node, operator: BinaryOperator, other: Node, context: DescriptionContext) {
  const [first, second] = [one, other].map((record) => {
    const said = recordOf(record, context)
    return said === undefined ? context.phrases.it : (said ?? undefined)
  })
  return first === undefined || second === undefined ? undefined : compare(operator, first, second, false, context)
}

/** Patterns that match a name or a path before and after the operator. */
const SIDES = {
  left: /^((?:this\.)?[a-z]\w*(?:\.[a-z]\w*)*)\s*(?:[=!<>]=|[<>])/,
  right: /(?:[=!<>]=|[<>])\s*((?:this\.)?[a-z]\w*(?:\.[a-z]\w*)*)$/,
} as const

/** Formats a number in the unit of what it is compared with: 0.5 is "50 %", 500 is "€500.00". */
function describeInUnit({ type }: Node, right: Node, { printing }: DescriptionContext): string | undefined {
  if (type.kind !== 'decimal' || type.unit === undefined || right.kind !== 'literal') return undefined
  const value = readDecimal(String(right.value), type.scale)
  if (value === null) return undefined
  return type.unit === 'percent'
    ? printing.formatters.percent(percentOf(value))
    : printing.formatters.money(Number(right.value))
}

/** A computed field stands in the tree by what it is worked out from, and in the text by its name. */
function describeSide(node: Node, path: string | undefined, context: DescriptionContext): string | undefined {
  if (context.writtenAs(node) === '' && path !== undefined) return describePath(path, context)
  return describeTerm(node, context)
}

/** Describes the person who fulfils the condition, if only one person can: "its assignee". */
export function describeOnlyPerson(node: Node, context: DescriptionContext): string | undefined {
  if (node.kind !== 'binary' || node.operator !== '==') return undefined
  const field = node.left.kind === 'me' ? node.right : node.right.kind === 'me' ? node.left : undefined
  if (field?.kind !== 'field') return undefined
  const record = recordOf(field.record, context)
  if (record !== null && field.field === 'created_by') return context.phrases.creator(record)
  const name = fieldName(field, context)
  return record === null
    ? undefined
    : record === undefined
      ? context.phrases.its(name)
      : context.phrases.of(name, record)
}

/** `assignee == me`, `team.lead == me`. */
function describeMe(node: Node, operator: BinaryOperator, context: DescriptionContext): string | undefined {
  if (operator !== '==' && operator !== '!=') return undefined
  const { youAre, youAreNot, youCreated, youDidNotCreate, youDid, anotherDid, thisIsYou, thisIsNotYou } =
    context.phrases
  if (node.kind === 'this') return operator === '==' ? thisIsYou : thisIsNotYou
  const record = node.kind === 'field' ? recordOf(node.record, context) : null
  if (node.kind !== 'field' || record === null) return undefined
  if (node.field === 'created_by') return (operator === '==' ? youCreated : youDidNotCreate)(record)
  const step = stepDoneBy(node, context)
  if (step !== undefined) return (operator === '==' ? youDid : anotherDid)(step)
  return (operator === '==' ? youAre : youAreNot)(fieldName(node, context), record)
}

/** The transition whose last actor the field keeps: "not the one who did submit". */
function stepDoneBy(
  { entity, field }: Extract<Node, { kind: 'field' }>,
  context: DescriptionContext,
): string | undefined {
  const transitions = context.model.entities.get(entity)?.transitions.values() ?? []
  return [...transitions].find(({ doneBy }) => doneBy === field)?.name.label
}

function describeEmptiness(node: Node, operator: BinaryOperator, context: DescriptionContext): string | undefined {
  const { isEmpty, isFilled, signedIn, notSignedIn } = context.phrases
  if (node.kind === 'me') return operator === '==' ? notSignedIn : operator === '!=' ? signedIn : undefined
  const what = describeTerm(node, context)
  if (what === undefined) return undefined
  return operator === '==' ? isEmpty(what) : operator === '!=' ? isFilled(what) : undefined
}

/** `size(description) >= 40`, `lines.count() < 3`. */
function describeCount(
  call: Extract<Node, { kind: 'call' }>,
  operator: BinaryOperator,
  right: Node,
  context: DescriptionContext,
): string | undefined {
  const [counted] = call.arguments
  const { phrases } = context
  const count = describeTerm(right, context)
  if (counted === undefined || count === undefined) return undefined
  const say = { '<': phrases.hasLess, '<=': phrases.hasAtMost, '>': phrases.hasMore, '>=': phrases.hasAtLeast }[
    operator as '<' | '<=' | '>' | '>='
  ]
  const term = describeTerm(counted, context)
  if (term === undefined) return undefined
  if (say === undefined) return compare(operator, phrases.count(term), count, false, context)
  if (!('of' in counted.type)) return say(term, count, phrases.characters)
  if (counted.kind === 'reverse' && counted.record.kind === 'this') {
    const name = nameOf(counted.name, context)
    return isAtLeastOne(operator, right)
      ? phrases.hasSome(phrases.thisRecord, name)
      : say(phrases.thisRecord, count, name)
  }
  return compare(operator, phrases.count(term), count, false, context)
}

function isAtLeastOne(operator: BinaryOperator, right: Node): boolean {
  return right.kind === 'literal' && right.value === { '>': 0, '>=': 1 }[operator as '>' | '>=']
}

function describeMembership(
  { left, right }: Comparison,
  negated: boolean,
  context: DescriptionContext,
): string | undefined {
  const { phrases } = context
  if (left.kind === 'me' && right.kind === 'field') {
    const record = recordOf(right.record, context)
    const say = negated ? phrases.youAreNotAmong : phrases.youAreAmong
    return record === null ? undefined : say(fieldName(right, context), record)
  }
  const what = describeTerm(left, context)
  if (right.kind === 'field' || right.kind === 'reverse') {
    const set = describeTerm(right, context)
    return what === undefined || set === undefined
      ? undefined
      : (negated ? phrases.isNotAmong : phrases.isAmong)(what, set)
  }
  const items = right.kind === 'list' ? right.items : []
  const values = items.flatMap((item) => describeTerm(item, context) ?? [])
  if (what === undefined || values.length === 0 || values.length < items.length) return undefined
  const listed = joinNames(values, 'or', context.locale)
  return (negated ? phrases.isNot : phrases.is)(what, listed)
}

function isMoment({ type }: Node): boolean {
  return type.kind === 'date' || type.kind === 'timestamp' || type.kind === 'time'
}

function compare(
  operator: BinaryOperator,
  one: string,
  other: string,
  ofMoments: boolean,
  { phrases }: DescriptionContext,
): string | undefined {
  switch (operator) {
    case '==':
      return phrases.is(one, other)
    case '!=':
      return phrases.isNot(one, other)
    case '<':
      return (ofMoments ? phrases.before : phrases.less)(one, other)
    case '<=':
      return (ofMoments ? phrases.notAfter : phrases.atMost)(one, other)
    case '>':
      return (ofMoments ? phrases.after : phrases.more)(one, other)
    case '>=':
      return (ofMoments ? phrases.notBefore : phrases.atLeast)(one, other)
    default:
      return undefined
  }
}
