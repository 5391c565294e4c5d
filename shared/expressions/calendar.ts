// Calculates with days, moments and time zones, for the evaluator and SQL functions alike.
import { zoneOffset } from './zone-offset.ts'

export type CalendarUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

export const CALENDAR_UNITS: readonly CalendarUnit[] = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const DAY = 86_400_000
const FIRST = Date.UTC(2000, 0, 1) - 730_485 * DAY
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Milliseconds since 1970 of a moment. */
export function momentToMilliseconds(moment: string): number {
  return Date.parse(moment)
}

export function millisecondsToMoment(milliseconds: number): string | null {
  if (milliseconds === latest.milliseconds) return latest.moment
  if (!(milliseconds >= FIRST && milliseconds <= LAST)) return null
  const moment = new Date(Math.floor(milliseconds)).toISOString()
  latest = { milliseconds, moment }
  return moment
}

/** The moment that was printed last: records that are made together mostly fall due together, and printing takes 2 µs. */
let latest = { milliseconds: NaN, moment: '' }

/** Days since 1970. */
export function dateToDays(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY
}

export function daysToDate(days: number): string | null {
  return millisecondsToMoment(days * DAY)?.slice(0, 10) ?? null
}

/** The date, if that day exists. */
export function readDate(text: string): string | null {
  return /^\d{4}-\d\d-\d\d$/.test(text) && daysToDate(dateToDays(text)) === text ? text : null
}

/** "14:30" or "14:30:15". */
export function readTime(text: string): string | null {
  return /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text) ? text : null
}

/** A moment from RFC 3339; without an offset it is meant in the time zone. */
export function readMoment(text: string, timeZone: string): string | null {
  const found =
    /^(\d{4}-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)?$/.exec(text)
  if (!found || readDate(found[1] ?? '') === null) return null
  const seconds = (found[3] ?? ':00').slice(0, 7)
  const local = Date.parse(`${found[1]}T${found[2]}${seconds}Z`)
  const zone = found[4]?.toUpperCase()
  if (zone === undefined) return millisecondsToMoment(toUtc(local, timeZone))
  if (zone === 'Z') return millisecondsToMoment(local)
  const offset = (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))) * 60_000
  return millisecondsToMoment(zone.startsWith('-') ? local + offset : local - offset)
}

/** The moment at which a clock on the wall shows this day and time. */
export function momentAt(date: string, time: string, timeZone: string): string | null {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const wall = dateToDays(date) * DAY + hours * 3_600_000 + minutes * 60_000 + seconds * 1_000
  return millisecondsToMoment(toUtc(wall, timeZone))
}

/** Whole years from one date to another, as ages are counted; negative if the other is the earlier one. */
export function yearsBetween(from: string, to: string): number {
  if (to < from) return -yearsBetween(to, from) + 0
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

/** Day and time of a moment as a clock on the wall shows them: milliseconds as if they were UTC. */
export function wallClock(moment: string, timeZone: string): number {
  const milliseconds = momentToMilliseconds(moment)
  return milliseconds + zoneOffset(milliseconds, timeZone)
}

export function dateOf(moment: string, timeZone: string): string | null {
  return daysToDate(Math.floor(wallClock(moment, timeZone) / DAY))
}

export function timeOf(moment: string, timeZone: string): string | null {
  return millisecondsToMoment(wallClock(moment, timeZone))?.slice(11, 16) ?? null
}

/** Names the weekday of a date, one of `WEEKDAYS`. */
export function weekdayOf(date: string): string | null {
  return WEEKDAYS[mondayIndex(dateToDays(date))] ?? null
}

/** 0 on a Monday; 1970-01-01 was a Thursday. */
export function mondayIndex(days: number): number {
  return (((days + 3) % 7) + 7) % 7
}

/** The first day of the week (Monday), month, quarter or year that the date lies in. */
export function startOfDate(unit: string, date: string): string | null {
  const [year = '', month = ''] = date.split('-')
  switch (unit) {
    case 'week':
      return daysToDate(dateToDays(date) - mondayIndex(dateToDays(date)))
    case 'month':
      return `${year}-${month}-01`
    case 'quarter':
      return `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`
    case 'year':
      return `${year}-01-01`
    case 'day':
      return date
  }
  return null
}

export function startOfMoment(unit: string, moment: string, timeZone: string): string | null {
  if (unit === 'minute' || unit === 'hour') {
    const size = unit === 'hour' ? 3_600_000 : 60_000
    const wall = wallClock(moment, timeZone)
    return millisecondsToMoment(momentToMilliseconds(moment) - (((wall % size) + size) % size))
  }
  const day = dateOf(moment, timeZone)
  const start = day === null ? null : startOfDate(unit, day)
  return start === null ? null : startOfDay(start, timeZone)
}

/** The first moment of a day in the time zone. */
export function startOfDay(date: string, timeZone: string): string | null {
  return millisecondsToMoment(toUtc(dateToDays(date) * DAY, timeZone))
}

/** The date so many units later; the 31st becomes the last day of a shorter month. */
export function laterDate(date: string, count: number, unit: string): string | null {
  if (!Number.isSafeInteger(count) || Math.abs(count) > 4_000_000) return null
  if (unit === 'day') return daysToDate(dateToDays(date) + count)
  if (unit === 'week') return daysToDate(dateToDays(date) + count * 7)
  const months = unit === 'month' ? count : unit === 'quarter' ? count * 3 : unit === 'year' ? count * 12 : undefined
  if (months === undefined) return null
  const total = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const year = Math.floor(total / 12)
  if (year < 0 || year > 9999) return null
  const first = `${String(year).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}`
  for (let day = Number(date.slice(8)); day > 0; day--) {
    const found = readDate(`${first}-${String(day).padStart(2, '0')}`)
    if (found !== null) return found
  }
  return null
}

/**
 * Adds a count of units to a moment as `laterDate` does to a date, keeping the time of day in the time zone. Minutes
 * and hours are exact spans.
 */
export function laterMoment(moment: string, count: number, unit: string, timeZone: string): string | null {
  if (!Number.isSafeInteger(count)) return null
  if (unit === 'minute' || unit === 'hour') {
    return millisecondsToMoment(momentToMilliseconds(moment) + count * (unit === 'hour' ? 3_600_000 : 60_000))
  }
  const wall = wallClock(moment, timeZone)
  const days = Math.floor(wall / DAY)
  const date = daysToDate(days)
  const later = date === null ? null : laterDate(date, count, unit)
  return later === null ? null : millisecondsToMoment(toUtc(dateToDays(later) * DAY + (wall - days * DAY), timeZone))
}

// Zones --------------------------------------------------------------------------------------------

/** The moment at which the wall clock shows this; the earlier of two; in a gap, as far after it as it says. */
export function toUtc(wall: number, timeZone: string): number {
  const early = wall - zoneOffset(wall - DAY, timeZone)
  const late = wall - zoneOffset(wall + DAY, timeZone)
  const first = Math.min(early, late)
  if (first + zoneOffset(first, timeZone) === wall) return first
  const second = Math.max(early, late)
  return second
}
