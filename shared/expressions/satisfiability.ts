// Decides whether a condition can hold, by words, truth values, empty values and numbers.
// An unknown condition counts as possible, so that no warning is wrong.
import { millisecondsIn, readIsoDuration } from './duration.ts'
import type { Node } from './node.ts'
import type { Type } from './type.ts'
import {
  type ValueDomain,
  type Interval,
  isPossible,
  keepBetween,
  keepEmpty,
  keepWords,
  wholeDomain,
} from './value-domain.ts'

/** Demand on a condition. The result is unknown where a value is empty, and then neither true nor false. */
export type TruthDemand = 'true' | 'false' | 'not false' | 'not true'

/** Known domain of each value, by its name in the expression. */
export type ValueAssignment = ReadonlyMap<string, ValueDomain>

export interface KnownValues {
  /** The value of a constant of point 9, where it has one value for good. */
  limit(name: string): number | undefined
  /** Never empty in the records that are asked about. */
  isFilled(entity: string, field: string): boolean
  /** Is something of that name always given? */
  isGiven?(name: string): boolean
  /** The numbers that the limits of a field or an input leave to it. */
  rangeOf?(subject: Node): Interval | undefined
}

/** Alternatives are followed up to this number; beyond it the answer is "maybe". */
const MOST_ASSIGNMENTS = 64

/** The situations in which it may be so; none: it never is. Undefined where there are too many to follow. */
export function assignmentsWhere(
  node: Node,
  asked: TruthDemand,
  before: readonly ValueAssignment[],
  knowledge: KnownValues,
): readonly ValueAssignment[] | undefined {
  if (before.length > MOST_ASSIGNMENTS) return undefined
  if (node.kind === 'not') return assignmentsWhere(node.operand, NEGATED[asked], before, knowledge)
  if (node.kind === 'literal' && typeof node.value === 'boolean')
    return node.value === (asked === 'true' || asked === 'not false') ? before : []
  if (node.kind === 'binary' && (node.operator === 'and' || node.operator === 'or')) {
    // "a and b" is true where both are, and false where one of them is; "or" the other way round.
    const areBoth = (asked === 'true' || asked === 'not false') === (node.operator === 'and')
    const left = assignmentsWhere(node.left, asked, before, knowledge)
    if (areBoth) return left && assignmentsWhere(node.right, asked, left, knowledge)
    const right = assignmentsWhere(node.right, asked, before, knowledge)
    return left && right && [...left, ...right]
  }
  // "a == true" is never empty: it is false where a is not true.
  if (node.kind === 'binary' && node.operator === '==' && isTrue(node.right) && node.left.kind === 'binary')
    return assignmentsWhere(
      node.left,
      asked === 'true' || asked === 'not false' ? 'true' : 'not true',
      before,
      knowledge,
    )
  const possible = node.kind === 'binary' ? before.filter((each) => isPossibleBeside(node, asked, each)) : before
  const claim = claimOf(node, knowledge)
  if (!claim) return possible
  return possible.flatMap((situation) => {
    const known = situation.get(claim.name) ?? startOf(claim.subject, knowledge)
    const holds = asked === 'true' || asked === 'not false'
    const kept = [holds ? claim.where(known) : claim.whereNot(known)]
    if (claim.isUnknownWhenEmpty && asked.startsWith('not')) kept.push(keepEmpty(known, true))
    return kept.filter(isPossible).map((domain) => new Map(situation).set(claim.name, domain))
  })
}

/**
 * Decides whether a comparison of two values may come to what is asked, where one of them is known to be empty: an order
 * is unknown then, and nothing but what is empty equals it. `me` is never empty where it is compared.
 */
function isPossibleBeside(
  { operator, left, right }: Node & { readonly kind: 'binary' },
  asked: TruthDemand,
  situation: ValueAssignment,
): boolean {
  const isOrder = TURNED[operator] !== undefined
  if (!isOrder && operator !== '==' && operator !== '!=') return true
  const [one, other] = [left, right].map((side) => situation.get(nameOfValue(side) ?? ''))
  const isEmpty = (domain: ValueDomain | undefined): boolean => domain?.isOnlyEmpty === true
  if (!isEmpty(one) && !isEmpty(other)) return true
  if (isOrder) return asked.startsWith('not')
  const areEqual = isEmpty(one) && isEmpty(other)
  const differ =
    [left, right].some(({ kind }) => kind === 'me') || [one, other].some((each) => each?.mayBeEmpty === false)
  if (!areEqual && !differ) return true
  return (areEqual === (operator === '==')) === (asked === 'true' || asked === 'not false')
}

function isTrue(node: Node): boolean {
  return node.kind === 'literal' && node.value === true
}

const NEGATED: { readonly [asked in TruthDemand]: TruthDemand } = {
  true: 'false',
  false: 'true',
  'not false': 'not true',
  'not true': 'not false',
}

/** Kinds of what a value is compared with in a claim. */
const CONSTANTS: ReadonlySet<Node['kind']> = new Set(['literal', 'limit', 'negate', 'list'])

interface NamedSubject {
  readonly name: string
  readonly subject: Node
}

/** A statement on one value. */
interface Claim extends NamedSubject {
  readonly isUnknownWhenEmpty: boolean
  /**
   * Narrows a domain to the values for which the claim is true. `whereNot` narrows it to those for which the claim is
   * false.
   */
  where(domain: ValueDomain): ValueDomain
  whereNot(domain: ValueDomain): ValueDomain
}

function claimOf(node: Node, knowledge: KnownValues): Claim | undefined {
  if (node.kind !== 'binary') {
    const name = node.type.kind === 'boolean' ? nameOfValue(node) : undefined
    return name === undefined ? undefined : claimOfWords({ name, subject: node }, ['true'], true)
  }
  const { operator, left, right } = node
  const isTurned = operator !== 'in' && CONSTANTS.has(left.kind)
  const subject = isTurned ? right : left
  const other = isTurned ? left : right
  if (!CONSTANTS.has(other.kind)) return claimOfPair(node)
  const name = nameOfValue(subject)
  if (name === undefined) return undefined
  if (operator === 'in') {
    const words = right.kind === 'list' ? right.items.map(wordOf) : []
    if (words.length === 0 || !words.every((word) => word !== undefined)) return undefined
    return claimOfWords({ name, subject }, words, false)
  }
  if (operator === '==' || operator === '!=') {
    const equal = claimOfEquality({ name, subject }, other, knowledge)
    if (operator === '==' || !equal) return equal
    return { ...equal, where: equal.whereNot, whereNot: equal.where }
  }
  const number = numberOf(other, knowledge)
  const order = isTurned ? TURNED[operator] : operator
  if (number === undefined || !isNumeric(subject.type) || order === undefined) return undefined
  const [is, isNot] = BOUNDS[order]?.(number) ?? []
  if (!is || !isNot) return undefined
  return {
    name,
    subject,
    isUnknownWhenEmpty: true,
    where: (domain) => keepBetween(domain, is),
    whereNot: (domain) => keepBetween(domain, isNot),
  }
}

/** States how two values compare, whatever they are: one comes before the other, is equal to it, or comes after it. */
function claimOfPair(node: Node & { readonly kind: 'binary' }): Claim | undefined {
  const { operator, left, right } = node
  const [one, other] = [nameOfValue(left), nameOfValue(right)]
  const order = one !== undefined && other !== undefined && one > other ? TURNED[operator] : operator
  const words = ORDERS[order ?? operator]
  if (one === undefined || other === undefined || one === other || words === undefined) return undefined
  const isUnknownWhenEmpty = TURNED[operator] !== undefined
  const subject: Node = { ...node, type: { kind: 'choice', words: ['<', '=', '>'] } }
  return {
    name: [one, other].toSorted().join(' beside '),
    subject,
    isUnknownWhenEmpty,
    where: (domain) => keepWords(domain, words, true, !isUnknownWhenEmpty),
    whereNot: (domain) => keepWords(domain, words, false, !isUnknownWhenEmpty),
  }
}

/** Empty counts as a value here: "!=" holds for it. */
function claimOfEquality(about: NamedSubject, other: Node, knowledge: KnownValues): Claim | undefined {
  if (other.kind === 'literal' && other.value === null) {
    const keep = (isEmpty: boolean) => (domain: ValueDomain) => keepEmpty(domain, isEmpty)
    return { ...about, isUnknownWhenEmpty: false, where: keep(true), whereNot: keep(false) }
  }
  const word = wordOf(other)
  if (word !== undefined) return claimOfWords(about, [word], false)
  const number = numberOf(other, knowledge)
  if (number === undefined || !isNumeric(about.subject.type)) return undefined
  const exactly = { min: number, max: number }
  // What remains where a number differs has a hole, which is not kept.
  return {
    ...about,
    isUnknownWhenEmpty: false,
    where: (domain) => keepBetween(domain, exactly),
    whereNot: (domain) => domain,
  }
}

function claimOfWords(about: NamedSubject, words: readonly string[], isUnknownWhenEmpty: boolean): Claim | undefined {
  if (!['choice', 'boolean', 'text'].includes(about.subject.type.kind)) return undefined
  return {
    ...about,
    isUnknownWhenEmpty,
    where: (domain) => keepWords(domain, words, true, false),
    whereNot: (domain) => keepWords(domain, words, false, !isUnknownWhenEmpty),
  }
}

/** Names a value that is equal wherever it stands in one expression. Undefined for other values. */
export function nameOfValue(node: Node): string | undefined {
  switch (node.kind) {
    case 'this':
    case 'old':
    case 'me':
    case 'now':
    case 'today':
      return node.kind
    case 'input':
      return `input ${node.name}`
    case 'field': {
      const record = nameOfValue(node.record)
      return record === undefined ? undefined : `${record}.${node.field}`
    }
    default:
      return undefined
  }
}

function startOf(subject: Node, knowledge: KnownValues): ValueDomain {
  const isFilled =
    subject.kind === 'input'
      ? knowledge.isGiven?.(subject.name) === true
      : subject.kind === 'field' && subject.record.kind === 'this' && knowledge.isFilled(subject.entity, subject.field)
  const whole = wholeDomain(subject.type, !isFilled)
  const range = isNumeric(subject.type) ? knowledge.rangeOf?.(subject) : undefined
  return range === undefined ? whole : { ...whole, interval: range }
}

function wordOf(node: Node): string | undefined {
  if (node.kind !== 'literal') return undefined
  return typeof node.value === 'string' && ['text', 'choice'].includes(node.type.kind)
    ? node.value
    : typeof node.value === 'boolean'
      ? String(node.value)
      : undefined
}

/** Numbers of at most 15 digits, which as doubles keep their order and their differences. */
function numberOf(node: Node, knowledge: KnownValues): number | undefined {
  if (node.kind === 'negate') {
    const number = numberOf(node.operand, knowledge)
    return number === undefined ? undefined : -number
  }
  if (node.kind === 'limit') return isNumeric(node.type) ? knowledge.limit(node.name) : undefined
  if (node.kind !== 'literal' || !isNumeric(node.type)) return undefined
  const number = node.type.kind === 'duration' ? lengthOfDuration(node.value) : Number(node.value)
  return Math.abs(number) < 1e15 && String(node.value).length <= 17 && node.value !== null ? number : undefined
}

function lengthOfDuration(json: unknown): number {
  const duration = readIsoDuration(String(json))
  return duration === null ? NaN : millisecondsIn(duration)
}

function isNumeric({ kind }: Type): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'decimal' || kind === 'duration'
}

const TURNED: { readonly [operator: string]: string } = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

/** How two values may compare where a comparison of them is true. */
const ORDERS: { readonly [operator: string]: readonly string[] } = {
  '<': ['<'],
  '<=': ['<', '='],
  '>': ['>'],
  '>=': ['=', '>'],
  '==': ['='],
  '!=': ['<', '>'],
}

/** Intervals of the numbers for which a comparison is true, and of those for which it is false. */
const BOUNDS: { readonly [operator: string]: (number: number) => readonly [Interval, Interval] } = {
  '<': (number) => [{ max: number, isBelow: true }, { min: number }],
  '<=': (number) => [{ max: number }, { min: number, isAbove: true }],
  '>': (number) => [{ min: number, isAbove: true }, { max: number }],
  '>=': (number) => [{ min: number }, { max: number, isBelow: true }],
}
