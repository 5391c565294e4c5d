// Collects the functions that SQL may call beside SQLite's own.
import { dateOf, startOfDate } from '#shared/expressions/calendar.ts'
import { registerFunctions } from './expression-functions.ts'
import { searchText } from '#shared/expressions/functions/search-text.ts'
import type { SqlFunction } from './open-sqlite.ts'
import { spendTime, withinFew, withinTime } from './time-limit.ts'
import { searchedSequence } from '../searched-places.ts'
import { WORDS } from './sqlite-words.ts'

export const FUNCTIONS: { readonly [name: string]: SqlFunction } = collectFunctions()

function collectFunctions(): { readonly [name: string]: SqlFunction } {
  const functions: { [name: string]: SqlFunction } = {
    within_time: withinTime,
    within_few: withinFew,
    holds_words: (query, near, ...texts) => (WORDS.areIn(String(query), texts, near === 1) ? 1 : 0),
    search_text: (text) => (text === null ? null : searchText(String(text))),
    sequence_words: (number) => (number === null ? null : searchedSequence(String(number))),
    period_start: (unit, kind, timeZone, value) => {
      if (value === null) return null
      const date = kind === 'moment' ? dateOf(String(value), String(timeZone)) : String(value)
      return date === null ? null : startOfDate(String(unit), date)
    },
  }
  registerFunctions((name, run) => {
    functions[name] = run as SqlFunction
  }, spendTime)
  return functions
}
