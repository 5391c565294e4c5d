// Defines exact numbers with fixed places: decimal(n), money and percent.
import { makeDecimal, printDecimal } from '../expressions/decimal.ts'
import { printableOf } from '../expressions/functions/formatters.ts'
import type { CoercionResult, FieldType, FieldTypeDefinition } from './field-type.ts'
import { copyNumber, refuseValue } from './field-type.ts'
import { refuseNumber } from './number.ts'
import { readAmount, readNumber, readPercent } from './reading/read-number.ts'
import type { Reading } from './reading/reading.ts'

/** Units stay within what a double holds exactly: fifteen digits in all. */
const MOST_UNITS = BigInt(Number.MAX_SAFE_INTEGER)

const NO_DECIMAL = {
  en: 'must be a number, such as "12.50"',
  de: 'muss eine Zahl sein, etwa „12.50“',
}
/** A number, but of more digits than are looked at. */
const VERY_LONG = /^[+-]?\d{41,1000}(?:\.\d{1,40})?$/
const TOO_MANY_DIGITS = {
  en: 'has too many digits to be kept exactly',
  de: 'hat zu viele Ziffern, um sie genau zu speichern',
}
const NO_PLACES = { en: 'has no decimal places', de: 'hat keine Nachkommastellen' }
const ONE_PLACE = { en: 'has at most 1 decimal place', de: 'hat höchstens 1 Nachkommastelle' }
const PLACES = { en: 'has at most {most} decimal places', de: 'hat höchstens {most} Nachkommastellen' }

export const decimal: FieldTypeDefinition = {
  family: 'number',
  ordered: true,
  bounds: 'value',
  sortable: true,
  inTables: true,
  inCells: true,
  total: 'sum',
  valueType: (type) => ({ kind: 'decimal', scale: scaleOf(type) }),
  column: (type) => ({ kind: 'INTEGER', form: 'decimal', scale: scaleOf(type) }),
  schema: (type) => {
    const scale = scaleOf(type)
    return {
      type: 'string',
      format: 'decimal',
      pattern: scale === 0 ? '^-?[0-9]+$' : `^-?[0-9]+(\\.[0-9]{1,${scale}})?$`,
    }
  },
  coerce: (input, type) => {
    const scale = scaleOf(type)
    if (typeof input !== 'string' && typeof input !== 'number') return refuseValue('wrong_type', NO_DECIMAL)
    const text = String(input).trim()
    const units = parseUnits(text, scale)
    if (units === undefined)
      return VERY_LONG.test(text) ? refuseValue('out_of_range', TOO_MANY_DIGITS) : refuseValue('wrong_type', NO_DECIMAL)
    if (units === 'places')
      return refuseValue('too_precise', scale === 0 ? NO_PLACES : scale === 1 ? ONE_PLACE : PLACES, { most: scale })
    if (units > MOST_UNITS || units < -MOST_UNITS) return refuseValue('out_of_range', TOO_MANY_DIGITS)
    return { value: printDecimal(makeDecimal(units, scale)) }
  },
  compare: (a, b, type) => Number(unitsOf(a, type) - unitsOf(b, type)),
  print: (value, type, printing) => printing.formatters.fixed(printableOf(value), scaleOf(type)),
  copy: copyNumber,
  read: (text, type, reading) => coerceRead(readNumber(text, reading), type, reading),
}

export const money: FieldTypeDefinition = {
  ...decimal,
  storedAs: 'decimal',
  unit: 'currency',
  valueType: () => ({ kind: 'decimal', scale: 2, unit: 'currency' }),
  print: (value, _type, printing) => printing.formatters.money(printableOf(value)),
  copy: copyNumber,
  read: (text, type, reading) => coerceRead(readAmount(text, reading), type, reading),
}

export const percent: FieldTypeDefinition = {
  ...decimal,
  storedAs: 'decimal',
  unit: 'percent',
  // 12.5 % is 0.125: the same units, two places further on.
  valueType: () => ({ kind: 'decimal', scale: 4, unit: 'percent' }),
  total: 'average',
  print: (value, _type, printing) => printing.formatters.percent(printableOf(value)),
  copy: copyNumber,
  read: (text, type, reading) => coerceRead(readPercent(text, reading), type, reading),
}

function coerceRead(number: string | undefined, type: FieldType, reading: Reading): CoercionResult {
  return number === undefined ? refuseNumber(reading, scaleOf(type)) : decimal.coerce(number, type)
}

function scaleOf(type: FieldType): number {
  return type.kind === 'decimal' ? type.scale : 2
}

/** "12.5" with two places → 1250n. `places`: it has more than these, other than noughts. */
export function parseUnits(text: string, scale: number): bigint | 'places' | undefined {
  const found = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text)
  if (!found) return undefined
  const [, sign = '', whole = '', fraction = ''] = found
  if (/[1-9]/.test(fraction.slice(scale))) return 'places'
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  return sign === '-' ? -units : units
}

function unitsOf(value: unknown, type: FieldType): bigint {
  const units = parseUnits(String(value), scaleOf(type))
  return typeof units === 'bigint' ? units : 0n
}
