// Shows a moment relative to now, with the exact time as its title.
import type { SyntheticEvent } from 'react'
import { currentTime } from '../clock.ts'
import { formatLocale } from '../words/language.ts'
import { lazily } from '../words/lazily.ts'

const exact = lazily(() => new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium', timeStyle: 'short' }))
/** "2:05 PM", but "02:05". */
const hasHalfDays = lazily(
  () => new Intl.DateTimeFormat(formatLocale, { hour: 'numeric' }).resolvedOptions().hour12 === true,
)
const exactThisYear = lazily(
  () =>
    new Intl.DateTimeFormat(formatLocale, {
      month: 'short',
      day: 'numeric',
      hour: hasHalfDays() ? 'numeric' : '2-digit',
      minute: '2-digit',
    }),
)
const withZone = lazily(() => new Intl.DateTimeFormat(formatLocale, { dateStyle: 'full', timeStyle: 'long' }))
const day = lazily(() => new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium' }))
const relative = lazily(() => new Intl.RelativeTimeFormat(formatLocale, { numeric: 'auto' }))

/** A page has many times, and few are pointed at. */
const titleOnHover = (moment: Date) => ({
  onPointerEnter: ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    currentTarget.title = withZone().format(moment)
  },
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "3 hours ago", "in 2 days"; beyond a month the date. */
export function RelativeTime({ iso }: { readonly iso: string }) {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return <>{iso}</>
  return (
    <time dateTime={iso} {...titleOnHover(moment)}>
      {sayDistance(moment.getTime()) ?? day().format(moment)}
    </time>
  )
}

/** Undefined: further away than a month. */
export function sayDistance(moment: number, now = currentTime().getTime()): string | undefined {
  const distance = moment - now
  const far = Math.abs(distance)
  if (far < 45_000) return relative().format(0, 'second')
  if (far < 45 * MINUTE) return relative().format(roundAway(distance / MINUTE), 'minute')
  if (far < 22 * HOUR) return relative().format(roundAway(distance / HOUR), 'hour')
  return far < 30 * DAY ? relative().format(roundAway(distance / DAY), 'day') : undefined
}

/** Never 0: "in 0 hours" says nothing. */
function roundAway(count: number): number {
  return Math.round(count) || Math.sign(count)
}

/** "in 2 days (Nov 21, 5:30 PM)"; beyond a month the date is not said twice. */
export function RelativeAndExactTime({ iso }: { readonly iso: string }) {
  if (sayDistance(new Date(iso).getTime()) === undefined) return <ExactTime iso={iso} />
  return (
    <>
      <RelativeTime iso={iso} /> (<ExactTime iso={iso} />)
    </>
  )
}

/** "Nov 21, 5:30 PM", in another year "Nov 21, 2025, 5:30 PM", with the zone as its title. */
export function ExactTime({ iso }: { readonly iso: string }) {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return <>{iso}</>
  return (
    <time dateTime={iso} {...titleOnHover(moment)}>
      {sayExactly(moment)}
    </time>
  )
}

/** "PM" stays beside its hour. */
export function sayExactly(moment: Date): string {
  const isThisYear = moment.getFullYear() === currentTime().getFullYear()
  return (isThisYear ? exactThisYear : exact)()
    .format(moment)
    .replace(/ (?=[AP]M\b)/, '\u00a0')
}
