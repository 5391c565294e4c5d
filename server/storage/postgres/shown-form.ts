// Reads how a language writes numbers, dates and durations, as JSON by which PostgreSQL's functions do so.
import { partsOfPattern, printPart } from '#shared/expressions/functions/date-pattern.ts'
import { ALL_UNITS, DATE_FORMS, NUMBER_FORMS } from '#shared/expressions/functions/formatters.ts'
import type { ShownForm } from '#shared/expressions/functions/shown-value.ts'
import { NotInSql } from '../expressions/dialect.ts'

/** The way in which numbers are written. */
interface NumberForm {
  /** The texts before and behind a number, and the endless one, each for numbers from 0 and for negative ones. */
  readonly before: readonly [string, string]
  readonly behind: readonly [string, string]
  readonly endless: readonly [string, string]
  readonly decimal: string
  readonly group: string
  /** Digits in the last group, and in each before it. */
  readonly last: number
  readonly others: number
  /** The least number of digits that are grouped. */
  readonly groupedFrom: number
  readonly digits: string
  readonly leastPlaces: number
  readonly mostPlaces: number
}

/** A part of a date: a text, digits of the year, or one of the texts by what the date has of it. */
type DatePart =
  | readonly ['text', string]
  | readonly ['year', ahead: number, digits: string, places: number]
  | readonly ['yyyy' | 'yy']
  | readonly [DateUnit, readonly string[]]

type DateUnit = 'month' | 'day' | 'weekday' | 'hour' | 'minute'

/** The way in which durations are written. */
interface DurationForm {
  readonly number: NumberForm
  /** The place of a count's text in a unit: of each count below 200, and of whole millions. From 200 on, the last two digits decide. */
  readonly kinds: readonly number[]
  /** Texts of the units, the largest first; `{}` stands for the count. */
  readonly units: readonly (readonly string[])[]
}

const written = new Map<string, string>()

/** Writes the form as JSON. Throws `NotInSql` for dates of a calendar with months of its own. */
export function writeShownForm(form: ShownForm): string {
  const key = JSON.stringify(form)
  const found = written.get(key) ?? JSON.stringify(readForm(form))
  written.set(key, found)
  return found
}

function readForm({ form, locale, currency, scale = 0, pattern = '' }: ShownForm): unknown {
  switch (form) {
    case 'fixed':
      return numberForm(locale, NUMBER_FORMS.fixed(scale))
    case 'money':
      return numberForm(locale, NUMBER_FORMS.money(currency))
    case 'percent':
      return numberForm(locale, NUMBER_FORMS.percent)
    case 'number':
      return { whole: numberForm(locale, NUMBER_FORMS.whole), broken: numberForm(locale, NUMBER_FORMS.broken) }
    case 'duration':
      return durationForm(locale)
    case 'date':
    case 'moment':
      return dateForm(locale, DATE_FORMS[form])
    case 'pattern':
      return patternForm(pattern, locale)
    case 'json':
      return null
  }
}

/** A number with several groups of digits. */
const LONG = 1_234_567_890
const MOST_DIGITS = 10

function numberForm(locale: string, options: Intl.NumberFormatOptions): NumberForm {
  const format = new Intl.NumberFormat(locale, options)
  const { minimumFractionDigits: leastPlaces = 0, maximumFractionDigits: mostPlaces = 0 } = format.resolvedOptions()
  const parts = format.formatToParts(LONG)
  const groups = parts.filter(({ type }) => type === 'integer').map(({ value }) => [...value].length)
  const withPlace = new Intl.NumberFormat(locale, { ...options, minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const [above, below] = [parts, format.formatToParts(-LONG)].map(aroundNumber)
  const sizes = Array.from({ length: MOST_DIGITS }, (_, at) => at + 1)
  return {
    before: [above?.before ?? '', below?.before ?? ''],
    behind: [above?.behind ?? '', below?.behind ?? ''],
    endless: [format.format(Infinity), format.format(-Infinity)],
    decimal: valueOf(withPlace.formatToParts(1), 'decimal'),
    group: valueOf(parts, 'group'),
    last: groups.at(-1) ?? 0,
    others: groups.at(-2) ?? 0,
    groupedFrom:
      sizes.find((size) => format.formatToParts(10 ** (size - 1)).some(({ type }) => type === 'group')) ??
      Number.MAX_SAFE_INTEGER,
    digits: new Intl.NumberFormat(locale, { useGrouping: false, minimumIntegerDigits: 10 }).format(123_456_789),
    leastPlaces,
    mostPlaces,
  }
}

interface Part {
  readonly type: string
  readonly value: string
}

const OF_NUMBER: ReadonlySet<string> = new Set(['integer', 'group', 'decimal', 'fraction'])

function aroundNumber(parts: readonly Part[]): { readonly before: string; readonly behind: string } {
  const first = parts.findIndex(({ type }) => OF_NUMBER.has(type))
  const last = parts.findLastIndex(({ type }) => OF_NUMBER.has(type))
  return { before: textOf(parts.slice(0, first)), behind: textOf(parts.slice(last + 1)) }
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ value }) => value).join('')
}

function valueOf(parts: readonly Part[], wanted: string): string {
  return parts.find(({ type }) => type === wanted)?.value ?? ''
}

const COUNTS = 200
const HOLE = '{}'

function durationForm(locale: string): DurationForm {
  const rules = new Intl.PluralRules(locale)
  const counts = [...Array.from({ length: COUNTS }, (_, count) => count), 1_000_000]
  const words = counts.map((count) => rules.select(count))
  const kinds = [...new Set(words)]
  const examples = kinds.map((kind) => counts[words.indexOf(kind)] ?? 0)
  return {
    number: numberForm(locale, { useGrouping: 'min2' }),
    kinds: words.map((word) => kinds.indexOf(word)),
    units: ALL_UNITS.map(([name]) => {
      const format = new Intl.NumberFormat(locale, NUMBER_FORMS.unit(name))
      return examples.map((count) => {
        const parts = format.formatToParts(count)
        if (!parts.some(({ type }) => OF_NUMBER.has(type))) return textOf(parts)
        const { before, behind } = aroundNumber(parts)
        return `${before}${HOLE}${behind}`
      })
    }),
  }
}

/** Calendars with the months of ours, whose years may be counted from another one. */
const KNOWN_CALENDARS: ReadonlySet<string> = new Set(['gregory', 'buddhist'])
const YEAR = 2026

function checkCalendar(format: Intl.DateTimeFormat): void {
  const { calendar, locale } = format.resolvedOptions()
  if (!KNOWN_CALENDARS.has(calendar))
    throw new NotInSql(
      `A text shows a date in the language ${locale}, whose calendar (${calendar}) is not supported on PostgreSQL.`,
    )
}

function dateForm(locale: string, options: Intl.DateTimeFormatOptions): readonly DatePart[] {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  checkCalendar(format)
  const { digits } = numberForm(locale, {})
  return format.formatToParts(Date.UTC(YEAR, 0)).map(({ type, value }): DatePart => {
    switch (type) {
      case 'year': {
        const places = [...value]
        const year = Number(places.map((digit) => [...digits].indexOf(digit)).join(''))
        return places.length === 2 ? ['year', 0, digits, 2] : ['year', year - YEAR, digits, 1]
      }
      case 'month':
      case 'day':
      case 'hour':
      case 'minute':
        return [type, textsBy(type, (at) => valueOf(format.formatToParts(at), type))]
      case 'dayPeriod':
        return ['hour', textsBy('hour', (at) => valueOf(format.formatToParts(at), type))]
      default:
        return ['text', value]
    }
  })
}

/** Returns the text of each month, of each day and so on. The fifth of January 2026 is a Monday. */
function textsBy(what: DateUnit, print: (at: number) => string): readonly string[] {
  const all = (count: number, momentOf: (place: number) => number): readonly string[] =>
    Array.from({ length: count }, (_, place) => print(momentOf(place)))
  switch (what) {
    case 'month':
      return all(12, (place) => Date.UTC(YEAR, place))
    case 'day':
      return all(31, (place) => Date.UTC(YEAR, 0, place + 1))
    case 'weekday':
      return all(7, (place) => Date.UTC(YEAR, 0, place + 5))
    case 'hour':
      return all(24, (place) => Date.UTC(YEAR, 0, 1, place))
    case 'minute':
      return all(60, (place) => Date.UTC(YEAR, 0, 1, 0, place))
  }
}

/** The part of a date that a part of a pattern shows, by its first letter. */
const DATE_UNITS: { readonly [letter: string]: DateUnit } = {
  M: 'month',
  d: 'day',
  E: 'weekday',
  H: 'hour',
  m: 'minute',
}

function patternForm(pattern: string, locale: string): readonly DatePart[] {
  return partsOfPattern({ pattern, locale }).map(({ token, word }): DatePart => {
    if (token === 'yyyy' || token === 'yy') return [token]
    const what = DATE_UNITS[token.slice(0, 1)]
    if (what === undefined) return ['text', printPart(token, 0)]
    if (word === undefined) {
      return [what, textsBy(what, (at) => printPart(token, at))]
    }
    if (what === 'month') checkCalendar(new Intl.DateTimeFormat(locale))
    return [what, textsBy(what, word)]
  })
}
