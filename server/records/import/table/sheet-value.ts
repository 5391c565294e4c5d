// Reads a number of a workbook as its sheet shows it, by its number format (ECMA-376, 18.8.30).
import { shiftPlaces } from './plain-decimal.ts'
import { format, getFormatDateInfo, getFormatInfo } from 'numfmt'
import { makeDuration, printIsoDuration } from '#shared/expressions/duration.ts'
import type { KnownValue } from './table-cell.ts'

/** A format of a workbook, looked at once. */
export interface NumberFormat {
  readonly pattern: string
  readonly is: KnownValue['is']
  /** Places that are shown; undefined: as many as there are. */
  readonly places?: number
  /** Whether the displayed text of a number says more than the number, as in "SN-00042" or "01067". */
  readonly isOwn: boolean
}

const GENERAL: NumberFormat = { pattern: 'General', is: 'number', isOwn: false }

/** Longer patterns are no formats that people write. */
const LONGEST_PATTERN = 500

export function numberFormatOf(pattern: string): NumberFormat {
  if (pattern.length > LONGEST_PATTERN) return GENERAL
  try {
    const { type, isDate, isPercent, maxDecimals, scale } = getFormatInfo(pattern)
    if (type === 'general' || type === 'error' || type === 'text') return GENERAL
    if (isDate) return { pattern, is: kindOfDate(pattern), isOwn: true }
    const hasPlaces = type !== 'fraction' && type !== 'scientific' && (scale === 1 || isPercent)
    return {
      pattern,
      is: isPercent ? 'percent' : 'number',
      isOwn: type !== 'scientific',
      ...(hasPlaces ? { places: maxDecimals } : {}),
    }
  } catch {
    return GENERAL
  }
}

function kindOfDate(pattern: string): KnownValue['is'] {
  const bare = pattern.replaceAll(/"[^"]*"|\\./g, '')
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return 'duration'
  const { year, month, day, hours } = getFormatDateInfo(pattern)
  const isDay = year || day || (month && !hours)
  return isDay ? (hours ? 'moment' : 'day') : 'time'
}

/** The standard's own formats, by their numbers; those of a date are shown in the form that every language reads. */
export const BUILT_IN_FORMATS: ReadonlyMap<number, string> = new Map([
  ...([
    [1, '0'],
    [2, '0.00'],
    [3, '#,##0'],
    [4, '#,##0.00'],
    [9, '0%'],
    [10, '0.00%'],
    [11, '0.00E+00'],
  ] as const),
  ...([
    [12, '# ?/?'],
    [13, '# ??/??'],
    [14, 'yyyy-mm-dd'],
    [15, 'd-mmm-yy'],
    [16, 'd-mmm'],
    [17, 'mmm-yy'],
  ] as const),
  ...([
    [18, 'h:mm AM/PM'],
    [19, 'h:mm:ss AM/PM'],
    [20, 'h:mm'],
    [21, 'h:mm:ss'],
    [22, 'yyyy-mm-dd hh:mm'],
  ] as const),
  ...([
    [37, '#,##0'],
    [38, '#,##0'],
    [39, '#,##0.00'],
    [40, '#,##0.00'],
    [45, 'mm:ss'],
    [46, '[h]:mm:ss'],
  ] as const),
  ...([
    [47, 'mm:ss.0'],
    [48, '##0.0E+0'],
    [49, '@'],
  ] as const),
])

const DAY = 86_400_000
/** Sheets that count from 1904 are so many days behind. */
const DAYS_TO_1904 = 1_462
/** 29 February 1900, which there was not. */
const NO_DAY = 60
/** The day after 31 December 9999. */
const AFTER_LAST_DAY = 2_958_466

export interface SheetNumber {
  readonly number: number
  readonly format: NumberFormat | undefined
  readonly countsFrom1904: boolean
}

export function sheetValue({ number, format: own = GENERAL, countsFrom1904 }: SheetNumber): KnownValue {
  const { is } = own
  if (is === 'number' || is === 'percent') return numberValue(number, own)
  const days = is === 'duration' || !countsFrom1904 ? number : number + DAYS_TO_1904
  const exact = is === 'duration' ? printIsoDuration(makeDuration(Math.round(number * DAY))) : dateOf(days, is)
  const shown = is === 'duration' ? (print(own.pattern, number) ?? exact) : (print(own.pattern, days) ?? exact)
  // What is no day, or none that there was, can only be shown.
  return exact === undefined
    ? { shown: shown ?? String(number), is: 'error', exact: '' }
    : { shown: shown ?? exact, is, exact }
}

function numberValue(number: number, { is, pattern, places, isOwn }: NumberFormat): KnownValue {
  const exact = plainOf(number)
  const digits = exact.replaceAll(/[-.]/g, '').replace(/^0+/, '')
  const isCut = Number.isInteger(number) && digits.length > MOST_DIGITS
  const percent = is === 'percent' ? `${shiftPlaces(exact, 2)}%` : exact
  const shown = (isOwn ? print(pattern, number) : undefined) ?? percent
  return {
    shown: shown.trim(),
    is,
    exact,
    ...(places === undefined ? {} : { places }),
    ...(isCut ? { isCut: true } : {}),
  }
}

/** Digits that a sheet keeps: sums that miss by less are no sums of other numbers. */
const MOST_DIGITS = 15

/** "0.3" of 0.1 + 0.2, "123456789012345000" of what is larger: never with an exponent. */
export function plainOf(number: number): string {
  const [mantissa = '', exponent = '0'] = number.toExponential(MOST_DIGITS - 1).split('e')
  return shiftPlaces(mantissa, Number(exponent))
}

/** Undefined: there is no such day. */
function dateOf(days: number, is: 'day' | 'moment' | 'time' | KnownValue['is']): string | undefined {
  const milliseconds = Math.round(days * DAY)
  const whole = Math.floor(milliseconds / DAY)
  if (is === 'time') return clockOf(milliseconds - whole * DAY)
  if (whole < 1 || whole === NO_DAY || whole >= AFTER_LAST_DAY) return undefined
  // Sheets count a day too many from March 1900 on.
  const since1970 = whole - (whole > NO_DAY ? 25_569 : 25_568)
  const day = new Date(since1970 * DAY).toISOString().slice(0, 10)
  const rest = milliseconds - whole * DAY
  return is === 'moment' || rest !== 0 ? `${day} ${clockOf(rest)}` : day
}

function clockOf(milliseconds: number): string {
  const [time = ''] = new Date(milliseconds).toISOString().slice(11).split('Z')
  return time.endsWith('.000') ? time.slice(0, time.endsWith(':00.000') ? 5 : 8) : time
}

function print(pattern: string, number: number): string | undefined {
  try {
    return format(pattern, number, { locale: 'en', overflow: '' }) || undefined
  } catch {
    return undefined
  }
}
