// Edits moments in the form and the zone of their reader, which is named; kept in UTC.
import { useMemo } from 'react'
import type { EditProps } from '../../field-view.ts'
import type { WrittenDate } from './date-input.tsx'
import { DateInput } from './date-input.tsx'
import { readClockTime, writeClockTime } from '#shared/fields/reading/read-time.ts'
import { makeDateText } from './date-text.ts'
import { formatLocale } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'

const DAY_AND_TIME =
  /^(.+?)(?:T(?=\d)|[,\s])+(\d{1,2}[:.h]\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?)$/i

/** What is kept; all else is what somebody has written so far. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T.+Z$/

/** Where somebody chooses a day and has written no time. */
const MORNING = '09:00'

export function EditMoment(props: EditProps) {
  const { description, compact, value } = props
  const written = useMemo(() => writtenMoment(formatLocale), [])
  const moment = typeof value === 'string' && MOMENT.test(value) ? value : undefined
  // Of the moment that is written, which may lie in the other half of the year.
  const zone = useMemo(() => zoneName(formatLocale, moment), [moment])
  const told = compact
    ? undefined
    : [description, say('Time zone: {zone}', { zone })].filter((each) => each !== undefined).join(' · ')
  return <DateInput {...props} description={told} written={written} />
}

export function writtenMoment(locale: string): WrittenDate {
  const today = localDay(new Date())
  const text = makeDateText(locale, today)
  const split = (iso: string) => toLocal(iso).split('T') as [day: string, time: string]
  const print = (iso: string): string => {
    const [day, time] = MOMENT.test(iso) ? split(iso) : []
    return day === undefined || time === undefined ? iso : `${text.print(day)}, ${writeClockTime(locale, time)}`
  }
  /** As it stands on the clock: "2026-11-21T15:30". */
  const readLocal = (typed: string): string | undefined => {
    // "2026-11-21T15:30", "21/11/2026, 15:30", "21/11/2026 3:30 pm"
    const found = DAY_AND_TIME.exec(typed.trim())
    const day = found && text.read(found[1] ?? '')
    const time = found && readClockTime(found[2] ?? '')
    return day && time ? `${day}T${time}` : undefined
  }
  return {
    locale,
    today,
    form: `${text.form}, ${writeClockTime(locale, '14:30')}`,
    print,
    read: (typed) => {
      const local = readLocal(typed)
      const moment = local === undefined ? null : toUtc(local)
      // When the clocks go forward an hour is missing.
      return moment !== null && toLocal(moment) === local ? moment : undefined
    },
    refuse: (label, typed) => {
      const [missing] = (readLocal(typed) ?? '').split('T').slice(1)
      if (missing !== undefined)
        return say('{label}: the clocks go forward on that day, and there is no {time}.', {
          label,
          time: writeClockTime(locale, missing),
        })
      const day = text.read(typed)
      const example = `${text.print(day ?? today)}, ${writeClockTime(locale, '14:30')}`
      return day === undefined
        ? say('{label} must be a date and a time, such as {example}.', { label, example })
        : say('{label} needs a time too, such as {example}.', { label, example })
    },
    dayOf: (iso) => split(iso)[0],
    onDay: (iso, day) => toUtc(`${day}T${iso === null ? MORNING : split(iso)[1]}`) ?? '',
  }
}

/** "Europe/Berlin, GMT+1"; without a moment as it is now. */
function zoneName(locale: string, moment: string | undefined): string {
  const format = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' })
  const short = format
    .formatToParts(moment === undefined ? Date.now() : Date.parse(moment))
    .find(({ type }) => type === 'timeZoneName')?.value
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
