// Writes which records lie in a span of days, and what moving one there changes.
import { includesEnd } from '#shared/model/3-entities/period-fields.ts'
import type { Field } from '#shared/model/model.ts'
import { dayIn } from '#shared/text/day-in.ts'
import { isByDay, quoteFilterText } from '../../data/records/filter-conditions.ts'

/** The days that are shown: from the start of the first up to the start of the day after the last, in the reader's zone. */
export interface ShownSpan {
  readonly start: Date
  readonly end: Date
}

/** A record with an end is shown as long as it overlaps the span. */
export function overlapsSpan({ start, end }: ShownSpan, from: Field, to: Field | undefined): string {
  const begins = from.name.identifier
  const before = `${begins} < ${literalOf(from, end)}`
  if (to === undefined) return `${begins} >= ${literalOf(from, start)} and ${before}`
  const ends = to.name.identifier
  const after = includesEnd(to.valueType) ? '>=' : '>'
  return `${before} and (${ends} ${after} ${literalOf(to, start)} or ${begins} >= ${literalOf(from, start)})`
}

function literalOf(field: Field, at: Date): string {
  return isByDay(field) ? `date(${quoteFilterText(dayIn(at))})` : `moment(${quoteFilterText(at.toISOString())})`
}

/** Converts a time to the JSON form of the field. */
export function fieldValueAt(field: Field, at: Date): string {
  return isByDay(field) ? dayIn(at) : at.toISOString()
}

/** Moves a day: a calendar ends a span of whole days with the day after it, a field of dates with its last day. The last day that can be written stays. */
export function shiftDay(day: string, by: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const shifted = new Date(year, month - 1, date + by)
  return shifted.getFullYear() > LAST_YEAR ? day : dayIn(shifted)
}

const LAST_YEAR = 9_999
