// Registers the evaluator's functions with SQLite.
import {
  decimalFromNumber,
  decimalToNumber,
  divideDecimals,
  makeDecimal,
  printDecimal,
} from '#shared/expressions/decimal.ts'
import { printIsoDuration } from '#shared/expressions/duration.ts'
import { eachOverload } from '#shared/expressions/functions/overloads.ts'
import type { Spend } from '#shared/expressions/functions/pattern.ts'
import type { BinaryOperator } from '#shared/expressions/node.ts'
import { objectOf } from '#shared/expressions/evaluate/evaluate-sets.ts'
import { arithmeticOf, checkNumber, checkWhole, conversionOf } from '#shared/expressions/operators.ts'
import { printerOf } from '#shared/expressions/functions/shown-value.ts'
import { writeValue } from '#shared/expressions/read-value.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Decimal, Value } from '#shared/expressions/value.ts'

import { COLLATION_FUNCTION } from '../collation-sql.ts'
import { SCHEMA_FUNCTIONS } from '../schema/schema-functions.ts'
import type { StoredForm } from './dialect.ts'
import { fromStoredValue } from './expression-value.ts'

export type SqlScalar = string | number | null

/** `define` registers one deterministic function; it is given as many values as `length` says. */
export type DefineFunction = (name: string, run: (...values: SqlScalar[]) => SqlScalar, length: number) => void

const OPERATORS: readonly (readonly [BinaryOperator, string])[] = [
  ['+', 'add'],
  ['-', 'subtract'],
  ['*', 'multiply'],
  ['/', 'divide'],
  ['%', 'modulo'],
]
const KINDS = ['integer', 'number', 'decimal', 'date', 'timestamp', 'duration'] as const

/** `v_timestamp_add_duration` and its like. */
export function arithmeticName(operator: BinaryOperator, left: Type, right: Type): string {
  return `v_${left.kind}_${OPERATORS.find(([sign]) => sign === operator)?.[1] ?? ''}_${right.kind}`
}

export function overloadName(name: string, index: number): string {
  return `v_${name}_${index}`
}

/** `spend` gets the number of characters that are read; it may throw, to end the statement. */
export function registerFunctions(define: DefineFunction, spend: Spend = () => {}): void {
  /** Nothing comes of nothing. */
  const strict = (name: string, length: number, run: (...values: SqlScalar[]) => Value): void => {
    define(name, (...values) => (values.includes(null) ? null : toStored(run(...values))), length)
  }
  for (const { name, index, overload } of eachOverload()) {
    const { takes, zoned } = overload
    const count = takes.length
    const lists = takes.includes('weekdays')
    strict(overloadName(name, index), count + (zoned ? 1 : 0), (...values) => {
      spend(charactersOf(values))
      const given = lists ? values.map((value, at) => (takes[at] === 'weekdays' ? readItems(value) : value)) : values
      return overload.run(given, String(values[count] ?? 'UTC'), spend)
    })
  }
  registerArithmetic(strict)
  registerConversions(strict)
  registerAggregates(strict)
  registerShown(strict)
  registerJson(strict)
  registerObjects(strict)
  define(COLLATION_FUNCTION, SCHEMA_FUNCTIONS[COLLATION_FUNCTION], 2)
}

/** As in memory: lists under one key are joined, another value twice under one key is nothing. */
function registerObjects(strict: Strict): void {
  strict('v_object_of', 2, (pairs, written) => {
    const type = JSON.parse(String(written)) as Type
    const made = objectOf(fromStoredValue(pairs, type) as readonly Value[], type)
    return made === null ? null : JSON.stringify(made)
  })
}

/** What stands in a document is printed in few forms; their formatters are kept. */
function registerShown(strict: Strict): void {
  const kept = new Map<string, (value: SqlScalar) => string>()
  strict('v_shown', 2, (value, form) => {
    const key = String(form)
    const print = kept.get(key) ?? printerOfForm(JSON.parse(key) as StoredForm)
    kept.set(key, print)
    return print(value)
  })
}

function printerOfForm({ as, type }: StoredForm): (value: SqlScalar) => string {
  const print = printerOf(as)
  return (value) => print(fromStoredValue(value, type))
}

/** JSON text of what a stored value is in memory. */
function registerJson(strict: Strict): void {
  const kept = new Map<string, Type>()
  strict('v_json', 2, (value, written) => {
    const key = String(written)
    const type = kept.get(key) ?? (JSON.parse(key) as Type)
    kept.set(key, type)
    return JSON.stringify(writeValue(fromStoredValue(value, type), type))
  })
}

type Strict = (name: string, length: number, run: (...values: SqlScalar[]) => Value) => void

function registerArithmetic(strict: Strict): void {
  for (const [operator] of OPERATORS) {
    for (const leftKind of KINDS) {
      for (const rightKind of KINDS) {
        const [left, right] = [typeOf(leftKind), typeOf(rightKind)]
        const run = arithmeticOf(operator, left, right)
        if (!run) continue
        const name = arithmeticName(operator, left, right)
        if (leftKind !== 'decimal') strict(name, 2, run)
        else strict(name, 4, (a, aScale, b, bScale) => run(toDecimal(a, aScale), toDecimal(b, bScale)))
      }
    }
  }
}

function registerConversions(strict: Strict): void {
  strict('v_decimal_to_decimal', 3, (units, from, to) =>
    conversionOf(
      { kind: 'decimal', scale: Number(from) },
      { kind: 'decimal', scale: Number(to) },
    )(toDecimal(units, from)),
  )
  strict('v_decimal_to_number', 2, (units, scale) => decimalToNumber(toDecimal(units, scale)))
  strict('v_decimal_to_integer', 2, (units, scale) =>
    conversionOf({ kind: 'decimal', scale: Number(scale) }, { kind: 'integer' })(toDecimal(units, scale)),
  )
  strict('v_number_to_decimal', 2, (value, scale) => decimalFromNumber(Number(value), Number(scale)))
  strict('v_number_to_integer', 1, (value) => conversionOf({ kind: 'number' }, { kind: 'integer' })(value))
  strict('v_text_of_boolean', 1, (value) => String(value === 1))
  strict('v_text_of_number', 1, (value) => String(value))
  strict('v_text_of_decimal', 2, (units, scale) => printDecimal(toDecimal(units, scale)))
  strict('v_text_of_duration', 1, (value) => printIsoDuration(Number(value)))
}

/** What becomes of a sum: sums are made in doubles with compensation, and unknown where they can't be held. */
function registerAggregates(strict: Strict): void {
  strict('v_whole', 1, (value) => checkWhole(Number(value)))
  strict('v_finite', 1, (value) => checkNumber(Number(value)))
  strict('v_average_number', 2, (sum, count) => checkNumber(Number(sum) / Number(count)))
  strict('v_average_duration', 2, (sum, count) => checkWhole(Math.round(Number(sum) / Number(count))))
  strict('v_average_decimal', 3, (sum, scale, count) => {
    return Number.isSafeInteger(sum)
      ? divideDecimals(toDecimal(sum, scale), { units: BigInt(Number(count)), scale: 0 })
      : null
  })
}

function charactersOf(values: readonly SqlScalar[]): number {
  return values.reduce<number>((sum, value) => (typeof value === 'string' ? sum + value.length : sum), 0)
}

function typeOf(kind: (typeof KINDS)[number]): Type {
  return kind === 'decimal' ? { kind, scale: 0 } : { kind }
}

function toDecimal(units: SqlScalar, scale: SqlScalar | undefined): Decimal {
  return makeDecimal(BigInt(Number(units)), Number(scale)) ?? { units: 0n, scale: Number(scale) }
}

/** Lists are JSON text. */
function readItems(value: SqlScalar): Value {
  const items: unknown = JSON.parse(String(value))
  return Array.isArray(items) ? (items as readonly Value[]) : []
}

function toStored(value: Value): SqlScalar {
  if (Array.isArray(value)) return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'object' && value !== null) return Number((value as Decimal).units)
  return value ?? null
}
