// Defines numbers: integers within ±2^53, and IEEE doubles.
import type { CoercionResult, FieldTypeDefinition } from './field-type.ts'
import { copyNumber, refuseValue } from './field-type.ts'
import { readNumber } from './reading/read-number.ts'
import type { Reading } from './reading/reading.ts'

const NUMBER = {
  family: 'number',
  ordered: true,
  bounds: 'value',
  makesSlug: true,
  sortable: true,
  inTables: true,
  inCells: true,
  total: 'sum',
} as const

/** Refuses a text that is not a number, with an example in the reader's own number format. */
export function refuseNumber({ formatters }: Reading, places: number): CoercionResult {
  const example = { write: () => formatters.fixed(places === 0 ? 1250 : 1250.5, Math.min(places, 2)) }
  return refuseValue('wrong_type', places === 0 ? NO_INTEGER : NO_NUMBER, { example })
}

const NO_NUMBER = { en: 'must be a number, such as {example}', de: 'muss eine Zahl sein, etwa {example}' }
const NO_INTEGER = {
  en: 'must be a whole number, such as {example}',
  de: 'muss eine ganze Zahl sein, etwa {example}',
}
const NO_WHOLE = { en: 'must be a whole number', de: 'muss eine ganze Zahl sein' }
const TOO_LARGE = { en: 'is too large to be kept exactly', de: 'ist zu groß, um sie genau zu speichern' }
const TOO_PRECISE = {
  en: 'has more digits than such a number keeps',
  de: 'hat mehr Ziffern, als eine solche Zahl behält',
}

/** Digits that each number keeps. */
const KEPT_DIGITS = 15

/** A number that keeps what was written; others are refused, not rounded. */
function readDouble(text: string, reading: Reading): CoercionResult {
  // As programs write very large and small ones.
  const plain = /^[-+]?\d+(?:\.\d+)?e[-+]?\d{1,3}$/i.test(text.trim()) ? text.trim() : readNumber(text, reading)
  if (plain === undefined) return refuseNumber(reading, 2)
  const digits = significant(plain)
  const isKept = digits.length <= KEPT_DIGITS || digits === significant(String(Number(plain)))
  return isKept ? number.coerce(Number(plain), { kind: 'number' }) : refuseValue('too_precise', TOO_PRECISE)
}

/** "-012.50e3" → "125". */
function significant(plain: string): string {
  return plain
    .replace(/e.*$/i, '')
    .replaceAll(/\D/g, '')
    .replaceAll(/^0+|0+$/g, '')
}

export const integer: FieldTypeDefinition = {
  ...NUMBER,
  valueType: () => ({ kind: 'integer' }),
  column: () => ({ kind: 'INTEGER', form: 'integer' }),
  schema: () => ({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  coerce: (input) => {
    if (typeof input !== 'number' || !Number.isInteger(input)) return refuseValue('wrong_type', NO_WHOLE)
    if (!Number.isSafeInteger(input)) return refuseValue('out_of_range', TOO_LARGE)
    return { value: input === 0 ? 0 : input }
  },
  compare: (a, b) => Number(a) - Number(b),
  print: (value, _type, printing) => printing.formatters.number(Number(value)),
  copy: copyNumber,
  read: (text, type, reading) => {
    const plain = readNumber(text, reading)
    if (plain === undefined) return refuseNumber(reading, 0)
    const [whole = '', places = ''] = plain.split('.')
    if (/[1-9]/.test(places)) return refuseValue('wrong_type', NO_WHOLE)
    return integer.coerce(Number(whole), type)
  },
}

export const number: FieldTypeDefinition = {
  ...NUMBER,
  valueType: () => ({ kind: 'number' }),
  column: () => ({ kind: 'REAL', form: 'real' }),
  schema: () => ({ type: 'number' }),
  coerce: (input) => {
    if (input === Infinity || input === -Infinity)
      return refuseValue('out_of_range', { en: 'is too large to be kept', de: 'ist zu groß, um sie zu speichern' })
    if (typeof input !== 'number' || !Number.isFinite(input))
      return refuseValue('wrong_type', { en: 'must be a number', de: 'muss eine Zahl sein' })
    return { value: input === 0 ? 0 : input }
  },
  compare: (a, b) => Number(a) - Number(b),
  print: (value, _type, printing) => printing.formatters.number(Number(value)),
  copy: copyNumber,
  read: (text, _type, reading) => readDouble(text, reading),
}
