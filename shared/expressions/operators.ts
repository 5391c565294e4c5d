// Implements operators on present values, for the evaluator and SQL functions alike.
import { dateToDays, daysToDate, millisecondsToMoment, momentToMilliseconds } from './calendar.ts'
import {
  addDecimals,
  compareDecimals,
  decimalFromNumber,
  decimalToNumber,
  divideDecimals,
  multiplyDecimals,
  printDecimal,
  subtractDecimals,
  toScale,
} from './decimal.ts'
import { durationBetween, lengthOf, millisecondsIn, printIsoDuration, scaleDuration } from './duration.ts'
import type { BinaryOperator } from './node.ts'
import { compareTexts } from './functions/text-functions.ts'
import type { Type } from './type.ts'
import type { Decimal, Value } from './value.ts'
import type { Whole } from './functions/whole.ts'
import {
  addWhole,
  divideWhole,
  moduloWhole,
  multiplyWhole,
  subtractWhole,
  toBoundedNumber,
  wholeFromNumber,
} from './functions/whole.ts'

/** Never given null or undefined. */
export type OperatorFunction = (left: Value, right: Value) => Value

const DAY = 86_400_000

/** A double, endless where it is too large or made of such; never −0. */
export function checkNumber(value: number): number {
  return Number.isNaN(value) ? Infinity : value + 0
}

type Wholes = (left: Whole, right: Whole) => Value
type Numbers = (left: number, right: number) => Value
type Texts = (left: string, right: string) => Value
type MixedOperator = (left: string, right: Whole) => Value

const WHOLE: { readonly [operator: string]: Wholes } = {
  '+': addWhole,
  '-': subtractWhole,
  '*': multiplyWhole,
  '/': divideWhole,
  '%': moduloWhole,
}

const NUMBERS: { readonly [operator: string]: Numbers } = {
  '+': (a, b) => checkNumber(a + b),
  '-': (a, b) => checkNumber(a - b),
  '*': (a, b) => checkNumber(a * b),
  '/': (a, b) => (b === 0 ? null : checkNumber(a / b)),
}

const DECIMALS: { readonly [operator: string]: (left: Decimal, right: Decimal) => Value } = {
  '+': addDecimals,
  '-': subtractDecimals,
  '*': multiplyDecimals,
  '/': divideDecimals,
}

const MOMENT: { readonly [operator: string]: MixedOperator } = {
  '+': (moment, span) => millisecondsToMoment(momentToMilliseconds(moment) + millisecondsIn(span)),
  '-': (moment, span) => millisecondsToMoment(momentToMilliseconds(moment) - millisecondsIn(span)),
}

const DATE: { readonly [operator: string]: MixedOperator } = {
  '+': (date, days) => daysToDate(dateToDays(date) + toBoundedNumber(days)),
  '-': (date, days) => daysToDate(dateToDays(date) - toBoundedNumber(days)),
}

/** A date moves by whole days: what is left of a duration is dropped. */
const DATE_BY_SPAN: { readonly [operator: string]: MixedOperator } = {
  '+': (date, span) => daysToDate(Math.floor((dateToDays(date) * DAY + millisecondsIn(span)) / DAY)),
  '-': (date, span) => daysToDate(Math.floor((dateToDays(date) * DAY - millisecondsIn(span)) / DAY)),
}

const SPAN_BY_NUMBER: { readonly [operator: string]: (span: Whole, factor: number) => Value } = {
  '*': (span, factor) => scaleDuration(span, (value) => checkNumber(value * factor)),
  '/': (span, factor) => (factor === 0 ? null : scaleDuration(span, (value) => checkNumber(value / factor))),
}

const SPAN_BY_SPAN: Wholes = (a, b) =>
  lengthOf(b) === 0 ? null : checkNumber(Number(lengthOf(a)) / Number(lengthOf(b)))

function swap(run: MixedOperator | ((span: Whole, factor: number) => Value) | undefined): OperatorFunction | undefined {
  return run && ((left, right) => (run as (a: Value, b: Value) => Value)(right, left))
}

/**
 * Finds the function that `+ - * / %` perform between values of these types, as the checker leaves them. Returns
 * undefined if there is no such operation.
 */
export function arithmeticOf(operator: BinaryOperator, left: Type, right: Type): OperatorFunction | undefined {
  const kinds = `${left.kind} ${right.kind}`
  switch (kinds) {
    case 'integer integer':
    case 'duration duration':
      if (operator === '/' && left.kind === 'duration') return SPAN_BY_SPAN as OperatorFunction
      return WHOLE[operator] as OperatorFunction | undefined
    case 'number number':
      return NUMBERS[operator] as OperatorFunction | undefined
    case 'decimal decimal':
      return DECIMALS[operator] as OperatorFunction | undefined
    case 'timestamp duration':
      return MOMENT[operator] as OperatorFunction | undefined
    case 'duration timestamp':
      return swap(MOMENT[operator])
    case 'date duration':
      return DATE_BY_SPAN[operator] as OperatorFunction | undefined
    case 'duration date':
      return swap(DATE_BY_SPAN[operator])
    case 'date integer':
      return DATE[operator] as OperatorFunction | undefined
    case 'integer date':
      return swap(DATE[operator])
    case 'timestamp timestamp':
      return ((a: string, b: string) =>
        durationBetween(momentToMilliseconds(a) - momentToMilliseconds(b))) as Texts as OperatorFunction
    case 'date date':
      return ((a: string, b: string) => dateToDays(a) - dateToDays(b)) as Texts as OperatorFunction
    case 'duration number':
      return SPAN_BY_NUMBER[operator] as OperatorFunction | undefined
    case 'number duration':
      return swap(SPAN_BY_NUMBER[operator])
  }
  const textual = (type: Type): boolean => type.kind === 'text' || type.kind === 'choice' || type.kind === 'null'
  if (operator === '+' && textual(left) && textual(right)) return (a, b) => `${a as string}${b as string}`
  return undefined
}

/**
 * The order of two values of one type, by which they are sorted; of two durations of one length the one of more days is the
 * larger. Negative, 0 or positive; NaN where a word is none of the choice's.
 */
export function orderOf(type: Type): (left: Value, right: Value) => number {
  switch (type.kind) {
    case 'decimal':
      return (a, b) => compareDecimals(a as Decimal, b as Decimal)
    case 'text':
      return (a, b) => compareTexts(a as string, b as string)
    case 'choice': {
      const ordinals = new Map(type.words.map((word, index) => [word, index]))
      return (a, b) => (ordinals.get(a as string) ?? Number.NaN) - (ordinals.get(b as string) ?? Number.NaN)
    }
    default:
      return (a, b) => ((a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0)
  }
}

/** Are two values of one type the same? Two empty ones are. */
export function equalityOf(type: Type): (left: Value, right: Value) => boolean {
  switch (type.kind) {
    case 'decimal':
      return (a, b) => (a === null || b === null ? a === b : compareDecimals(a as Decimal, b as Decimal) === 0)
    case 'duration':
      return (a, b) => (a === null || b === null ? a === b : lengthOf(a as Whole) === lengthOf(b as Whole))
    case 'list':
    case 'set': {
      const same = equalityOf(type.of)
      return (a, b) => {
        const x = (a ?? []) as readonly Value[]
        const y = (b ?? []) as readonly Value[]
        return x.length === y.length && x.every((item, index) => same(item, y[index]))
      }
    }
    case 'json':
    case 'object':
      return (a, b) => JSON.stringify(a) === JSON.stringify(b)
    default:
      return (a, b) => a === b
  }
}

/** Converts a number that is there to the other numeric type, rounding half away from zero. */
export function conversionOf(from: Type, to: Type): (value: Value) => Value {
  if (from.kind === 'decimal') {
    if (to.kind === 'decimal') return (value) => toScale(value as Decimal, to.scale)
    if (to.kind === 'number') return (value) => decimalToNumber(value as Decimal)
    return (value) => toScale(value as Decimal, 0).units
  }
  if (to.kind === 'decimal') return (value) => decimalFromNumber(value as Whole, to.scale)
  if (to.kind === 'integer') return roundToWhole
  return to.kind === 'number' ? (value) => Number(value) : (value) => value
}

function roundToWhole(value: Value): Value {
  if (typeof value !== 'number') return value
  return wholeFromNumber(Math.sign(value) * Math.round(Math.abs(value)))
}

/** How a single value reads as a text. */
export function textPrinterOf(type: Type): (value: Value) => string | null {
  switch (type.kind) {
    case 'decimal':
      return (value) => printDecimal(value as Decimal)
    case 'duration':
      return (value) => printIsoDuration(value as Whole)
    default:
      return (value) => String(value)
  }
}
