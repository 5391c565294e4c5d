// Works out the days of a dashboard's period, and of the one before it.
import { dateToDays, daysToDate, laterDate, startOfDate } from '#shared/expressions/calendar.ts'
import type { PeriodName } from '#shared/points/2-screens/periods.ts'
import { formatLocale } from '../../words/language.ts'

/** Days from `from` up to the day before `to`, in the application's time zone. */
export interface DaySpan {
  readonly from: string
  readonly to: string
}

export interface Period {
  readonly now: DaySpan
  /** Span before this one, with as many days as have passed of this one. */
  readonly before: DaySpan
}

/** `today`: "2026-11-23". Undefined: all time. */
export function periodOf(name: PeriodName, today: string): Period | undefined {
  if (name === 'all time') return undefined
  const tomorrow = later(today, 1, 'day')
  if (name === 'today') return endingWith(tomorrow, 1)
  const [which = '', count = '', days] = name.split(' ')
  if (days !== undefined) return endingWith(tomorrow, Number(count))
  const unit = count
  const start = startOfDate(unit, today) ?? today
  const previous = later(start, -1, unit)
  if (which === 'last')
    return { now: { from: previous, to: start }, before: { from: later(start, -2, unit), to: previous } }
  const elapsed = later(previous, periodLengthOf({ from: start, to: tomorrow }), 'day')
  return { now: { from: start, to: tomorrow }, before: { from: previous, to: elapsed < start ? elapsed : start } }
}

function endingWith(end: string, days: number): Period {
  const from = later(end, -days, 'day')
  return { now: { from, to: end }, before: { from: later(from, -days, 'day'), to: from } }
}

function later(day: string, count: number, unit: string): string {
  return laterDate(day, count, unit) ?? day
}

export function periodLengthOf({ from, to }: DaySpan): number {
  return dateToDays(to) - dateToDays(from)
}

/** "24 Oct – 23 Nov 2026" */
export function printSpan({ from, to }: DaySpan): string {
  const format = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium', timeZone: 'UTC' })
  const last = daysToDate(dateToDays(to) - 1) ?? from
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${last}T00:00:00Z`))
}

/** How finely a chart divides time. */
export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

const FINER: readonly (readonly [days: number, unit: Unit])[] = [
  [31, 'day'],
  [100, 'week'],
]
const UNITS: readonly Unit[] = ['day', 'week', 'month', 'quarter', 'year']

/** A short period is divided into more than one or two points. */
export function fitUnit(unit: Unit, span: DaySpan): Unit {
  const most = FINER.find(([days]) => periodLengthOf(span) <= days)?.[1] ?? unit
  return UNITS.indexOf(most) < UNITS.indexOf(unit) ? most : unit
}
