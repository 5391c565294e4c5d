// Evaluates operations over sets and lists.
import { divideDecimals, makeDecimal } from '../decimal.ts'
import { scaleDuration } from '../duration.ts'
import type { SetOperation } from '../node.ts'
import { writeValue } from '../read-value.ts'
import { checkNumber, equalityOf, orderOf } from '../operators.ts'
import { collationKey } from '../functions/collation.ts'
import { compareTexts } from '../functions/text-functions.ts'
import { isCollated } from '../type-rules.ts'
import type { Type } from '../type.ts'
import type { Decimal, Value } from '../value.ts'
import type { Whole } from '../functions/whole.ts'
import { sumWhole } from '../functions/whole.ts'

export type Items = readonly Value[]

/** Puts ids in their order; most come so already. */
export function orderIds(ids: readonly string[]): readonly string[] {
  for (let index = 1; index < ids.length; index++) {
    if (compareTexts(ids[index - 1] ?? '', ids[index] ?? '') > 0) return ids.toSorted(compareTexts)
  }
  return ids
}

/**
 * One operation over the items, given what the body says of each. An item for which a condition is unknown does not count;
 * where one is not knowable, the whole is not, unless the others decide it.
 */
export function applyEach(
  operation: SetOperation,
  bodyType: Type,
  resultType: Type,
  isInOrderOfIds: boolean,
): (items: Items, bodies: Items) => Value {
  switch (operation) {
    case 'exists':
      return (_items, bodies) => bodies.includes(true) || (bodies.includes(undefined) ? undefined : false)
    case 'all':
      return (_items, bodies) => !bodies.includes(false) && (bodies.includes(undefined) ? undefined : true)
    case 'filter':
      return known((items, bodies) => items.filter((_item, index) => bodies[index] === true))
    case 'map':
      return known((_items, bodies) => bodies)
    case 'sum':
      return known((_items, bodies) => sumOf(present(bodies), resultType))
    case 'avg':
      return known((_items, bodies) => averageOf(present(bodies), bodyType, resultType))
    case 'min':
    case 'max': {
      const order = orderOf(bodyType)
      const sign = operation === 'min' ? 1 : -1
      return known((_items, bodies) => extreme(present(bodies), (a, b) => sign * order(a, b)))
    }
    case 'sort':
    case 'sort_down': {
      const order = orderOf(bodyType)
      const sign = operation === 'sort' ? 1 : -1
      const ofEqual = isInOrderOfIds ? sign : 1
      const keyOf = isCollated(bodyType) ? sortedText : (value: Value) => value
      return known((items, bodies) => sortBy(items, bodies.map(keyOf), (a, b) => sign * order(a, b), ofEqual))
    }
  }
}

function known(run: (items: Items, bodies: Items) => Value): (items: Items, bodies: Items) => Value {
  return (items, bodies) => (bodies.includes(undefined) ? undefined : run(items, bodies))
}

function present(values: Items): Items {
  return values.includes(null) ? values.filter((value) => value !== null) : values
}

/** The sum of nothing is 0. */
function sumOf(values: Items, type: Type): Value {
  if (type.kind === 'decimal')
    return makeDecimal(sumWhole((values as readonly Decimal[]).map(({ units }) => units)), type.scale)
  if (type.kind === 'number') return checkNumber(addNumbers(values as readonly number[]))
  return sumWhole(values as readonly Whole[])
}

/** Kahan's and Babuška's sum, as SQLite's: what each addition loses is kept and added at the end. */
function addNumbers(values: readonly number[]): number {
  let sum = 0
  let lost = 0
  for (const value of values) {
    const next = sum + value
    lost += Math.abs(sum) > Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return Number.isFinite(lost) ? sum + lost : sum
}

function averageOf(values: Items, bodyType: Type, type: Type): Value {
  if (values.length === 0) return null
  const sum = sumOf(values, bodyType)
  if (type.kind === 'decimal') return divideDecimals(sum as Decimal, makeDecimal(values.length, 0))
  if (type.kind === 'duration') return scaleDuration(sum as Whole, (value) => value / values.length)
  return checkNumber(Number(sum) / values.length)
}

/** Words that are none of the choice's have no place in the order and are passed over. */
function extreme(values: Items, order: (a: Value, b: Value) => number): Value {
  let best: Value = null
  for (const value of values) {
    if (!Number.isNaN(order(value, value)) && (best === null || order(value, best) < 0)) best = value
  }
  return best
}

/**
 * Makes the sort key of a text: its collation key, then its characters. The separator between them occurs in no
 * collation key.
 */
function sortedText(text: Value): Value {
  return text === null ? text : `${collationKey(text as string)}\0${text as string}`
}

/**
 * Sorts items by their keys, with empty keys last in both directions. `ofEqual` orders items with equal keys: 1 keeps
 * their order, -1 reverses it.
 */
function sortBy(items: Items, keys: Items, order: (a: Value, b: Value) => number, ofEqual: 1 | -1): Items {
  const isLast = (key: Value): boolean => key === null || Number.isNaN(order(key, key))
  return items
    .map((item, index) => ({ item, index, key: keys[index] ?? null }))
    .toSorted(
      (a, b) =>
        (isLast(a.key) || isLast(b.key) ? Number(isLast(a.key)) - Number(isLast(b.key)) : order(a.key, b.key)) ||
        ofEqual * (a.index - b.index),
    )
    .map(({ item }) => item)
}

/** Gives each value once, where it first stands. */
export function distinct(items: Items, type: Type): Items {
  if (type.kind !== 'decimal') return [...new Set(items)]
  const same = equalityOf(type)
  return items.filter((item, index) => items.findIndex((other) => same(item, other)) === index)
}

/** Lists under one key are joined; another value twice under one key is no object: empty. In JSON form. */
export function objectOf(pairs: Items, type: Type): Value {
  const of = type.kind === 'list' || type.kind === 'set' ? type.of : type
  const valueType: Type = of.kind === 'object' ? (of.fields['value'] ?? { kind: 'json' }) : { kind: 'json' }
  const found = new Map<string, Value>()
  for (const pair of pairs) {
    if (typeof pair !== 'object' || pair === null || !('key' in pair)) continue
    const { key, value } = pair as { readonly key: Value; readonly value: Value }
    if (typeof key !== 'string') continue
    const before = found.get(key)
    const json = writeValue(value, valueType) as Value
    if (before === undefined) found.set(key, json)
    else if (Array.isArray(before) && Array.isArray(json)) found.set(key, [...(before as Items), ...(json as Items)])
    else return null
  }
  return Object.fromEntries(found)
}
