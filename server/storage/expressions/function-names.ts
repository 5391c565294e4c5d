// Names the functions that every engine has beside its own.
import type { BinaryOperator } from '#shared/expressions/node.ts'
import type { Type } from '#shared/expressions/type.ts'

export const ARITHMETIC_NAMES: readonly (readonly [BinaryOperator, string])[] = [
  ['+', 'add'],
  ['-', 'subtract'],
  ['*', 'multiply'],
  ['/', 'divide'],
  ['%', 'modulo'],
]

/** `v_timestamp_add_duration` and its like. */
export function arithmeticName(operator: BinaryOperator, left: Type, right: Type): string {
  return `v_${left.kind}_${ARITHMETIC_NAMES.find(([sign]) => sign === operator)?.[1] ?? ''}_${right.kind}`
}

export function overloadName(name: string, index: number): string {
  return `v_${name}_${index}`
}
