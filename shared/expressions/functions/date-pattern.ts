// Prints a date or a moment by a pattern such as "d MMMM yyyy", in a language.
import { dateToDays, wallClock } from '../calendar.ts'

const DAY = 86_400_000
const TOKENS = /'[^']*'|yyyy|yy|MMMM|MMM|MM|M|dd|d|EEEE|EEE|HH|mm|[^A-Za-z']+|./g
const LETTERS = /[A-Za-z']/
const PRINTED: ReadonlySet<string> = new Set([
  'yyyy',
  'yy',
  'MMMM',
  'MMM',
  'MM',
  'M',
  'dd',
  'd',
  'EEEE',
  'EEE',
  'HH',
  'mm',
])

/** Can every letter of the pattern be printed? `hasTime`: of a moment. */
export function isDatePattern(pattern: string, hasTime: boolean): boolean {
  const tokens: readonly string[] = pattern.match(TOKENS) ?? []
  const isKnown = (token: string): boolean =>
    PRINTED.has(token) ? hasTime || (token !== 'HH' && token !== 'mm') : !LETTERS.test(token) || /^'.*'$/.test(token)
  return tokens.length > 0 && pattern.length <= 100 && tokens.every(isKnown)
}

interface PatternForm {
  readonly pattern: string
  readonly locale: string
  readonly timeZone: string
}

/** A part of a pattern; `word` prints a month or a weekday by a moment in UTC. */
export interface PatternPart {
  readonly token: string
  readonly word?: (at: number) => string
}

export function partsOfPattern({ pattern, locale }: Omit<PatternForm, 'timeZone'>): readonly PatternPart[] {
  const tokens: readonly string[] = pattern.match(TOKENS) ?? []
  // Some languages have another form of a month that stands with its day.
  const withDay = tokens.includes('d') || tokens.includes('dd')
  const words = new Map<string, (at: number) => string>()
  for (const token of tokens) if (WORDS[token]) words.set(token, wordPrinter(token, withDay, locale))
  return tokens.map((token) => {
    const word = words.get(token)
    return word === undefined ? { token } : { token, word }
  })
}

/** Makes the function that prints values by the pattern. Keep it: its formatters are expensive to make. */
export function datePrinterOf({ pattern, locale, timeZone }: PatternForm): (value: string) => string {
  const parts = partsOfPattern({ pattern, locale })
  return (value) => {
    const at = value.includes('T') ? wallClock(value, timeZone) : dateToDays(value) * DAY
    return parts.map(({ token, word }) => word?.(at) ?? printPart(token, at)).join('')
  }
}

const WORDS: { readonly [token: string]: Intl.DateTimeFormatOptions } = {
  MMMM: { month: 'long' },
  MMM: { month: 'short' },
  EEEE: { weekday: 'long' },
  EEE: { weekday: 'short' },
}

function wordPrinter(token: string, withDay: boolean, locale: string): (at: number) => string {
  const isMonth = token.startsWith('M')
  const beside: Intl.DateTimeFormatOptions = isMonth && withDay ? { day: 'numeric' } : {}
  const format = new Intl.DateTimeFormat(locale, { ...WORDS[token], ...beside, timeZone: 'UTC' })
  const type = isMonth ? 'month' : 'weekday'
  return (at) => format.formatToParts(at).find((part) => part.type === type)?.value ?? ''
}

/**
 * Prints a part that needs no language. `at`: what a clock and a calendar on the wall show, as milliseconds of UTC. The
 * last moments of 9999 are in the year 10000 where clocks are ahead.
 */
export function printPart(token: string, at: number): string {
  const shown = new Date(at)
  switch (token) {
    case 'yyyy':
      return padded(shown.getUTCFullYear(), 4)
    case 'yy':
      return padded(Math.abs(shown.getUTCFullYear()) % 100, 2)
    case 'MM':
      return padded(shown.getUTCMonth() + 1, 2)
    case 'M':
      return String(shown.getUTCMonth() + 1)
    case 'dd':
      return padded(shown.getUTCDate(), 2)
    case 'd':
      return String(shown.getUTCDate())
    case 'HH':
      return padded(shown.getUTCHours(), 2)
    case 'mm':
      return padded(shown.getUTCMinutes(), 2)
    default:
      return token.startsWith("'") ? token.slice(1, -1) || "'" : token
  }
}

function padded(value: number, places: number): string {
  return (value < 0 ? '-' : '') + String(Math.abs(value)).padStart(places, '0')
}
