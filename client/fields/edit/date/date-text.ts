// Prints and reads dates and times as their reader writes them: "21/11/2026", "11/21/2026, 3:30 PM".
import { dayFormat, readDay, writeDay } from '#shared/fields/reading/read-day.ts'
import { say } from '../../../words/say.ts'

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

/** `today`: "2026-11-21", for years that are not written. */
export function makeDateText(locale: string, today: string): DateText {
  const parts = dayFormat(locale).formatToParts(Date.UTC(2026, 10, 21))
  const letters = { day: say('dd'), month: say('mm'), year: say('yyyy') }
  return {
    form: parts.map(({ type, value }) => (isPart(type) ? letters[type] : value)).join(''),
    print: (iso) => writeDay(locale, iso),
    read: (text) => readDay(text, { locale, today }),
  }
}

function isPart(type: string): type is Part {
  return type === 'day' || type === 'month' || type === 'year'
}
