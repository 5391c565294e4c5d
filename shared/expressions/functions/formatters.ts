// Formats numbers, money, dates, moments and durations for people, by language, zone and currency.

import { millisecondsIn, partsOf } from '../duration.ts'
import type { Whole } from './whole.ts'

/** A number, or the digits of one that is larger than a double is exact. */
export type Printable = number | `${number}`

export interface Formatters {
  readonly number: (value: Printable) => string
  readonly fixed: (value: Printable, places: number) => string
  readonly money: (value: Printable) => string
  /** Formats the number 12.5 as "12.5%", in the notation of the language. */
  readonly percent: (value: Printable) => string
  readonly date: (iso: string) => string
  readonly moment: (iso: string) => string
  /** Formats a moment as "2026-11-26 09:30:00" in every language, which spreadsheets read as a moment. */
  readonly stamp: (iso: string) => string
}

/** BCP 47, IANA and ISO 4217. */
export interface Locale {
  readonly locale: string
  readonly timeZone: string
  readonly currency: string
}

/** Replaces an unknown locale by English, an unknown time zone by UTC and an unknown currency by the euro. */
export function knownLocale({ locale, timeZone, currency }: Locale): Locale {
  return {
    locale: isKnown(() => new Intl.NumberFormat(locale)) ? locale : 'en',
    timeZone: isKnown(() => new Intl.DateTimeFormat('en', { timeZone })) ? timeZone : 'UTC',
    currency: isKnown(() => new Intl.NumberFormat('en', { style: 'currency', currency })) ? currency : 'EUR',
  }
}

/** Options of the formatters of numbers. */
export const NUMBER_FORMS = {
  // 2027 may be a year: the thousands of whole numbers are set apart from five digits on.
  whole: { useGrouping: 'min2' },
  broken: { maximumFractionDigits: 6 },
  percent: { style: 'unit', unit: 'percent', maximumFractionDigits: 6 },
  fixed: (places: number): Intl.NumberFormatOptions => ({
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }),
  money: (currency: string): Intl.NumberFormatOptions => ({ style: 'currency', currency }),
  unit: (unit: string): Intl.NumberFormatOptions => ({ style: 'unit', unit, unitDisplay: 'long', useGrouping: 'min2' }),
} as const

/** Options of the formatters of dates and moments. */
export const DATE_FORMS = {
  date: { dateStyle: 'medium' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
} as const

/** Keep them as long as the locale, which is a known one. */
export function makeFormatters({ locale, timeZone, currency }: Locale): Formatters {
  const kept = new Map<string, unknown>()
  const keep =
    <T>(key: string, make: () => { format(value: T): string }): ((value: T) => string) =>
    (value) => {
      let formatter = kept.get(key) as { format(value: T): string } | undefined
      if (!formatter) kept.set(key, (formatter = make()))
      return formatter.format(value)
    }
  const whole = keep<Printable>('whole', () => new Intl.NumberFormat(locale, NUMBER_FORMS.whole))
  const broken = keep<Printable>('broken', () => new Intl.NumberFormat(locale, NUMBER_FORMS.broken))
  return {
    number: (value) => (Number.isInteger(Number(value)) ? whole(value) : broken(value)),
    fixed: (value, places) =>
      keep(`fixed ${places}`, () => new Intl.NumberFormat(locale, NUMBER_FORMS.fixed(places)))(value),
    money: keep('money', () => new Intl.NumberFormat(locale, NUMBER_FORMS.money(currency))),
    percent: keep('percent', () => new Intl.NumberFormat(locale, NUMBER_FORMS.percent)),
    date: (iso) =>
      keep(
        'date',
        () => new Intl.DateTimeFormat(locale, { ...DATE_FORMS.date, timeZone: 'UTC' }),
      )(Date.parse(`${iso}T00:00:00Z`)),
    moment: (iso) =>
      keep('moment', () => new Intl.DateTimeFormat(locale, { ...DATE_FORMS.moment, timeZone }))(Date.parse(iso)),
    stamp: (iso) =>
      keep(
        'stamp',
        () => new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone }),
      )(Date.parse(iso)),
  }
}

/** A decimal in its JSON form, with all its digits. */
export function printableOf(decimal: unknown): Printable {
  const text = String(decimal)
  return text.length <= EXACT_CHARACTERS ? Number(text) : (text as `${number}`)
}

/** Beyond so many characters a number may have more digits than a double. */
const EXACT_CHARACTERS = 15

function isKnown(make: () => unknown): boolean {
  try {
    make()
    return true
  } catch {
    return false
  }
}

/**
 * "7 days", "1 day 4 hours", "720 hours", "90 seconds" is "1 minute 30 seconds": at most three units. Hours become days only
 * where the duration has days.
 */
export function printDuration(duration: Whole, locale: string): string {
  const hasDays = partsOf(duration).days !== 0
  const length = Math.round(millisecondsIn(duration))
  let left = Math.abs(length)
  const parts: string[] = []
  for (const [name, size] of hasDays ? ALL_UNITS : ALL_UNITS.slice(1)) {
    const count = Math.floor(left / size)
    if (count === 0) continue
    left -= count * size
    parts.push(unitFormat(name, locale).format(count))
  }
  const text = parts.slice(0, 3).join(' ') || unitFormat('second', locale).format(0)
  return length < 0 ? `-${text}` : text
}

/** Units of a duration with their milliseconds, the largest first. */
export const ALL_UNITS: readonly (readonly [name: string, size: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

const UNITS = new Map<string, Intl.NumberFormat>()

/** `locale`: a known one. */
function unitFormat(unit: string, locale: string): Intl.NumberFormat {
  const key = `${unit} ${locale}`
  let format = UNITS.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, NUMBER_FORMS.unit(unit))
    UNITS.set(key, format)
  }
  return format
}
