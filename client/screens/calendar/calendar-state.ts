// Keeps the view and the date of a calendar in the address.
import { useMediaQuery } from '@mantine/hooks'
import { useSearchParams } from 'react-router-dom'
import { dayIn } from '#shared/text/day-in.ts'
import { useCurrentTime } from '../../clock.ts'
import { say } from '../../words/say.ts'

export const VIEWS = {
  month: { label: say('Month'), type: 'dayGridMonth' },
  week: { label: say('Week'), type: 'timeGridWeek' },
  day: { label: say('Day'), type: 'timeGridDay' },
  agenda: { label: say('Agenda'), type: 'agenda' },
} as const

/** Days of an agenda. It begins with its day, not with the month around it, so that what is ahead comes first. */
export const AGENDA_DAYS = 30

const DAYS = { week: 7, day: 1, agenda: AGENDA_DAYS }

export type ViewName = keyof typeof VIEWS

export interface CalendarState {
  readonly name: ViewName
  readonly view: (typeof VIEWS)[ViewName]
  /** "2026-11-22" */
  readonly on: string
  go(to: { readonly view?: ViewName; readonly on?: string }): void
  /** To the span before or after the one that is shown. */
  step(by: 1 | -1): void
}

export function useCalendarState(): CalendarState {
  const [parameters, setParameters] = useSearchParams()
  const isNarrow = useMediaQuery('(max-width: 48em)', globalThis.matchMedia('(max-width: 48em)').matches)
  const asked = parameters.get('view')
  const name: ViewName =
    asked !== null && Object.hasOwn(VIEWS, asked) ? (asked as ViewName) : isNarrow ? 'agenda' : 'month'
  const today = dayIn(useCurrentTime())
  const given = parameters.get('on')
  const on = given !== null && /^\d{4}-\d{2}-\d{2}$/.test(given) ? given : today
  const go: CalendarState['go'] = ({ view = name, on: day = on }) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('view', view)
        next.set('on', day)
        return next
      },
      { replace: true },
    )
  return { name, view: VIEWS[name], on, go, step: (by) => go({ on: steppedDay(on, name, by) }) }
}

export function steppedDay(on: string, view: ViewName, by: 1 | -1): string {
  const [year = 0, month = 1, day = 1] = on.split('-').map(Number)
  if (view === 'month') return dayIn(new Date(year, month - 1 + by, 1))
  return dayIn(new Date(year, month - 1, day + by * DAYS[view]))
}
