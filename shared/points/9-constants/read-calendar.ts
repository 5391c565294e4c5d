// Reads the working hours and holidays of a calendar of point 9.
import type { Block, Part } from '../../document/document.ts'
import * as say from '../../diagnostics/9-constants.ts'
import { isDate } from '../../fields/date.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { nearest } from '../../text/nearest-word.ts'
import { isNotShown } from '../../text/written-values.ts'
import type { PointContext } from '../reading/point-context.ts'
import { readSection } from '../reading/read-section.ts'
import type { HeadedTable, HeadedRow, TableShape } from '../reading/read-headed-table.ts'
import type { CalendarDeclaration } from './declarations.ts'

export const HOURS: TableShape = { of: 'hours', key: ['day', 'from', 'to'], columns: [], filled: ['day'] }
export const HOLIDAYS: TableShape = { of: 'holidays', key: ['holiday', 'date'], columns: [], filled: ['date'] }
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const WHOLE_DAY = 24 * 60

export function readCalendar(part: Part, context: PointContext): CalendarDeclaration['times'] {
  const hours: { days: readonly number[]; from: number; to: number }[] = []
  const holidays: string[] = []
  const readHours = ({ rows }: HeadedTable): void =>
    void hours.push(...rows.flatMap((row) => readHoursOf(row, context) ?? []))
  const readHolidays = ({ rows }: HeadedTable): void =>
    void holidays.push(...rows.flatMap((row) => readHoliday(row, context) ?? []))
  const tables = [
    [HOURS, readHours],
    [HOLIDAYS, readHolidays],
  ] as const
  readSection(part.blocks, { tables, unknown: part.heading.text.value }, context)
  if (part.blocks.some(isUnknown)) return { notShown: true, span: part.heading.span }
  if (!part.blocks.some((block) => block.kind === 'table'))
    context.report(say.calendarWithoutHours(part.heading.span, { heading: part.heading.text.value }))
  return { hours, holidays }
}

function isUnknown(block: Block): boolean {
  return block.kind === 'prose' && isNotShown(block.markdown)
}

/** A day without hours is closed; `22:00` to `6:00` ends on the day after. */
function readHoursOf(
  row: HeadedRow,
  context: PointContext,
): { readonly days: readonly number[]; readonly from: number; readonly to: number } | undefined {
  const days = readDays(row.cell('day'), context)
  const [from, to] = [row.cell('from'), row.cell('to')]
  if (from.value === '' && to.value === '') return undefined
  if (isNotShown(from.value) || isNotShown(to.value)) {
    context.unknown(`${row.cell('day').value}: hours`, spanOf(isNotShown(from.value) ? from : to))
    return undefined
  }
  const opens = readTimeOfDay(from, context)
  const closes = readTimeOfDay(to, context)
  if (!days || opens === undefined || closes === undefined) return undefined
  if (opens !== closes && opens < WHOLE_DAY) return { days, from: opens, to: closes === 0 ? WHOLE_DAY : closes }
  context.report(say.noHours(spanOf(to), { from: from.value, to: to.value }))
  return undefined
}

/** `Monday`, `Monday, Friday`, `Monday to Friday`, `every day`: counted from Monday, 0. */
function readDays(text: Fragment, context: PointContext): readonly number[] | undefined {
  const written = text.value.replaceAll(/\s+/g, ' ')
  if (/^(every day|daily|all days)$/i.test(written)) return DAYS.map((_day, index) => index)
  const days: number[] = []
  for (const part of written.split(/ ?, ?| and /)) {
    const [first = '', last = first] = part.split(/ to | ?[-–] ?/)
    const [from, to] = [dayOf(first), dayOf(last)]
    if (from < 0 || to < 0) {
      const day = from < 0 ? first : last
      context.report(say.badDay(spanOf(text), { day, nearest: nearest(day.toLowerCase(), DAYS) }))
      return undefined
    }
    for (let day = from; ; day = (day + 1) % 7) {
      days.push(day)
      if (day === to) break
    }
  }
  return days
}

function dayOf(text: string): number {
  const word = text.trim().toLowerCase().replace(/\.$/, '')
  return word.length < 3 ? -1 : DAYS.findIndex((day) => day === word || (word.length <= 4 && day.startsWith(word)))
}

/** Minutes of the day; 24:00 is its end. */
function readTimeOfDay(text: Fragment, context: PointContext): number | undefined {
  const found = /^(\d{1,2}):([0-5]\d)$/.exec(text.value)
  const minutes = found ? Number(found[1]) * 60 + Number(found[2]) : WHOLE_DAY + 1
  if (minutes <= WHOLE_DAY) return minutes
  context.report(say.badTimeOfDay(spanOf(text), { time: text.value }))
  return undefined
}

function readHoliday(row: HeadedRow, context: PointContext): string | undefined {
  const text = row.cell('date')
  if (isDate(text.value)) return text.value
  if (isNotShown(text.value)) {
    context.unknown(`${row.cell('holiday').value}: date`, spanOf(text))
    return undefined
  }
  context.report(say.badDate(spanOf(text), { date: text.value }))
  return undefined
}
