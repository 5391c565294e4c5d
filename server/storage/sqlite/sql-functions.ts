// Collects the functions that SQL may call beside SQLite's own.
import { daysToDate, startOfDate, wallClock } from '#shared/expressions/calendar.ts'
import { registerFunctions } from './expression-functions.ts'
import { searchText } from '#shared/expressions/functions/search-text.ts'
import type { SqlFunction } from './open-sqlite.ts'
import { spendTime, withinFew, withinTime } from './time-limit.ts'
import { searchedSequence } from '../searched-places.ts'
import { WORDS } from './sqlite-words.ts'

export const FUNCTIONS: { readonly [name: string]: SqlFunction } = collectFunctions()

const DAY = 86_400_000
/** Most days of which the beginnings are kept. */
const MOST_DAYS = 20_000

/** First days of the periods that days since 1970 lie in, by unit: a summary of a million moments asks for a few hundred of them. */
const starts = new Map<string, Map<number, string | null>>()

function startFor(unit: string, day: number): string | null {
  const known = starts.get(unit) ?? new Map<number, string | null>()
  starts.set(unit, known)
  const found = known.get(day)
  if (found !== undefined) return found
  if (known.size >= MOST_DAYS) known.clear()
  const date = daysToDate(day)
  const start = date === null ? null : startOfDate(unit, date)
  known.set(day, start)
  return start
}

function collectFunctions(): { readonly [name: string]: SqlFunction } {
  const functions: { [name: string]: SqlFunction } = {
    within_time: withinTime,
    within_few: withinFew,
    holds_words: (query, near, ...texts) => (WORDS.areIn(String(query), texts, near === 1) ? 1 : 0),
    search_text: (text) => (text === null ? null : searchText(String(text))),
    sequence_words: (number) => (number === null ? null : searchedSequence(String(number))),
    period_start: (unit, kind, timeZone, value) => {
      if (value === null) return null
      if (kind !== 'moment') return startOfDate(String(unit), String(value))
      return startFor(String(unit), Math.floor(wallClock(String(value), String(timeZone)) / DAY))
    },
  }
  registerFunctions((name, run) => {
    functions[name] = run as SqlFunction
  }, spendTime)
  return functions
}
