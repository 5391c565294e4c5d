// Evaluates functions over values of several types: the extreme of values, absolute numbers, joined texts.
import { makeDecimal } from '../decimal.ts'
import { orderOf } from '../operators.ts'
import type { Type } from '../type.ts'
import type { Decimal, Value } from '../value.ts'
import type { Whole } from '../functions/whole.ts'
import { absoluteWhole } from '../functions/whole.ts'

/** Words that are none of the choice's have no place in the order. */
export function extremeOf(name: 'min' | 'max', type: Type): (values: readonly Value[]) => Value {
  const order = orderOf(type)
  const sign = name === 'min' ? 1 : -1
  return (values) => {
    if (values.some((value) => Number.isNaN(order(value, value)))) return null
    return values.reduce((best, value) => (order(value, best) * sign < 0 ? value : best))
  }
}

export function absoluteOf(type: Type): (values: readonly Value[]) => Value {
  if (type.kind !== 'decimal') return ([value]) => absoluteWhole(value as Whole)
  return ([value]) => makeDecimal(absoluteWhole((value as Decimal).units), (value as Decimal).scale)
}

export function joinTexts(items: readonly Value[], between: string): string {
  return items.filter((item) => item !== null).join(between)
}
