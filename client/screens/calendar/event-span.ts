// Says when the event of a record begins and ends, and whether it fills whole days.
import type { Entity, Field } from '#shared/model/model.ts'
import { isByDay } from '../../data/records/filter-conditions.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { shiftDay } from './calendar-range.ts'
import { isOfDates } from './is-of-dates.ts'
import { daysInZone, daysTouched, isWholeDays } from './whole-days.ts'

interface EventSpan {
  /** A day, or a moment. */
  readonly start: string
  /** Not included. */
  readonly end?: string
  readonly allDay: boolean
}

interface SpanOptions {
  readonly entity: Entity
  /** The application's. */
  readonly timeZone: string
  readonly isMovable: boolean
}

/**
 * Dates stay on their days, in whichever zone they are read. What can be moved here stands by the hours of the reader's own zone,
 * since it is moved by them.
 */
export function eventSpan(
  from: Field,
  to: Field | undefined,
  record: RecordData,
  { entity, timeZone, isMovable }: SpanOptions,
): EventSpan {
  const start = String(record[from.name.identifier] ?? '')
  const end = to === undefined ? undefined : record[to.name.identifier]
  if (isByDay(from)) return { start, ...(typeof end === 'string' ? { end: shiftDay(end, 1) } : {}), allDay: true }
  const areDates = isOfDates(entity, from) && (to === undefined || isOfDates(entity, to))
  const days = areDates ? daysTouched(start, end, timeZone) : isMovable ? undefined : daysInZone(start, end, timeZone)
  if (days !== undefined) return { ...days, allDay: true }
  return { start, ...(typeof end === 'string' ? { end } : {}), allDay: isWholeDays(start, end) }
}
