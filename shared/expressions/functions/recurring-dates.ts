// Lists recurring dates: `dates(from, to, "week", ["monday", "thursday"])`.
import { dateToDays, daysToDate, laterDate, mondayIndex, weekdayOf } from '../calendar.ts'
import { TooLarge } from './too-large.ts'
import type { Value } from '../value.ts'

/** Ten years of days and more; what would be longer can't be held. */
const MOST_DATES = 4_000

/**
 * The dates from one to another, both included. `every` is a unit of the calendar, or a number of weeks.
 * By weeks, with weekdays: these days of every such week, counted from the week of the first date. Otherwise dates that
 * are none of the weekdays are left out. Without weekdays all of them count.
 */
export function recurringDates(
  from: string,
  to: string,
  every: string | number,
  weekdays: readonly Value[],
): readonly string[] | null {
  const weeks = every === 'week' ? 1 : every
  if (typeof weeks === 'number') return byWeeks(from, to, weeks, weekdays)
  const dates: string[] = []
  for (let step = 0; ; step++) {
    const date = laterDate(from, step, weeks)
    if (date === null || date > to) return date === null && step === 0 ? null : dates
    if (weekdays.length === 0 || weekdays.includes(weekdayOf(date))) dates.push(date)
    if (dates.length > MOST_DATES || step > 7 * MOST_DATES) throw new TooLarge(MOST_DATES)
  }
}

function byWeeks(from: string, to: string, weeks: number, weekdays: readonly Value[]): readonly string[] | null {
  if (!(weeks >= 1)) return null
  const first = dateToDays(from)
  const last = dateToDays(to)
  const wanted = weekdays.length === 0 ? [weekdayOf(from)] : weekdays
  const dates: string[] = []
  for (let monday = first - mondayIndex(first); monday <= last; monday += weeks * 7) {
    for (let day = Math.max(monday, first); day < monday + 7 && day <= last; day++) {
      const date = daysToDate(day)
      if (date !== null && wanted.includes(weekdayOf(date))) dates.push(date)
    }
    if (dates.length > MOST_DATES || monday - first > 7 * 7 * MOST_DATES * weeks) throw new TooLarge(MOST_DATES)
  }
  return dates
}
