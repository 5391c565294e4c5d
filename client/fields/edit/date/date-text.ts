// Prints and reads dates and times as their reader writes them: "21/11/2026", "11/21/2026, 3:30 PM".
import { lazily } from '../../../words/lazily.ts'
import { say } from '../../../words/say.ts'
import { makeDateWords } from './date-words.ts'
import { addDays } from './month-days.ts'

export interface DateText {
  /** "2026-11-21" → "21/11/2026". */
  print(iso: string): string
  /**
   * Undefined: it names no day. Read are the reader's own form, with any separator, without its year, "2026-11-21", names of
   * months, "today" and the days around it; with points the day may come first in every language.
   */
  read(text: string): string | undefined
  /** "dd/mm/yyyy" */
  readonly form: string
}

type Part = 'day' | 'month' | 'year'
const NUMERIC = { day: '2-digit', month: '2-digit', year: 'numeric' } as const

/** `today`: "2026-11-21", for years that are not written. */
export function makeDateText(locale: string, today: string): DateText {
  const format = new Intl.DateTimeFormat(locale, {
    ...NUMERIC,
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  })
  const parts = format.formatToParts(Date.UTC(2026, 10, 21))
  const order = parts.flatMap(({ type }) => (isPart(type) ? [type] : []))
  const thisYear = Number(today.slice(0, 4))
  const words = lazily(() => makeDateWords(locale))
  const readWords = (written: string): string | undefined => {
    const away = words().daysAway(written)
    if (away !== undefined) return addDays(today, away)
    const found = DAY_OF_MONTH.exec(written)?.groups
    const month = words().monthOf(found?.['month'] ?? '')
    const day = found?.['before'] ?? found?.['after']
    const isTwice = found?.['before'] !== undefined && found['after'] !== undefined
    if (month === undefined || day === undefined || isTwice) return undefined
    return dayOf(Number(found?.['year'] ?? thisYear), month, Number(day))
  }
  const letters = { day: say('dd'), month: say('mm'), year: say('yyyy') }
  return {
    form: parts.map(({ type, value }) => (isPart(type) ? letters[type] : value)).join(''),
    print: (iso) => {
      const time = Date.parse(`${iso}T00:00:00Z`)
      return Number.isNaN(time) ? iso : format.format(time)
    },
    read: (text) => {
      const written = text.trim()
      const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written)
      if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
      const numbers = /^\d{1,4}(?:[^\d\p{L}]+\d{1,4}){1,2}[^\d\p{L}]*$/u.test(written) ? numbersIn(written) : []
      const orders = written.includes('.') ? [order, DAY_FIRST] : [order]
      for (const each of numbers.length === 0 ? [] : orders) {
        const day = inOrder(numbers, each, thisYear)
        if (day !== undefined) return day
      }
      return /\p{L}/u.test(written) ? readWords(written) : undefined
    },
  }
}

/** "3rd of December 2027", "3. Dezember", "Dec 3, 2027". */
const DAY_OF_MONTH =
  /^(?:(?<before>\d{1,2})(?:st|nd|rd|th|er|\.)?\s*(?:(?:of|de)\s+)?)?(?<month>\p{L}{3,}\.?)[\s,]*(?:(?<after>\d{1,2}(?!\d))(?:st|nd|rd|th)?[\s,]*)?(?:de\s+)?(?<year>\d{4})?$/iu
const DAY_FIRST: readonly Part[] = ['day', 'month', 'year']

function numbersIn(text: string): readonly number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}

function inOrder(numbers: readonly number[], order: readonly Part[], thisYear: number): string | undefined {
  const named = numbers.length === 2 ? order.filter((part) => part !== 'year') : order
  if (numbers.length !== named.length) return undefined
  const at = (part: Part) => numbers[named.indexOf(part)]
  return dayOf(at('year') ?? thisYear, at('month') ?? 0, at('day') ?? 0)
}

/** Undefined for the 31st of February. */
function dayOf(written: number, month: number, day: number): string | undefined {
  const year = written < 100 ? 2000 + written : written
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThat = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThat && year >= 1000 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined
}

function isPart(type: string): type is Part {
  return type === 'day' || type === 'month' || type === 'year'
}

/** "15:30" → "15:30" or "3:30 PM". */
export function printTime(locale: string, time: string): string {
  const moment = Date.parse(`2026-01-01T${time}:00Z`)
  if (Number.isNaN(moment)) return time
  // Some languages write a narrow blank before "PM", which nobody can type.
  const written = timeFormat(locale)
    .format(moment)
    .replaceAll(/[\u202f\u00a0]/g, ' ')
  // Where the half of the day is said in words of the language, the hours go on to 23.
  return readTime(written) === time ? written : time
}

/** To make one takes longer than to write with it, and a moment is written with every letter. */
const timeFormats = new Map<string, Intl.DateTimeFormat>()

function timeFormat(locale: string): Intl.DateTimeFormat {
  const found =
    timeFormats.get(locale) ?? new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  timeFormats.set(locale, found)
  return found
}

/** "3:30 pm", "15.30", "9" → "15:30", "09:00"; undefined: it names no time. */
export function readTime(text: string): string | undefined {
  const found = /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim())
  if (!found) return undefined
  const [hour, minute] = [Number(found[1]), Number(found[2] ?? 0)]
  const half = found[3]?.toLowerCase()
  if (minute > 59 || hour > 23 || (half !== undefined && (hour < 1 || hour > 12))) return undefined
  const ofDay = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  return `${String(ofDay).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
