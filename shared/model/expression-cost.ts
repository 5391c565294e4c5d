// Estimates the most work of one evaluation of an expression, from the limits of its texts and lists.
import { MOST_INSTRUCTIONS, LONGEST_PATTERN, patternOf } from '../expressions/functions/pattern.ts'
import { isLocal } from '../expressions/facts.ts'
import type { Type } from '../expressions/type.ts'
import { isCollection } from '../expressions/type-rules.ts'
import type { Node } from '../expressions/node.ts'
import { childrenOf, someNode } from '../expressions/walk.ts'
import { longestText } from '../fields/value-limits.ts'
import { ONE_LINE_CHARACTERS } from '../fields/text.ts'
import { memoByModel } from './memo-by-model.ts'
import type { Field, Model } from './model.ts'

/** One evaluation may take so much, wherever it is asked: a second. */
export const MOST_WORK = 1_000_000_000

/**
 * Estimates the work of an expression in nanoseconds on a usual machine. Sets of records count as one record, since
 * the clock is checked for each record.
 */
export function workOf(model: Model, node: Node): number {
  return measuringOf(model)(node, NO_VARIABLES).work
}

/** The part of it that is done in memory, before any row is read: what needs no row at all. */
export function workBeforeRows(model: Model, node: Node): number {
  const measure = measuringOf(model)
  const add = (each: Node): number =>
    isBeforeRows(each) ? measure(each, NO_VARIABLES).work : childrenOf(each).reduce((sum, child) => sum + add(child), 0)
  return add(node)
}

function isBeforeRows(node: Node): boolean {
  return isLocal(node) && !someNode(node, ({ kind }) => kind === 'this' || kind === 'old' || kind === 'variable')
}

/** Cost of a value: the work of making it, its characters (of each item of a list) and its number of items. */
interface Measure {
  readonly work: number
  readonly characters: number
  readonly items: number
}

type Variables = ReadonlyMap<string, Measure>
type MeasureNode = (node: Node, variables: Variables) => Measure

const NO_VARIABLES: Variables = new Map()
/** Numbers, dates, ids, words of a choice. */
const SHORT = 64
const A_COMPARISON = 50
/** Fetching another record by its id. */
const A_WALK = 2_000
const A_CALL = 500
/** Work for each character that is read. A pattern takes as much for each of its instructions. */
const A_CHARACTER = 1
const A_STEP = 30
/** Work for each character, for functions that take more than others. */
const DEAR: { readonly [name: string]: number } = { slug: 200, upper: 5, lower: 5, trim: 2, size: 2 }
/** Those that go through days, up to their own limits. */
const THROUGH_DAYS: ReadonlySet<string> = new Set(['dates', 'working_time', 'working_days', 'next_open'])
const DAYS_WORK = 10_000_000
const MOST_DATES = 4_001
const MOST_ITEMS = 1_000

const measuringOf = memoByModel((model): MeasureNode => {
  const computed = new Map<string, Measure>()

  const measureField = (entity: string, name: string): Measure => {
    const field = model.entities.get(entity)?.fields.get(name)
    if (field === undefined) return { work: A_COMPARISON, characters: SHORT, items: 1 }
    const items = isCollection(field.valueType) || isNested(field.valueType) ? MOST_ITEMS : 1
    const stored = { work: A_COMPARISON, characters: charactersOf(field), items }
    if (field.computed === undefined || field.computed.stored) return stored
    const key = `${entity}.${name}`
    const known = computed.get(key)
    if (known) return known
    // A field that leads back to itself is measured once.
    computed.set(key, stored)
    const measured = measure(field.computed.expression.tree, NO_VARIABLES)
    computed.set(key, measured)
    return measured
  }

  const measure: MeasureNode = (node, variables) => {
    switch (node.kind) {
      case 'literal':
        return { work: 0, characters: typeof node.value === 'string' ? node.value.length : SHORT, items: 1 }
      case 'input':
      case 'limit':
        return { work: 0, characters: ONE_LINE_CHARACTERS, items: MOST_ITEMS }
      case 'variable':
        return { ...(variables.get(node.name) ?? UNKNOWN), work: A_COMPARISON }
      case 'field': {
        const record = measure(node.record, variables)
        const field = measureField(node.entity, node.field)
        const walk = node.record.kind === 'this' ? 0 : A_WALK
        return { ...field, work: record.work + field.work + walk }
      }
      case 'lookup': {
        const keys = sum([measure(node.row, variables), measure(node.column, variables)])
        return { work: keys + node.cells.length * A_COMPARISON, characters: ONE_LINE_CHARACTERS, items: 1 }
      }
      case 'binary':
        return measureBinary(node, measure(node.left, variables), measure(node.right, variables))
      case 'list': {
        const items = node.items.map((item) => measure(item, variables))
        return { work: sum(items) + items.length * A_COMPARISON, characters: longest(items), items: items.length }
      }
      case 'each':
        return measureEach(node, measure, variables)
      case 'call':
        return measureCall(node, measure, variables)
      default: {
        const parts = childrenOf(node).map((child) => measure(child, variables))
        const items = parts.reduce((most, part) => Math.max(most, part.items), 1)
        return { work: sum(parts) + A_COMPARISON, characters: longest(parts), items }
      }
    }
  }
  return measure
})

function isNested({ kind }: Type): boolean {
  return kind === 'json' || kind === 'object'
}

const UNKNOWN: Measure = { work: 0, characters: ONE_LINE_CHARACTERS, items: 1 }

function charactersOf({ type, limits }: Field): number {
  return longestText({ type, limits: limitsOf(limits) }) ?? SHORT
}

function limitsOf({ max }: Field['limits']): { readonly max?: number | string } {
  return max === undefined ? {} : { max }
}

function measureBinary(node: Node & { readonly kind: 'binary' }, left: Measure, right: Measure): Measure {
  const parts = left.work + right.work + A_COMPARISON
  if (node.operator === '+' && node.type.kind === 'text') {
    const characters = left.characters + right.characters
    return { work: parts + characters * A_CHARACTER, characters, items: 1 }
  }
  if (node.operator === 'in') return { work: parts + right.items * A_COMPARISON, characters: SHORT, items: 1 }
  const compared = Math.min(left.characters * left.items, right.characters * right.items)
  return { work: parts + compared * A_CHARACTER, characters: SHORT, items: 1 }
}

function measureEach(node: Node & { readonly kind: 'each' }, measure: MeasureNode, variables: Variables): Measure {
  const set = measure(node.set, variables)
  const body = measure(node.body, new Map([...variables, [node.variable, { ...set, items: 1 }]]))
  const times = node.set.type.kind === 'list' ? set.items : 1
  const characters = node.operation === 'map' ? body.characters : set.characters
  return { work: set.work + times * (body.work + A_CALL), characters, items: set.items }
}

function measureCall(node: Node & { readonly kind: 'call' }, measure: MeasureNode, variables: Variables): Measure {
  const given = node.arguments.map((each) => measure(each, variables))
  const { name } = node
  const items = name === 'dates' ? MOST_DATES : given.reduce((most, each) => Math.max(most, each.items), 1)
  const characters = node.type.kind === 'text' || name === 'first' ? longest(given) : SHORT
  const read = given.reduce((total, each) => total + each.characters, 0)
  const own =
    THROUGH_DAYS.has(name) || (name === 'later' && given.length === 4)
      ? DAYS_WORK
      : name === 'matches' || name === 'replace'
        ? matching(given[0]?.characters ?? 0, node.arguments[1])
        : read * (DEAR[name] ?? A_CHARACTER)
  return { work: sum(given) + A_CALL + own, characters, items }
}

/**
 * Estimates the work of matching a pattern. A pattern from a row is known only when it is evaluated, so the largest
 * one is assumed.
 */
function matching(characters: number, pattern: Node | undefined): number {
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string')
    return (characters * MOST_INSTRUCTIONS + LONGEST_PATTERN) * A_STEP
  return workOfPattern(pattern.value, characters)
}

/** Estimates the work of a pattern on a text of `characters` characters. */
export function workOfPattern(pattern: string, characters: number): number {
  const compiled = patternOf(pattern)
  return 'error' in compiled ? 0 : characters * compiled.size * A_STEP
}

function sum(parts: readonly Measure[]): number {
  return parts.reduce((total, { work }) => total + work, 0)
}

function longest(parts: readonly Measure[]): number {
  return parts.reduce((most, { characters }) => Math.max(most, characters), SHORT)
}
