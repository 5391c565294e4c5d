// Registers the evaluator's functions with SQLite.
import {
  decimalFromNumber,
  decimalToNumber,
  divideUnits,
  makeDecimal,
  multiplyUnits,
  printDecimal,
  productScale,
  quotientScale,
  rescaleUnits,
} from '#shared/expressions/decimal.ts'
import { lengthOf, printIsoDuration, readIsoDuration, scaleDuration } from '#shared/expressions/duration.ts'
import { eachOverload } from '#shared/expressions/functions/overloads.ts'
import type { Spend } from '#shared/expressions/functions/pattern.ts'
import type { BinaryOperator } from '#shared/expressions/node.ts'
import { objectOf } from '#shared/expressions/evaluate/evaluate-sets.ts'
import { arithmeticOf, checkNumber, conversionOf } from '#shared/expressions/operators.ts'
import { printerOf } from '#shared/expressions/functions/shown-value.ts'
import { writeValue } from '#shared/expressions/read-value.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Decimal, Value } from '#shared/expressions/value.ts'
import type { Whole } from '#shared/expressions/functions/whole.ts'
import {
  absoluteWhole,
  addWhole,
  makeWhole,
  multiplyWhole,
  subtractWhole,
  sumWhole,
  toBoundedNumber,
} from '#shared/expressions/functions/whole.ts'

import { orderKeyOf } from '../order-key.ts'
import { SCHEMA_FUNCTIONS } from '../schema/schema-functions.ts'
import type { StoredForm } from '../expressions/dialect.ts'
import { ARITHMETIC_NAMES, arithmeticName, overloadName } from '../expressions/function-names.ts'
import { fromStoredValue } from '../expressions/expression-value.ts'

export type SqlScalar = string | number | null

/** `define` registers one deterministic function; it is given as many values as `length` says. */
export type DefineFunction = (name: string, run: (...values: SqlScalar[]) => SqlScalar, length: number) => void

const KINDS = ['integer', 'number', 'decimal', 'date', 'timestamp', 'duration'] as const

/** `spend` gets the number of characters that are read; it may throw, to end the statement. */
export function registerFunctions(define: DefineFunction, spend: Spend = () => {}): void {
  /** Defines a function that gives NULL where any of its arguments is NULL. */
  const strict = (name: string, length: number, run: (...values: SqlScalar[]) => Value): void => {
    define(name, (...values) => (values.includes(null) ? null : toStored(run(...values))), length)
  }
  for (const { name, index, overload } of eachOverload()) {
    const { takes, zoned } = overload
    const count = takes.length
    const readers = takes.map((parameter) => READERS[parameter])
    const isAsStored = readers.every((reader) => reader === undefined)
    strict(overloadName(name, index), count + (zoned ? 1 : 0), (...values) => {
      spend(charactersOf(values))
      const given = isAsStored ? values : values.map((value, at) => readers[at]?.(value) ?? value)
      return overload.run(given, String(values[count] ?? 'UTC'), spend)
    })
  }
  registerArithmetic(strict)
  registerConversions(strict)
  registerComparisons(strict)
  registerAggregates(strict)
  registerShown(strict)
  registerJson(strict)
  registerObjects(strict)
  for (const [name, run] of Object.entries(SCHEMA_FUNCTIONS)) define(name, run, 2)
}

/**
 * Registers the function that makes an object as memory does: lists under one key are joined, and a second value
 * under one key makes the result empty.
 */
function registerObjects(strict: Strict): void {
  strict('v_object_of', 2, (pairs, written) => {
    const type = JSON.parse(String(written)) as Type
    const made = objectOf(fromStoredValue(pairs, type) as readonly Value[], type)
    return made === null ? null : JSON.stringify(made)
  })
}

/**
 * Registers the function that prints a value as people see it, and keeps a formatter for each form: a document uses
 * few of them.
 */
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
  for (const [operator] of ARITHMETIC_NAMES) {
    for (const leftKind of KINDS) {
      for (const rightKind of KINDS) {
        const [left, right] = [typeOf(leftKind), typeOf(rightKind)]
        const run = arithmeticOf(operator, left, right)
        if (!run) continue
        const name = arithmeticName(operator, left, right)
        if (leftKind === 'decimal') registerDecimals(strict, name, operator)
        else {
          const [readLeft, readRight] = [readerOf(leftKind), readerOf(rightKind)]
          strict(name, 2, (a, b) => run(readLeft(a), readRight(b)))
        }
      }
    }
  }
}

/** Units and their scales: no object is made of small ones. */
function registerDecimals(strict: Strict, name: string, operator: BinaryOperator): void {
  const define = (run: (a: Whole, aScale: number, b: Whole, bScale: number) => Whole | null): void =>
    strict(name, 4, (a, aScale, b, bScale) => run(toWhole(a), Number(aScale), toWhole(b), Number(bScale)))
  const inOneScale = (run: typeof addWhole): void =>
    define((a, aScale, b, bScale) => {
      const scale = Math.max(aScale, bScale)
      return run(rescaleUnits(a, aScale, scale), rescaleUnits(b, bScale, scale))
    })
  switch (operator) {
    case '+':
      return inOneScale(addWhole)
    case '-':
      return inOneScale(subtractWhole)
    case '*':
      return define((a, aScale, b, bScale) => multiplyUnits(a, b, aScale + bScale - productScale(aScale, bScale)))
    case '/':
      return define((a, aScale, b, bScale) => divideUnits(a, b, quotientScale(aScale, bScale) + bScale - aScale))
  }
}

function registerConversions(strict: Strict): void {
  strict('v_decimal_to_decimal', 3, (units, from, to) => rescaleUnits(toWhole(units), Number(from), Number(to)))
  strict('v_decimal_to_number', 2, (units, scale) => decimalToNumber(toDecimal(units, scale)))
  strict('v_decimal_to_integer', 2, (units, scale) => rescaleUnits(toWhole(units), Number(scale), 0))
  strict('v_number_to_decimal', 2, (value, scale) => decimalFromNumber(Number(value), Number(scale)).units)
  strict('v_number_to_integer', 1, (value) => conversionOf({ kind: 'number' }, { kind: 'integer' })(value))
  strict('v_integer_to_decimal', 2, (value, scale) => rescaleUnits(toWhole(value), 0, Number(scale)))
  strict('v_integer_to_number', 1, (value) => Number(value))
  strict('v_bounded', 1, (value) => toBoundedNumber(toWhole(value)))
  strict('v_text_of_boolean', 1, (value) => String(value === 1))
  strict('v_text_of_integer', 1, (value) => String(value))
  strict('v_text_of_number', 1, (value) => String(value))
  strict('v_text_of_decimal', 2, (units, scale) => printDecimal(toDecimal(units, scale)))
  strict('v_text_of_duration', 1, (value) => printIsoDuration(toWhole(value)))
}

/**
 * Registers comparisons for numbers that may be beyond the engine's range, where the engine has no order between a
 * text and a number.
 */
function registerComparisons(strict: Strict): void {
  strict('v_compare', 2, (a, b) => {
    const [left, right] = [toWhole(a), toWhole(b)]
    return left < right ? -1 : left > right ? 1 : 0
  })
  strict('v_absolute', 1, (value) => absoluteWhole(toWhole(value)))
  strict('v_least', 2, (a, b) => (toWhole(a) <= toWhole(b) ? a : b))
  strict('v_greatest', 2, (a, b) => (toWhole(a) >= toWhole(b) ? a : b))
  strict('v_order', 1, (value) => orderKeyOf(toWhole(value)))
}

function registerAggregates(strict: Strict): void {
  strict('v_finite', 1, (value) => checkNumber(Number(value)))
  // A sum in two halves, which the engine adds up exactly.
  strict('v_halves', 3, (high, low, size) => addWhole(multiplyWhole(toWhole(high), Number(size)), toWhole(low)))
  strict('v_sum_of', 1, (values) => sumWhole(readWholes(values)))
  strict('v_least_of', 1, (values) => extremeOfWholes(readWholes(values), (a, b) => a < b))
  strict('v_greatest_of', 1, (values) => extremeOfWholes(readWholes(values), (a, b) => a > b))
  strict('v_average_number', 2, (sum, count) => checkNumber(Number(sum) / Number(count)))
  strict('v_average_duration', 2, (sum, count) => scaleDuration(toWhole(sum), (value) => value / Number(count)))
  strict('v_length', 1, (value) => lengthOf(toWhole(value)))
  strict('v_duration', 1, (text) => readIsoDuration(String(text)))
  strict('v_average_decimal', 3, (sum, scale, count) =>
    divideUnits(toWhole(sum), Number(count), quotientScale(Number(scale), 0) - Number(scale)),
  )
}

/** Reads the values of a list in JSON, without the empty ones. */
function readWholes(list: SqlScalar): readonly Whole[] {
  const values = JSON.parse(String(list)) as readonly (string | number | null)[]
  const wholes: Whole[] = []
  for (const value of values) if (value !== null) wholes.push(toWhole(value))
  return wholes
}

function extremeOfWholes(values: readonly Whole[], isBetter: (a: Whole, b: Whole) => boolean): Whole | null {
  return values.reduce<Whole | null>((best, value) => (best === null || isBetter(value, best) ? value : best), null)
}

function charactersOf(values: readonly SqlScalar[]): number {
  return values.reduce<number>((sum, value) => (typeof value === 'string' ? sum + value.length : sum), 0)
}

function typeOf(kind: (typeof KINDS)[number]): Type {
  return kind === 'decimal' ? { kind, scale: 0 } : { kind }
}

/** Whole numbers, and units of decimals, are numbers as long as these are exact, and beyond that texts of their digits. */
export function toWhole(stored: SqlScalar): Whole {
  return typeof stored === 'string' ? makeWhole(BigInt(stored)) : Number(stored)
}

function toDecimal(units: SqlScalar, scale: SqlScalar | undefined): Decimal {
  return makeDecimal(toWhole(units), Number(scale))
}

/** Makes the function that converts a stored operand of this kind to its value in memory. */
function readerOf(kind: (typeof KINDS)[number]): (stored: SqlScalar) => Value {
  return kind === 'integer' || kind === 'duration' ? toWhole : (stored) => stored
}

/**
 * Converts parameters whose stored form differs to their values in memory. A function does not distinguish numbers
 * beyond the exact range.
 */
const READERS: { readonly [parameter: string]: (stored: SqlScalar) => Value } = {
  weekdays: readItems,
  integer: (stored) => toBoundedNumber(toWhole(stored)),
  duration: toWhole,
}

/** Lists are JSON text. */
function readItems(value: SqlScalar): Value {
  const items: unknown = JSON.parse(String(value))
  return Array.isArray(items) ? (items as readonly Value[]) : []
}

function toStored(value: Value): SqlScalar {
  if (Array.isArray(value)) return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'bigint') return String(value)
  return (value ?? null) as SqlScalar
}
