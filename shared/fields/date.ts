// Defines calendar dates: `2026-11-21`, years 0001 to 9999.
import type { FieldTypeDefinition } from './field-type.ts'
import { compareText, copyPlainly, refuseValue } from './field-type.ts'
import { readDay, writeExampleDay } from './reading/read-day.ts'

export const date: FieldTypeDefinition = {
  family: 'day',
  precision: 'day',
  ordered: true,
  bounds: 'value',
  makesSlug: true,
  sortable: true,
  inTables: true,
  inCells: true,
  groupable: true,
  layouts: ['calendar', 'timeline'],
  valueType: () => ({ kind: 'date' }),
  column: () => ({ kind: 'TEXT', form: 'text' }),
  schema: () => ({ type: 'string', format: 'date' }),
  coerce: (input) =>
    typeof input === 'string' && isDate(input)
      ? { value: input }
      : refuseValue('wrong_type', {
          en: 'must be a date, such as "2026-11-21"',
          de: 'muss ein Datum sein, etwa „2026-11-21“',
        }),
  compare: compareText,
  print: (value, _type, printing) => printing.formatters.date(String(value)),
  copy: copyPlainly,
  read: (text, _type, reading) => {
    const value = readDay(text, reading)
    if (value !== undefined) return { value }
    return refuseValue('wrong_type', NO_DAY, { example: { write: () => writeExampleDay(reading) } })
  },
}

const NO_DAY = { en: 'must be a date, such as {example}', de: 'muss ein Datum sein, etwa {example}' }

/** Is it a date that the calendar has? */
export function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!found) return false
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
