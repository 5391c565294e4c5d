// Says where an event of a calendar was put, or when it ends now.
import { currentTime } from '../../clock.ts'
import { formatLocale } from '../../words/language.ts'
import { lazily } from '../../words/lazily.ts'
import { say } from '../../words/say.ts'
import { shiftDay } from './calendar-range.ts'
import { dayIn } from '#shared/text/day-in.ts'

interface MovedEvent {
  readonly start: Date | null
  /** Not included; null: it has none of its own. */
  readonly end: Date | null
  readonly allDay: boolean
}

const time = lazily(() => new Intl.DateTimeFormat(formatLocale, { timeStyle: 'short' }))
const day = lazily(() => new Intl.DateTimeFormat(formatLocale, { day: 'numeric', month: 'long' }))
const farDay = lazily(() => new Intl.DateTimeFormat(formatLocale, { day: 'numeric', month: 'long', year: 'numeric' }))

/** "Trip moved to 3 December, 10:00.", "Trip now ends on 5 December." */
export function sayMove(title: string, before: MovedEvent, after: MovedEvent, now = currentTime()): string {
  const { start, end, allDay } = after
  const isStretched = before.start?.getTime() === start?.getTime() && before.allDay === allDay && end !== null
  if (isStretched) {
    // A whole day ends where the next begins.
    const last = allDay ? new Date(`${shiftDay(dayIn(end), -1)}T00:00`) : end
    return say('{title} now ends on {when}.', { title, when: sayWhen(last, allDay, now) })
  }
  return say('{title} moved to {when}.', { title, when: start ? sayWhen(start, allDay, now) : '' })
}

function sayWhen(at: Date, allDay: boolean, now: Date): string {
  const date = (at.getFullYear() === now.getFullYear() ? day() : farDay()).format(at)
  return allDay ? date : `${date}, ${time().format(at)}`
}
