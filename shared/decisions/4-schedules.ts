// Decides when a schedule happens next.
import {
  dateOf,
  dateToDays,
  daysToDate,
  mondayIndex,
  momentAt,
  momentToMilliseconds,
  readDate,
  startOfMoment,
} from '../expressions/calendar.ts'
import type { Schedule } from '../model/model.ts'

const HOUR = 3_600_000
/** A year, and the day on which it begins: 29 February is the 28th in other years. */
const MOST_DAYS = 367

/**
 * The first moment after this one (both RFC 3339). In a gap of the clocks it is as far after it as it says, in an hour that comes
 * twice the first time; the hours are those that pass. Undefined: beyond what a calendar has.
 */
export function nextOccurrence(every: Schedule['every'], after: string, timeZone: string): string | undefined {
  if (every.kind === 'hour') {
    const begun = startOfMoment('hour', after, timeZone)
    return begun === null ? undefined : new Date(momentToMilliseconds(begun) + HOUR).toISOString()
  }
  const today = dateOf(after, timeZone)
  if (today === null) return undefined
  const first = dateToDays(today)
  for (let days = first; days <= first + MOST_DAYS; days++) {
    const date = daysToDate(days)
    if (date === null) return undefined
    const moment = happensOn(every, date) ? momentAt(date, every.time, timeZone) : null
    if (moment !== null && moment > after) return moment
  }
  return undefined
}

/** Largest number of runs that a schedule catches up, the latest ones. */
export const MOST_CAUGHT_UP = 366

/** Finds the moment of the next run after the one at `due`: where each is caught up, it may lie before `now`. */
export function nextRun({ every, missed }: Schedule, due: string, now: string, timeZone: string): string | undefined {
  if (missed === 'once') return nextOccurrence(every, now, timeZone)
  const runs: string[] = []
  for (let at = nextOccurrence(every, due, timeZone); at !== undefined; at = nextOccurrence(every, at, timeZone)) {
    runs.push(at)
    if (at > now) break
    if (runs.length > MOST_CAUGHT_UP) runs.shift()
  }
  return runs[0]
}

function happensOn(every: Exclude<Schedule['every'], { readonly kind: 'hour' }>, date: string): boolean {
  switch (every.kind) {
    case 'day':
      return true
    case 'weekdays':
      return every.days.includes(mondayIndex(dateToDays(date)))
    case 'month':
      return isDayOf(date, every.day)
    case 'year':
      return Number(date.slice(5, 7)) === every.month && isDayOf(date, every.day)
  }
}

/** Decides whether a date is on this day of the month. In a shorter month, its last day counts as that day. */
function isDayOf(date: string, day: number): boolean {
  const own = Number(date.slice(8))
  return own === day || (own < day && readDate(`${date.slice(0, 8)}${String(own + 1).padStart(2, '0')}`) === null)
}
