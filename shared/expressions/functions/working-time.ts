// Counts working time and working days of a calendar, in hours on the wall clock.
// A change of the clocks within working hours makes the day shorter or longer.
import { dateToDays, millisecondsToMoment, mondayIndex, momentToMilliseconds, toUtc, wallClock } from '../calendar.ts'
import { partsOf } from '../duration.ts'
import type { Whole } from './whole.ts'

export interface WorkingHours {
  /**
   * Working hours of each day, starting on Monday: pairs of start and end in minutes of the day. They are ascending,
   * and no two of them touch.
   */
  readonly week: readonly (readonly (readonly [number, number])[])[]
  /** Dates on which nobody works. */
  readonly holidays: readonly string[]
}

const MINUTE = 60_000
const DAY = 86_400_000
export const LONGEST = 100 * 366 * DAY

/** Values that are looked up on every day, computed once for each calendar. */
export interface PreparedHours {
  readonly week: WorkingHours['week']
  /** Milliseconds of each weekday, and of all. */
  readonly days: readonly number[]
  readonly total: number
  /** Days since 1970. */
  readonly holidays: ReadonlySet<number>
}

const prepared = new Map<string, PreparedHours>()

/**
 * Milliseconds of working time from one moment to another, negative if the other is the earlier one.
 * `hours` are WorkingHours as JSON: so they stand in expressions. Null over more than a hundred years.
 */
export function workingTime(from: string, to: string, hours: string, timeZone: string): number | null {
  const calendar = prepareHours(hours)
  const [a, b] = [momentToMilliseconds(from), momentToMilliseconds(to)]
  if (!(Math.abs(b - a) <= LONGEST)) return null
  return a <= b ? count(a, b, from, to, calendar, timeZone) : -count(b, a, to, from, calendar, timeZone) + 0
}

/** The first moment by which so much working time has passed; null where the calendar has none within a hundred years. */
export function addWorkingTime(from: string, milliseconds: number, hours: string, timeZone: string): string | null {
  const calendar = prepareHours(hours)
  const start = momentToMilliseconds(from)
  let left = Math.ceil(milliseconds)
  if (left <= 0) return from
  if (left > calendar.total * (LONGEST / DAY / 7 + 1)) return null
  const first = Math.floor(wallClock(from, timeZone) / DAY)
  for (let day = first; day < first + LONGEST / DAY; day++) {
    if (day > first + 1 && left > calendar.total && isPlainWeek(day, timeZone)) {
      left -= weekFrom(day, calendar)
      day += 6
      continue
    }
    for (const [opening, closing] of hoursOf(day, calendar)) {
      const opens = Math.max(start, toUtc(day * DAY + opening * MINUTE, timeZone))
      const closes = toUtc(day * DAY + closing * MINUTE, timeZone)
      const open = Math.max(0, closes - opens)
      if (open >= left) return millisecondsToMoment(opens + left)
      left -= open
    }
  }
  return null
}

/** The first moment from which so much working time has passed by this one; null where the calendar has none within a hundred years. */
export function subtractWorkingTime(to: string, milliseconds: number, hours: string, timeZone: string): string | null {
  const calendar = prepareHours(hours)
  const end = momentToMilliseconds(to)
  let left = Math.floor(milliseconds)
  if (left > calendar.total * (LONGEST / DAY / 7 + 1)) return null
  const last = Math.floor(wallClock(to, timeZone) / DAY)
  for (let day = last; day > last - LONGEST / DAY; day--) {
    if (day < last - 1 && left > calendar.total && isPlainWeek(day - 6, timeZone)) {
      left -= weekFrom(day - 6, calendar)
      day -= 6
      continue
    }
    for (const [opening, closing] of hoursOf(day, calendar).toReversed()) {
      const opens = toUtc(day * DAY + opening * MINUTE, timeZone)
      const closes = Math.min(end, toUtc(day * DAY + closing * MINUTE, timeZone))
      const open = Math.max(0, closes - opens)
      // What ends as it opens was due when it closed before.
      if (open > left) return millisecondsToMoment(closes - left)
      left -= open
    }
  }
  return null
}

/** Milliseconds of the length that most days have, of those on which anybody works; of several the longest. */
function usualWorkingDay(hours: string): number {
  const lengths = prepareHours(hours).days.filter((each) => each > 0)
  const often = (length: number): number => lengths.filter((each) => each === length).length
  return lengths.toSorted((a, b) => often(b) - often(a) || b - a)[0] ?? 0
}

/** Milliseconds of working time of a duration: each of its days is a usual working day, and its hours are hours that are worked. */
export function workingLengthOf(duration: Whole, hours: string): number {
  const { days, rest } = partsOf(duration)
  return days * usualWorkingDay(hours) + Number(rest)
}

/** How many of the dates from one to another, both included, have working hours; none if the other is earlier. Null over more than a hundred years. */
export function workingDays(from: string, to: string, hours: string): number | null {
  const { days, holidays } = prepareHours(hours)
  const [first, last] = [dateToDays(from), dateToDays(to)]
  if (!((last - first) * DAY <= LONGEST)) return null
  if (last < first) return 0
  const isWorked = (day: number): number => ((days[mondayIndex(day)] ?? 0) > 0 ? 1 : 0)
  const weeks = Math.floor((last - first + 1) / 7)
  let total = weeks * days.filter((each) => each > 0).length
  for (let day = first + weeks * 7; day <= last; day++) total += isWorked(day)
  for (const day of holidays) if (day >= first && day <= last) total -= isWorked(day)
  return total
}

function count(a: number, b: number, from: string, to: string, calendar: PreparedHours, timeZone: string): number {
  const first = Math.floor(wallClock(from, timeZone) / DAY)
  const last = Math.floor(wallClock(to, timeZone) / DAY)
  let total = 0
  let day = first
  while (day <= last) {
    if (day > first + 1 && day + 8 <= last && isPlainWeek(day, timeZone)) {
      total += weekFrom(day, calendar)
      day += 7
      continue
    }
    for (const [start, end] of hoursOf(day, calendar)) {
      const opens = Math.max(a, toUtc(day * DAY + start * MINUTE, timeZone))
      const closes = Math.min(b, toUtc(day * DAY + end * MINUTE, timeZone))
      total += Math.max(0, closes - opens)
    }
    day++
  }
  return total
}

/** Do the clocks change in the week from this day on? */
function isPlainWeek(day: number, timeZone: string): boolean {
  return toUtc((day + 7) * DAY, timeZone) - toUtc(day * DAY, timeZone) === 7 * DAY
}

function weekFrom(day: number, calendar: PreparedHours): number {
  let total = calendar.total
  if (calendar.holidays.size === 0) return total
  for (let each = day; each < day + 7; each++)
    if (calendar.holidays.has(each)) total -= calendar.days[mondayIndex(each)] ?? 0
  return total
}

export function hoursOf(day: number, calendar: PreparedHours): WorkingHours['week'][number] {
  return calendar.holidays.has(day) ? [] : (calendar.week[mondayIndex(day)] ?? [])
}

export function prepareHours(hours: string): PreparedHours {
  let calendar = prepared.get(hours)
  if (!calendar) {
    const { week, holidays } = JSON.parse(hours) as WorkingHours
    const days = week.map((each) => each.reduce((sum, [from, to]) => sum + (to - from) * MINUTE, 0))
    calendar = {
      week,
      days,
      total: days.reduce((sum, each) => sum + each, 0),
      holidays: new Set(holidays.map(dateToDays)),
    }
    if (prepared.size >= 100) prepared.clear()
    prepared.set(hours, calendar)
  }
  return calendar
}
