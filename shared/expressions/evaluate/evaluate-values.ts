// Evaluates functions over values of several types: the extreme of values, absolute numbers, joined texts.
import { negateDecimal } from '../decimal.ts'
import { orderOf } from '../operators.ts'
import type { Type } from '../type.ts'
import type { Decimal, Value } from '../value.ts'

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
  if (type.kind !== 'decimal') return ([value]) => Math.abs(value as number)
  return ([value]) => ((value as Decimal).units < 0n ? negateDecimal(value as Decimal) : (value ?? null))
}

export function joinTexts(items: readonly Value[], between: string): string {
  return items.filter((item) => item !== null).join(between)
}
