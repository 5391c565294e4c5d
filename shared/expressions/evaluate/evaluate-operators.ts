// Evaluates operators.
import type { BinaryOperator } from '../node.ts'
import { equalityOf, orderOf } from '../operators.ts'
import type { Scope } from '../scope.ts'
import type { Type } from '../type.ts'
import type { Value } from '../value.ts'
import { lengthOf } from '../duration.ts'
import type { Whole } from '../functions/whole.ts'
import { toBoundedNumber } from '../functions/whole.ts'

/** Values of the variables that set operations bind, each in its place. */
export type Frame = Value[]
export type Run = (scope: Scope, frame: Frame) => Value

/** `decides`: the answer of one side that settles the whole: true of `or`, false of `and`. */
export function compileLogic(decides: boolean, left: Run, right: Run): Run {
  return (scope, frame) => {
    const a = left(scope, frame)
    if (a === decides) return decides
    const b = right(scope, frame)
    if (b === decides) return decides
    if (a === undefined || b === undefined) return undefined
    return a === null || b === null ? null : !decides
  }
}

export function compileEquality(wanted: boolean, type: Type, left: Run, right: Run): Run {
  const plain = !['decimal', 'duration', 'list', 'set', 'json', 'object'].includes(type.kind)
  const same = equalityOf(type)
  return (scope, frame) => {
    const a = left(scope, frame)
    const b = right(scope, frame)
    if (a === undefined || b === undefined) return undefined
    return (plain ? a === b : same(a, b)) === wanted
  }
}

export function compileOrder(operator: BinaryOperator, type: Type, left: Run, right: Run): Run {
  const order = type.kind === 'duration' ? orderOfLengths : orderOf(type)
  const holds: (order: number) => boolean =
    operator === '<'
      ? (n) => n < 0
      : operator === '<='
        ? (n) => n <= 0
        : operator === '>'
          ? (n) => n > 0
          : (n) => n >= 0
  return strictPair(
    (a, b) => {
      const found = order(a, b)
      return Number.isNaN(found) ? null : holds(found)
    },
    left,
    right,
  )
}

/** A day has 24 hours where durations are compared. */
function orderOfLengths(left: Value, right: Value): number {
  const [a, b] = [lengthOf(left as Whole), lengthOf(right as Whole)]
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Compiles `in`, which is always true or false, as `==` is. An empty value is in no list, and an empty item equals
 * nothing.
 */
export function compileIn(type: Type, left: Run, right: Run): Run {
  const same = type.kind === 'decimal' || type.kind === 'duration' ? equalityOf(type) : undefined
  return (scope, frame) => {
    const value = left(scope, frame)
    const items = right(scope, frame)
    if (value === null) return false
    if (value === undefined || items === undefined) return undefined
    return same
      ? (items as readonly Value[]).some((item) => same(value, item))
      : (items as readonly Value[]).includes(value)
  }
}

export function strictPair(run: (left: Value, right: Value) => Value, left: Run, right: Run): Run {
  return (scope, frame) => {
    const a = left(scope, frame)
    const b = right(scope, frame)
    return a === null || b === null ? null : a === undefined || b === undefined ? undefined : run(a, b)
  }
}

/** Runs only on values that are there; one empty value makes the whole unknown. */
export function strict(run: (values: readonly Value[], scope: Scope) => Value, parts: readonly Run[]): Run {
  return (scope, frame) => {
    const values = parts.map((part) => part(scope, frame))
    return values.includes(null) ? null : values.includes(undefined) ? undefined : run(values, scope)
  }
}

/** Makes empty numbers count as zero, so that nothing is taken. */
export function orNone(parts: readonly Run[]): readonly Run[] {
  return parts.map((part) => (scope, frame) => {
    const value = part(scope, frame)
    return value === null ? 0 : typeof value === 'bigint' ? toBoundedNumber(value) : value
  })
}
