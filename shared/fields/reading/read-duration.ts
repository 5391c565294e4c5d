// Reads durations as people write them: "8h", "8:30", "1,5 Std", "2 days 3 h", "90".
import { makeDuration, millisecondsIn, partsOf, printIsoDuration, readIsoDuration } from '../../expressions/duration.ts'
import type { Whole } from '../../expressions/functions/whole.ts'
import type { WrittenDuration } from '../../text/written-values.ts'
import type { FieldShape } from '../field-type.ts'
import { keepByLocale } from './keep-by-locale.ts'
import { readNumber } from './read-number.ts'
import type { DurationUnit, Reading } from './reading.ts'

/** Longer texts are no durations. */
const LONGEST_DURATION = 100
const UNITS = ['millisecond', 'second', 'minute', 'hour', 'day', 'week'] as const

type Unit = (typeof UNITS)[number]

const LENGTHS: { readonly [Each in Unit]: number } = {
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}

/** Beside the words that the reader's language has: those of both languages that the product speaks. */
const WRITTEN: { readonly [Each in Unit]: readonly string[] } = {
  millisecond: ['ms', 'msec', 'millisecond', 'milliseconds', 'millisekunde', 'millisekunden'],
  second: ['s', 'sec', 'secs', 'second', 'seconds', 'sek', 'sekunde', 'sekunden'],
  minute: ['m', 'min', 'mins', 'minute', 'minutes', 'minuten', "'", '′'],
  hour: ['h', 'hr', 'hrs', 'hour', 'hours', 'std', 'stdn', 'stunde', 'stunden'],
  day: ['d', 'day', 'days', 't', 'tg', 'tag', 'tage', 'tagen'],
  week: ['w', 'wk', 'wks', 'week', 'weeks', 'wo', 'woche', 'wochen'],
}

const CLOCK = /^(?<hours>\d{1,12}):(?<minutes>[0-5]\d)(?::(?<seconds>[0-5]\d)(?:[.,](?<fraction>\d{1,3}))?)?$/
const PART = /\s*(?:(?:,|;|\+|and|und|et|y|e)\s+)?(?<amount>\d[\d.,'’]*|[.,]\d+)\s*(?<unit>[^\s\d.,;+]*)\.?/giuy

/**
 * The duration, whose days are those that stand there as days; undefined: the text is no duration. A number only has the unit of `bareUnit`; behind a unit, as in "1h30", it
 * has the next smaller one. Hours and minutes stand with a colon, as on a clock.
 */
export function readTypedDuration(
  text: string,
  reading: Pick<Reading, 'locale' | 'decimalMark' | 'bareUnit'>,
): Whole | undefined {
  if (text.length > LONGEST_DURATION) return undefined
  const written = text.trim().replace('−', '-')
  const iso = readIsoDuration(written.toUpperCase())
  if (iso !== null) return iso
  const isNegative = written.startsWith('-')
  const size = isNegative ? written.slice(1).trim() : written.replace(/^\+/, '')
  const clock = readClock(size)
  const found = clock === undefined ? readParts(size, reading) : { milliseconds: clock, days: 0 }
  if (found === undefined || !Number.isSafeInteger(found.milliseconds)) return undefined
  const { milliseconds, days } = found
  return isNegative ? makeDuration(-milliseconds + 0, -days + 0) : makeDuration(milliseconds, days)
}

function readClock(text: string): number | undefined {
  // "8:30 h", too.
  const found = CLOCK.exec(text.replace(/\s*(?:h|hrs?|std\.?)$/i, ''))?.groups
  if (!found) return undefined
  const { hours, minutes, seconds = '0', fraction = '' } = found
  return (
    Number(hours) * LENGTHS.hour +
    Number(minutes) * LENGTHS.minute +
    Number(seconds) * LENGTHS.second +
    Number(fraction.padEnd(3, '0'))
  )
}

function readParts(
  text: string,
  { locale, decimalMark, bareUnit = 'hour' }: Pick<Reading, 'locale' | 'decimalMark' | 'bareUnit'>,
): WrittenDuration | undefined {
  const units = unitsOf(locale)
  const asked = { locale, ...(decimalMark === undefined ? {} : { decimalMark }) }
  const alone = readNumber(text, asked)
  if (alone !== undefined && !alone.startsWith('-')) return partOf(alone, bareUnit)
  let [milliseconds, days] = [0, 0]
  let last: Unit | undefined
  PART.lastIndex = 0
  while (PART.lastIndex < text.length) {
    const { amount, unit: word = '' } = PART.exec(text)?.groups ?? {}
    const number = amount === undefined ? undefined : readNumber(amount, asked)
    const unit: Unit | undefined = word === '' ? nextSmaller(last) : units.get(plain(word))
    // Each unit stands once, the larger ones first.
    if (number === undefined || unit === undefined || (last && LENGTHS[unit] >= LENGTHS[last])) return undefined
    const part = partOf(number, unit)
    milliseconds += part.milliseconds
    days += part.days
    last = unit
  }
  return last === undefined ? undefined : { milliseconds, days }
}

function nextSmaller(unit: Unit | undefined): Unit | undefined {
  return unit === 'hour' ? 'minute' : unit === 'minute' ? 'second' : undefined
}

/** Rounded to whole milliseconds, which is what a field holds; a part of a day is hours. */
function partOf(amount: string, unit: Unit | DurationUnit): WrittenDuration {
  const milliseconds = Math.round(Number(amount) * LENGTHS[unit])
  return { milliseconds, days: LENGTHS[unit] >= LENGTHS.day ? Math.trunc(milliseconds / LENGTHS.day) : 0 }
}

/** The words that a language has for the units, in all of their forms. */
const unitsOf = keepByLocale((locale): ReadonlyMap<string, Unit> => {
  const words = new Map<string, Unit>()
  for (const unit of UNITS) {
    for (const unitDisplay of ['long', 'short', 'narrow'] as const) {
      const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })
      for (const count of [0, 1, 2, 3, 5, 11, 21, 100, 1.5]) {
        const parts = format.formatToParts(count).filter(({ type }) => type === 'unit')
        for (const { value } of parts) if (!words.has(plain(value))) words.set(plain(value), unit)
      }
    }
  }
  for (const unit of UNITS) for (const word of WRITTEN[unit]) if (!words.has(word)) words.set(word, unit)
  return words
})

function plain(word: string): string {
  return word.trim().toLowerCase().replaceAll('.', '')
}

/** "1 day 4 hours 30 seconds", "36 hours": all units that it has, so that it is read as the same. `locale`: a known one. */
export function writeDuration(duration: Whole, locale: string): string {
  const { days, rest } = partsOf(duration)
  const isNegative = days < 0 || (days === 0 && rest < 0)
  const parts: string[] = []
  let left = Math.abs(Number(rest))
  if (days !== 0) parts.push(formatOf(locale)('day').format(Math.abs(days)))
  for (const unit of ['hour', 'minute', 'second', 'millisecond'] as const) {
    const count = Math.floor(left / LENGTHS[unit])
    left -= count * LENGTHS[unit]
    if (count > 0) parts.push(formatOf(locale)(unit).format(count))
  }
  const text = parts.join(' ') || formatOf(locale)('second').format(0)
  const signed = isNegative ? `-${text}` : text
  if (readTypedDuration(signed, { locale }) === duration) return signed
  // Some languages set the number behind its unit, and no words say a day less two hours.
  return locale === 'en' ? printIsoDuration(duration) : writeDuration(duration, 'en')
}

const formatOf = keepByLocale((locale) =>
  keepByLocale(
    (unit) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        unitDisplay: 'long',
        useGrouping: false,
        numberingSystem: 'latn',
      }),
  ),
)

/**
 * The part of a field that decides how numbers typed into it are read: its limits, and its name if the document gives
 * it one.
 */
export interface NamedShape extends FieldShape {
  readonly name?: { readonly label: string }
}

const BARE_UNITS = ['second', 'minute', 'hour', 'day'] as const

/**
 * The unit of a number that stands by itself in a field of durations: the one that its name has ("minutes spent"), else the one of its
 * `max` or `min`, else hours. Inputs show it.
 */
export function bareUnitOf({ name, limits }: NamedShape): DurationUnit {
  const words = (name?.label ?? '').toLowerCase().split(/[^\p{L}]+/u)
  const named = BARE_UNITS.find((unit) => WRITTEN[unit].some((word) => word.length > 3 && words.includes(word)))
  if (named !== undefined) return named
  const limit = millisecondsIn(readIsoDuration(String(limits?.max ?? limits?.min ?? '')) ?? 0)
  return BARE_UNITS.findLast((unit) => limit !== 0 && limit % LENGTHS[unit] === 0) ?? 'hour'
}

/** "hr", "Std.": as inputs show it. */
export function writeUnit(unit: DurationUnit, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
  return format.formatToParts(2).find(({ type }) => type === 'unit')?.value ?? unit
}
