// Implements operators on present values, for the evaluator and SQL functions alike.
import { dateToDays, daysToDate, millisecondsToMoment, momentToMilliseconds } from './calendar.ts'
import {
  addDecimals,
  compareDecimals,
  decimalFromNumber,
  decimalToNumber,
  divideDecimals,
  multiplyDecimals,
  negateDecimal,
  printDecimal,
  toScale,
} from './decimal.ts'
import { printIsoDuration } from './duration.ts'
import type { BinaryOperator } from './node.ts'
import { compareTexts } from './functions/text-functions.ts'
import type { Type } from './type.ts'
import type { Decimal, Value } from './value.ts'

/** Never given null or undefined. */
export type OperatorFunction = (left: Value, right: Value) => Value

const DAY = 86_400_000

/** A whole number that every engine can hold, or null; never −0. */
export function checkWhole(value: number): number | null {
  return Number.isSafeInteger(value) ? value + 0 : null
}

export function checkNumber(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null
}

type Numbers = (left: number, right: number) => Value
type Texts = (left: string, right: string) => Value
type MixedOperator = (left: string, right: number) => Value

const WHOLE: { readonly [operator: string]: Numbers } = {
  '+': (a, b) => checkWhole(a + b),
  '-': (a, b) => checkWhole(a - b),
  '*': (a, b) => checkWhole(a * b),
  '/': (a, b) => (b === 0 ? null : checkWhole(Math.trunc(a / b))),
  '%': (a, b) => (b === 0 ? null : checkWhole(a % b)),
}

const NUMBERS: { readonly [operator: string]: Numbers } = {
  '+': (a, b) => checkNumber(a + b),
  '-': (a, b) => checkNumber(a - b),
  '*': (a, b) => checkNumber(a * b),
  '/': (a, b) => (b === 0 ? null : checkNumber(a / b)),
}

const DECIMALS: { readonly [operator: string]: (left: Decimal, right: Decimal) => Value } = {
  '+': addDecimals,
  '-': (a, b) => addDecimals(a, negateDecimal(b)),
  '*': multiplyDecimals,
  '/': divideDecimals,
}

const MOMENT: { readonly [operator: string]: MixedOperator } = {
  '+': (moment, span) => millisecondsToMoment(momentToMilliseconds(moment) + span),
  '-': (moment, span) => millisecondsToMoment(momentToMilliseconds(moment) - span),
}

const DATE: { readonly [operator: string]: MixedOperator } = {
  '+': (date, days) => daysToDate(dateToDays(date) + days),
  '-': (date, days) => daysToDate(dateToDays(date) - days),
}

/** A date moves by whole days: what is left of a duration is dropped. */
const DATE_BY_SPAN: { readonly [operator: string]: MixedOperator } = {
  '+': (date, span) => daysToDate(Math.floor((dateToDays(date) * DAY + span) / DAY)),
  '-': (date, span) => daysToDate(Math.floor((dateToDays(date) * DAY - span) / DAY)),
}

const SPAN_BY_NUMBER: { readonly [operator: string]: Numbers } = {
  '*': (span, factor) => checkWhole(Math.round(span * factor)),
  '/': (span, factor) => (factor === 0 ? null : checkWhole(Math.round(span / factor))),
}

function swap(run: MixedOperator | Numbers | undefined): OperatorFunction | undefined {
  return run && ((left, right) => (run as (a: Value, b: Value) => Value)(right, left))
}

/** What `+ - * / %` do between values of these types (as the checker leaves them); undefined if it is no such operation. */
export function arithmeticOf(operator: BinaryOperator, left: Type, right: Type): OperatorFunction | undefined {
  const kinds = `${left.kind} ${right.kind}`
  switch (kinds) {
    case 'integer integer':
    case 'duration duration':
      if (operator === '/' && left.kind === 'duration') return NUMBERS['/'] as OperatorFunction
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
        checkWhole(momentToMilliseconds(a) - momentToMilliseconds(b))) as Texts as OperatorFunction
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

/** The order of two values of one type: negative, 0 or positive; NaN where a word is none of the choice's. */
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
    return (value) => {
      const whole = toScale(value as Decimal, 0)
      return whole && checkWhole(Number(whole.units))
    }
  }
  if (to.kind === 'decimal') return (value) => decimalFromNumber(value as number, to.scale)
  if (to.kind === 'integer')
    return (value) => checkWhole(Math.sign(value as number) * Math.round(Math.abs(value as number)))
  return (value) => value
}

/** How a single value reads as a text. */
export function printingOf(type: Type): (value: Value) => string | null {
  switch (type.kind) {
    case 'decimal':
      return (value) => printDecimal(value as Decimal)
    case 'duration':
      return (value) => printIsoDuration(value as number)
    default:
      return (value) => String(value)
  }
}
