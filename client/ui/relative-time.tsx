// Shows a moment relative to now, with the exact time as its title.
import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'

dayjs.extend(relativeTime)

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const withZone = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** "3 hours ago", "in 2 days"; beyond a month the date. */
export function RelativeTime({ iso }: { readonly iso: string }) {
  const moment = dayjs(iso)
  if (!moment.isValid()) return <>{iso}</>
  const near = Math.abs(moment.diff(dayjs(), 'day')) < 30
  return (
    <time dateTime={iso} title={withZone.format(moment.toDate())}>
      {near ? moment.fromNow() : day.format(moment.toDate())}
    </time>
  )
}

/** "Nov 21, 2026, 5:30 PM", with how far away it is behind it. */
export function ExactTime({ iso }: { readonly iso: string }) {
  const moment = dayjs(iso)
  if (!moment.isValid()) return <>{iso}</>
  return (
    <time dateTime={iso} title={withZone.format(moment.toDate())}>
      {exact.format(moment.toDate())}
    </time>
  )
}
