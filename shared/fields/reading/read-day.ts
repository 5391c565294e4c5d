// Reads days as people write them: "21/11/2026", "21.11.26", "Nov 21", "tomorrow".
import { daysToDate, dateToDays } from '../../expressions/calendar.ts'
import { makeDateWords } from './date-words.ts'
import { keepByLocale } from './keep-by-locale.ts'
import type { DateOrder, Reading } from './reading.ts'

export type DayReading = Pick<Reading, 'locale' | 'today' | 'dateOrder' | 'latest'>

type Part = 'day' | 'month' | 'year'

/** Longer texts are no days. */
const LONGEST_DAY = 60

/** A year of two digits lies at most so many years ahead, and else in the hundred years before. */
export const YEARS_AHEAD = 20

/**
 * Undefined: the text names no day. Days are read in the order of the reader's language, with any separator, without their
 * year, as "2026-11-21", with names of months, as "today" and the days around it. With points the day comes first in every
 * language whose own days have none.
 */
export function readDay(text: string, reading: DayReading): string | undefined {
  if (text.length > LONGEST_DAY) return undefined
  const written = text.replaceAll(MARKS, '').trim().replace(MIDNIGHT, '')
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written)
  if (iso) return dayOf(iso[1] ?? '', Number(iso[2]), Number(iso[3]), reading)
  const { end } = formOf(reading.locale)
  const bare = end !== '' && written.endsWith(end) ? written.slice(0, -end.length).trim() : written
  if (NUMBERS.test(bare)) return readNumbers(bare, reading)
  return /\p{L}/u.test(written) ? readWords(written, reading) : undefined
}

const NUMBERS = /^\d{1,4}(?:[\s./,–—-]+\d{1,4}){1,2}[\s./,–—-]*$/
/** Some languages put marks of direction between the numbers. */
const MARKS = /[\u200e\u200f\u061c]/g
/** Spreadsheets write days so. */
const MIDNIGHT = /(?<=\d)[T\s]\s*0?0:00(?::00(?:\.0+)?)?$/

function readNumbers(written: string, reading: DayReading): string | undefined {
  const numbers = written.match(/\d+/g) ?? []
  const order = orderOf(written, numbers, reading)
  const named = numbers.length === 2 ? order.filter((part) => part !== 'year') : order
  const at = (part: Part) => numbers[named.indexOf(part)]
  const [day, month] = [at('day') ?? '', at('month') ?? '']
  if (day.length > 2 || month.length > 2) return undefined
  return dayOf(at('year') ?? reading.today.slice(0, 4), Number(month), Number(day), reading)
}

function orderOf(written: string, [first = '']: readonly string[], { locale, dateOrder }: DayReading): readonly Part[] {
  if (first.length === 4) return ORDERS['year first']
  if (dateOrder !== undefined) return ORDERS[dateOrder]
  const own = formOf(locale)
  return written.includes('.') && !own.hasPoints ? ORDERS['day first'] : own.order
}

const ORDERS: { readonly [Order in DateOrder]: readonly Part[] } = {
  'day first': ['day', 'month', 'year'],
  'month first': ['month', 'day', 'year'],
  'year first': ['year', 'month', 'day'],
}

interface DayForm {
  readonly order: readonly Part[]
  readonly hasPoints: boolean
  /** Text after the numbers, such as "г.", or '' if there is none. */
  readonly end: string
}

const formOf = keepByLocale((locale): DayForm => {
  const parts = dayFormat(locale).formatToParts(Date.UTC(2026, 10, 21))
  const last = parts.at(-1)
  return {
    end: last?.type === 'literal' && /\p{L}/u.test(last.value) ? last.value.trim() : '',
    order: parts.flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : [])),
    hasPoints: parts.some(({ type, value }) => type === 'literal' && value.includes('.')),
  }
})

/** "21/11/2026": the form in which inputs write a day. */
export const dayFormat = keepByLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
    }),
)

/** A day that tells the order of its parts. */
const EXAMPLE_DAY = '2026-11-21'

/** Writes a day for a message: in the order that its column has, else as the reader's language does. */
export function writeExampleDay({ locale, dateOrder }: DayReading, iso: string = EXAMPLE_DAY): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  switch (dateOrder) {
    case undefined:
      return writeDay(locale, iso)
    case 'day first':
      return `${day}.${month}.${year}`
    case 'month first':
      return `${month}/${day}/${year}`
    case 'year first':
      return iso
  }
}

export function writeDay(locale: string, iso: string): string {
  const time = Date.parse(`${iso}T00:00:00Z`)
  return Number.isNaN(time) ? iso : dayFormat(locale).format(time)
}

const wordsOf = keepByLocale(makeDateWords)

/** "3rd of December 2027", "3. Dezember", "Dec 3, 2027". */
const DAY_OF_MONTH =
  /^(?:(?<before>\d{1,2})(?:st|nd|rd|th|er|\.)? ?(?:(?:of|de) )?)?(?<month>\p{L}{3,30}\.?) ?(?:(?<after>\d{1,2}(?!\d))(?:st|nd|rd|th)? ?)?(?:de )?(?<year>\d{4})?$/iu

function readWords(written: string, reading: DayReading): string | undefined {
  const { locale, today } = reading
  const words = wordsOf(locale)
  const away = words.daysAway(written)
  if (away !== undefined) return daysToDate(dateToDays(today) + away) ?? undefined
  const found = DAY_OF_MONTH.exec(written.replaceAll(/[\s,]+/g, ' '))?.groups
  const month = words.monthOf(found?.['month'] ?? '')
  const day = found?.['before'] ?? found?.['after']
  const isTwice = found?.['before'] !== undefined && found['after'] !== undefined
  if (month === undefined || day === undefined || isTwice) return undefined
  return dayOf(found?.['year'] ?? today.slice(0, 4), month, Number(day), reading)
}

/** Undefined for the 31st of February, and for a year of three digits. */
function dayOf(year: string, month: number, day: number, reading: DayReading): string | undefined {
  const digits = (count: number, length: number) => String(count).padStart(length, '0')
  const inYear = (full: number): string => `${digits(full, 4)}-${digits(month, 2)}-${digits(day, 2)}`
  const iso = year.length === 4 ? inYear(Number(year)) : year.length > 2 ? '' : inCentury(Number(year), inYear, reading)
  return daysToDate(dateToDays(iso)) === iso && iso >= '0001' ? iso : undefined
}

/** A year of two digits lies no more than 20 years ahead, and not behind the last day that the field may have. */
function inCentury(year: number, inYear: (full: number) => string, { today, latest }: DayReading): string {
  const thisYear = Number(today.slice(0, 4))
  const last = thisYear + YEARS_AHEAD
  const full = last - ((((last - year) % 100) + 100) % 100)
  return latest !== undefined && inYear(full) > latest ? inYear(full - 100) : inYear(full)
}
