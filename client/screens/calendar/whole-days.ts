// Says whether something lasts from one midnight to another, so that a calendar shows it by days.
import { shiftDay } from './calendar-range.ts'

/**
 * Reports whether an event lasts from midnight to midnight in the browser's time zone. Without an end, it does not
 * last.
 */
export function isWholeDays(start: unknown, end: unknown): boolean {
  if (typeof start !== 'string' || typeof end !== 'string') return false
  return isMidnight(start) && isMidnight(end) && start < end
}

/** Reports whether a moment is at midnight in the browser's time zone. */
export function isMidnight(moment: string): boolean {
  const at = new Date(moment)
  return at.getHours() === 0 && at.getMinutes() === 0
}

/**
 * The days from midnight to midnight in this zone, the second not included; undefined: it does not last so. Where somebody
 * reads in another zone, a day of the application's is still that day.
 */
export function daysInZone(
  start: unknown,
  end: unknown,
  timeZone: string,
): { readonly start: string; readonly end: string } | undefined {
  if (typeof start !== 'string' || typeof end !== 'string' || start >= end) return undefined
  const format = formatIn(timeZone)
  const [first, last] = [start, end].map((moment) => dayFrom(moment, format))
  return first === undefined || last === undefined ? undefined : { start: first, end: last }
}

/** The days of this zone that something lasts in, also where it takes half of the first or of the last; the second is not included. */
export function daysTouched(
  start: unknown,
  end: unknown,
  timeZone: string,
): { readonly start: string; readonly end: string } | undefined {
  if (typeof start !== 'string') return undefined
  const last = typeof end === 'string' && end > start ? new Date(Date.parse(end) - 1) : new Date(start)
  const first = new Date(start)
  if (Number.isNaN(first.getTime()) || Number.isNaN(last.getTime())) return undefined
  const format = formatIn(timeZone)
  const [from = '', until = ''] = [first, last].map((moment) => format.format(moment).split(' ')[0])
  return { start: from, end: shiftDay(until, 1) }
}

/** The day that begins at this moment. */
function dayFrom(moment: string, format: Intl.DateTimeFormat): string | undefined {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return undefined
  const [day, time] = format.format(at).split(' ')
  return time === '00:00' ? day : undefined
}

/** Asked for each event of a month, and slow to make. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string): Intl.DateTimeFormat {
  // As Swedes write it: 2026-11-21 00:00.
  const found =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(timeZone, found)
  return found
}
