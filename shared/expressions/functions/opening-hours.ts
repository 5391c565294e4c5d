// Finds the working day so many later, and the next moment at which a calendar is open.
import { dateToDays, daysToDate, millisecondsToMoment, momentToMilliseconds, toUtc, wallClock } from '../calendar.ts'
import { hoursOf, LONGEST, prepareHours } from './working-time.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** Within these days a calendar opens, or it is closed for good. */
export const MOST_CLOSED_DAYS = 3_660

/** Maximum number of working days that can be added. A greater count gives no date at all. */
export const MOST_WORKING_DAYS = 4_000

/** The working day so many after (or before) a date; the date itself for 0. Null where it is too far away. */
export function laterWorkingDay(date: string, count: number, hours: string): string | null {
  if (Math.abs(count) > MOST_WORKING_DAYS) return null
  const calendar = prepareHours(hours)
  const step = count < 0 ? -1 : 1
  const first = dateToDays(date)
  let day = first
  for (let left = Math.abs(count); left > 0;) {
    day += step
    if (Math.abs(day - first) * DAY > LONGEST || calendar.total === 0) return null
    if (hoursOf(day, calendar).length > 0) left--
  }
  return daysToDate(day)
}

/** Adds a count of working days to a moment, as `laterWorkingDay` does to a date, and keeps the time of day. */
export function laterWorkingMoment(moment: string, count: number, hours: string, timeZone: string): string | null {
  const wall = wallClock(moment, timeZone)
  const days = Math.floor(wall / DAY)
  const date = daysToDate(days)
  const later = date === null ? null : laterWorkingDay(date, count, hours)
  return later === null ? null : millisecondsToMoment(toUtc(dateToDays(later) * DAY + (wall - days * DAY), timeZone))
}

/** The moment itself where the calendar is open, else when it opens next; null where that is in no ten years. */
export function nextOpen(moment: string, hours: string, timeZone: string): string | null {
  const calendar = prepareHours(hours)
  if (calendar.total === 0) return null
  const now = momentToMilliseconds(moment)
  const first = Math.floor(wallClock(moment, timeZone) / DAY)
  for (let day = first; day <= first + MOST_CLOSED_DAYS; day++) {
    for (const [start, end] of hoursOf(day, calendar)) {
      const opens = toUtc(day * DAY + start * MINUTE, timeZone)
      if (now < opens) return millisecondsToMoment(opens)
      if (now < toUtc(day * DAY + end * MINUTE, timeZone)) return moment
    }
  }
  return null
}
