// Makes the cell of a workbook from a value: numbers, dates, times and flags as such, all else as text.
import { copiedText } from '#shared/decisions/copied-text.ts'
import type { TitleOf } from '#shared/decisions/copied-text.ts'
import { printDecimal } from '#shared/expressions/decimal.ts'
import { parseUnits } from '#shared/fields/decimal.ts'
import { partsOf } from '#shared/expressions/duration.ts'
import { durationOf, millisecondsOf } from '#shared/fields/duration.ts'
import type { FieldType } from '#shared/fields/field-type.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Field } from '#shared/model/model.ts'
import { cutForCell } from '#shared/fields/cut-cell.ts'
import type { Printing } from '#shared/fields/printing.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { SheetCell } from './sheet-xml.ts'

export function sheetCell(value: unknown, field: Field, printing: Printing, titleOf: TitleOf): SheetCell {
  const { type } = field
  const text = copiedText(value, type, printing, titleOf)
  if (text === '') return ''
  switch (fieldType(type.kind).valueType(type).kind) {
    case 'boolean':
      return value === true
    case 'integer':
    case 'number':
    case 'decimal':
      // What people write comes back by an import, and must be exact; what is worked out may be rounded.
      return numberCell(value, type, printing, isWrittenByPeople(field)) ?? text
    case 'date':
      return dayCell(String(value)) ?? text
    case 'timestamp':
      return momentCell(text) ?? text
    case 'time':
      return { number: minutesOf(String(value)) / MINUTES_OF_A_DAY, format: 'hh:mm' }
    case 'duration':
      // Days are not hours, which is all that a sheet counts in: they stay a text, which is read back as it is.
      return partsOf(durationOf(value)).days === 0 ? (durationCell(millisecondsOf(value)) ?? text) : text
    default:
      return cutForCell(text)
  }
}

/** More digits a sheet does not keep. */
const MOST_DIGITS = 15

function numberCell(
  value: unknown,
  type: FieldType,
  printing: Printing,
  isExact: boolean,
): Exclude<SheetCell, string | boolean> | undefined {
  const { unit } = fieldType(type.kind)
  const written = String(value)
  const shown = unit === 'percent' ? hundredthOf(written) : written
  if (isExact && (digitsOf(shown) > MOST_DIGITS || !isHeld(Number(shown)))) return undefined
  const format = unit === 'percent' ? '0.00%' : unit === 'currency' ? moneyFormat(printing) : placesFormat(type)
  return { number: Number(shown), ...(format === undefined ? {} : { format }) }
}

/** "12.50" → "0.1250", without a double in between. */
function hundredthOf(written: string): string {
  const units = parseUnits(written, 2)
  return typeof units === 'bigint' ? printDecimal({ units, scale: 4 }) : String(Number(written) / 100)
}

/** Smaller and larger ones are written with an exponent, which a sheet shows in its own way. */
function isHeld(number: number): boolean {
  const size = Math.abs(number)
  return size === 0 || (size > 1e-30 && size < 1e30)
}

/**
 * Counts the significant digits, from the first that is not zero. Trailing zeros of the decimal places do not count.
 */
function digitsOf(written: string): number {
  const [mantissa = ''] = written.split('e')
  const plain = mantissa.includes('.') ? mantissa.replace(/0+$/, '') : mantissa
  return plain.replaceAll(/[-+.]/g, '').replace(/^0+/, '').length
}

function placesFormat(type: FieldType): string | undefined {
  return type.kind === 'decimal' && type.scale > 0 ? `0.${'0'.repeat(type.scale)}` : undefined
}

/** "€1,234.50", "1.234,50 €" and "¥1,235", as language and currency write it; each reader puts its own marks between the digits. */
function moneyFormat({ locale, currency }: Printing): string {
  const key = `${locale} ${currency}`
  const known = MONEY_FORMATS.get(key)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(1)
  const format = parts
    .map(({ type, value }) => {
      if (type === 'integer') return '#,##0'
      if (type === 'decimal') return '.'
      if (type === 'fraction') return '0'.repeat(value.length)
      if (type === 'currency') return `[$${value}]`
      return type === 'literal' && value.trim() === '' ? '\\ ' : ''
    })
    .join('')
  MONEY_FORMATS.set(key, format)
  return format
}

const MONEY_FORMATS = new Map<string, string>()

const MINUTES_OF_A_DAY = 1_440
const DAY = 86_400_000
const BEGINNING = Date.parse('1899-12-30T00:00:00Z')
/** Before 1 March 1900 spreadsheets count a day that there was not. */
const FIRST_OF_1900 = 61
/** 31 December 9999: beyond it a sheet shows no date and no hours. */
const LAST_DAY = 2_958_465

function dayCell(date: string): SheetCell | undefined {
  const days = (Date.parse(`${date}T00:00:00Z`) - BEGINNING) / DAY
  return days >= FIRST_OF_1900 ? { number: days, format: 'day' } : undefined
}

/** A moment with an offset stays a text: the clock shows its time twice. */
function momentCell(stamp: string): SheetCell | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{3})?$/.test(stamp)) return undefined
  const days = (Date.parse(`${stamp.replace(' ', 'T')}Z`) - BEGINNING) / DAY
  if (days < FIRST_OF_1900) return undefined
  const format = stamp.includes('.')
    ? 'yyyy-mm-dd hh:mm:ss.000'
    : stamp.endsWith(':00')
      ? 'moment'
      : 'yyyy-mm-dd hh:mm:ss'
  return { number: days, format }
}

/** A number of days, so that they add up. */
function durationCell(milliseconds: number): SheetCell | undefined {
  const number = milliseconds / DAY
  if (Math.abs(number) > LAST_DAY) return undefined
  return { number, format: milliseconds % 1_000 === 0 ? '[h]:mm:ss' : '[h]:mm:ss.000' }
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
