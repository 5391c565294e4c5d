// Defines numbers: integers within ±2^53, and IEEE doubles.
import type { FieldTypeDefinition } from './field-type.ts'
import { copyNumber, refuseValue } from './field-type.ts'
import type { Printing } from './printing.ts'
import { readNumber } from './read-number.ts'

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

/** What is no number stays as it is: it is refused. */
function wholeIn(text: string, printing: Printing): number | string {
  const number = Number(readNumber(text, printing))
  return Number.isNaN(number) ? text : number
}

/** "1.234" is what an export writes, in every language: it is no thousand. */
function numberIn(text: string, printing: Printing): number | string {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : wholeIn(text, printing)
}

export const integer: FieldTypeDefinition = {
  ...NUMBER,
  valueType: () => ({ kind: 'integer' }),
  column: () => ({ kind: 'INTEGER', form: 'integer' }),
  schema: () => ({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  coerce: (input) => {
    if (typeof input !== 'number' || !Number.isInteger(input))
      return refuseValue('wrong_type', { en: 'must be a whole number', de: 'muss eine ganze Zahl sein' })
    if (!Number.isSafeInteger(input))
      return refuseValue('out_of_range', {
        en: 'is too large to be kept exactly',
        de: 'ist zu groß, um sie genau zu speichern',
      })
    return { value: input === 0 ? 0 : input }
  },
  compare: (a, b) => Number(a) - Number(b),
  print: (value, _type, printing) => printing.formatters.number(Number(value)),
  copy: copyNumber,
  read: (text, _type, printing) => wholeIn(text, printing),
}

export const number: FieldTypeDefinition = {
  ...NUMBER,
  valueType: () => ({ kind: 'number' }),
  column: () => ({ kind: 'REAL', form: 'real' }),
  schema: () => ({ type: 'number' }),
  coerce: (input) => {
    if (typeof input !== 'number' || !Number.isFinite(input))
      return refuseValue('wrong_type', { en: 'must be a number', de: 'muss eine Zahl sein' })
    return { value: input === 0 ? 0 : input }
  },
  compare: (a, b) => Number(a) - Number(b),
  print: (value, _type, printing) => printing.formatters.number(Number(value)),
  copy: copyNumber,
  read: (text, _type, printing) => numberIn(text, printing),
}
