// Links calendars of point 9: working hours by weekday, and holidays.
import type { WorkingHours } from '../../expressions/functions/working-time.ts'
import type { Declarations } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import type { LinkContext } from '../link-context.ts'
import type { Calendar } from '../model.ts'
import type { CalendarTimes } from '../../points/9-constants/declarations.ts'

const WHOLE_DAY = 24 * 60

/** Collects the calendars by identifier. The value is undefined for a calendar that is not shown. */
export function outlineCalendars({ limits }: Declarations): ReadonlyMap<string, WorkingHours | undefined> {
  const calendars = isShown(limits) ? limits.calendars : []
  return new Map(
    calendars.map(({ name, times }) => [name.identifier, isShown(times) ? workingHours(times) : undefined]),
  )
}

export function linkCalendars(context: LinkContext): ReadonlyMap<string, Calendar> {
  const calendars = new Map<string, Calendar>()
  const { limits } = context.declarations
  for (const { name, span } of isShown(limits) ? limits.calendars : []) {
    const hours = context.outline.calendars.get(name.identifier)
    if (hours) calendars.set(name.identifier, { name, hours, cite: context.cite(9, span) })
  }
  return calendars
}

function workingHours({ hours, holidays }: CalendarTimes): WorkingHours {
  const week: [number, number][][] = [[], [], [], [], [], [], []]
  for (const { days, from, to } of hours) {
    for (const day of days) {
      week[day]?.push([from, to > from ? to : WHOLE_DAY])
      if (to < from) week[(day + 1) % 7]?.push([0, to])
    }
  }
  return { week: week.map(united), holidays: [...new Set(holidays)].sort() }
}

/** Hours that touch or overlap are one: nobody works twice at a time. */
function united(spans: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const apart: [number, number][] = []
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = apart.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else apart.push([from, to])
  }
  return apart
}
