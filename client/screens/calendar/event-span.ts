// Says when the event of a record begins and ends, and whether it fills whole days.
import type { Field } from '#shared/model/model.ts'
import { isByDay } from '../../data/records/filter-conditions.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { shiftDay } from './calendar-range.ts'
import { daysInZone, isWholeDays } from './whole-days.ts'

interface EventSpan {
  /** A day, or a moment. */
  readonly start: string
  /** Not included. */
  readonly end?: string
  readonly allDay: boolean
}

/** What can be moved here stands by the hours of the reader's own zone, since it is moved by them. */
export function eventSpan(
  from: Field,
  to: Field | undefined,
  record: RecordData,
  { timeZone, isMovable }: { readonly timeZone: string; readonly isMovable: boolean },
): EventSpan {
  const start = String(record[from.name.identifier] ?? '')
  const end = to === undefined ? undefined : record[to.name.identifier]
  if (isByDay(from)) return { start, ...(typeof end === 'string' ? { end: shiftDay(end, 1) } : {}), allDay: true }
  const days = isMovable ? undefined : daysInZone(start, end, timeZone)
  if (days !== undefined) return { ...days, allDay: true }
  return { start, ...(typeof end === 'string' ? { end } : {}), allDay: isWholeDays(start, end) }
}
