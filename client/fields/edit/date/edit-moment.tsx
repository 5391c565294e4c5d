// Edits moments in the form and the zone of their reader, which is named; kept in UTC.
import { useMemo } from 'react'
import type { EditProps } from '../../field-view.ts'
import type { WrittenDate } from './date-input.tsx'
import { DateInput } from './date-input.tsx'
import { makeDateText, printTime, readTime } from './date-text.ts'
import { formatLocale } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'

const DAY_AND_TIME = /^(.+?)[T,\s]+(\d{1,2}[:.h]\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?)$/i

/** Where somebody chooses a day and has written no time. */
const MORNING = '09:00'

export function EditMoment(props: EditProps) {
  const { description, compact } = props
  const written = useMemo(() => writtenMoment(formatLocale), [])
  const zone = useMemo(() => zoneName(formatLocale), [])
  const told = compact
    ? undefined
    : [description, say('Time zone: {zone}', { zone })].filter((each) => each !== undefined).join(' · ')
  return <DateInput {...props} description={told} written={written} />
}

export function writtenMoment(locale: string): WrittenDate {
  const today = localDay(new Date())
  const text = makeDateText(locale, today)
  const split = (iso: string) => toLocal(iso).split('T') as [day: string, time: string]
  return {
    locale,
    today,
    form: `${text.form}, ${printTime(locale, '14:30')}`,
    print: (iso) => {
      const [day, time] = split(iso)
      return time === undefined ? iso : `${text.print(day)}, ${printTime(locale, time)}`
    },
    read: (written) => {
      // "2026-11-21T15:30", "21/11/2026, 15:30", "21/11/2026 3:30 pm"
      const found = DAY_AND_TIME.exec(written.trim())
      const day = found && text.read(found[1] ?? '')
      const time = found && readTime(found[2] ?? '')
      return day && time ? (toUtc(`${day}T${time}`) ?? undefined) : undefined
    },
    dayOf: (iso) => split(iso)[0],
    onDay: (iso, day) => toUtc(`${day}T${iso === null ? MORNING : split(iso)[1]}`) ?? '',
  }
}

/** "Europe/Berlin, GMT+1". */
function zoneName(locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' })
  const short = format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value
  const { timeZone } = format.resolvedOptions()
  return short === undefined || short === timeZone ? timeZone : `${timeZone}, ${short}`
}

/** The day that it is for the reader. */
export function localDay(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** "2026-11-21T14:30:00.000Z" → "2026-11-21T15:30" where the reader is an hour ahead. */
export function toLocal(iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

/** The moment that a local time names, in UTC; null where it names none. */
export function toUtc(local: string): string | null {
  const moment = local === '' ? Number.NaN : new Date(local).getTime()
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}
