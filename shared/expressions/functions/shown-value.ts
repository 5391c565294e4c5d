// Prints a value as people see it, in the application's language, zone and currency.
import { isDecimal, makeDecimal, printDecimal } from '../decimal.ts'
import type { Decimal, Value } from '../value.ts'
import type { Locale, Printable } from './formatters.ts'
import { datePrinterOf } from './date-pattern.ts'
import type { Whole } from './whole.ts'
import { makeFormatters, printableOf, printDuration } from './formatters.ts'

/** How a value reads where its type does not say it by itself. */
export interface ShownForm extends Locale {
  readonly form: 'date' | 'moment' | 'fixed' | 'money' | 'percent' | 'number' | 'duration' | 'pattern' | 'json'
  /** How dates are written, for the form `pattern`: "MMMM yyyy". */
  readonly pattern?: string
  /** Number of decimal places, for the form `fixed`. */
  readonly scale?: number
}

/** The value is there. Keep it as long as the form: formatters are expensive to make. */
export function printerOf({ form, scale = 0, pattern = '', ...locale }: ShownForm): (value: Value) => string {
  const formatters = makeFormatters(locale)
  switch (form) {
    case 'date':
      return (value) => formatters.date(String(value))
    case 'moment':
      return (value) => formatters.moment(String(value))
    case 'fixed':
      return (value) => formatters.fixed(numberOf(value), scale)
    case 'money':
      return (value) => formatters.money(numberOf(value))
    case 'percent':
      return (value) => formatters.percent(isDecimal(value) ? percentOf(value) : Number(value) * 100)
    case 'number':
      return (value) => formatters.number(numberOf(value))
    case 'duration':
      return (value) => printDuration(value as Whole, locale.locale)
    case 'pattern': {
      const print = datePrinterOf({ ...locale, pattern })
      return (value) => print(String(value))
    }
    case 'json':
      return printJson
  }
}

/** 0.125 is 12.5 %. */
export function percentOf({ units, scale }: Decimal): Printable {
  return printableOf(printDecimal(makeDecimal(units, scale - 2)))
}

function numberOf(value: Value): Printable {
  return isDecimal(value)
    ? printableOf(printDecimal(value))
    : typeof value === 'bigint'
      ? printableOf(value)
      : Number(value)
}

/** A file by its name, a place by its degrees, several one after the other. */
function printJson(value: Value): string {
  if (Array.isArray(value)) return value.map((each: Value) => printJson(each)).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  const { name, lat, lon } = value as { readonly [name: string]: unknown }
  if (typeof name === 'string') return name
  return typeof lat === 'number' && typeof lon === 'number' ? `${lat}, ${lon}` : JSON.stringify(value)
}
