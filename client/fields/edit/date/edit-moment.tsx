// Edits moments in the form and the zone of their reader, which is named; kept in UTC.
import { useMemo } from 'react'
import { dateOf, momentAt, timeOf } from '#shared/expressions/calendar.ts'
import { writeClockTime, writeMoment } from '#shared/fields/reading/read-time.ts'
import type { Reading } from '#shared/fields/reading/reading.ts'
import { currentTime } from '../../../clock.ts'
import type { EditProps } from '../../field-view.ts'
import { useReading } from '../../use-reading.ts'
import { say } from '../../../words/say.ts'
import type { DateForm } from './date-input.tsx'
import { DateInput } from './date-input.tsx'
import { formOfDay } from './form-of-day.ts'

/** Time of a day that is chosen without a time. */
const MORNING = '09:00'

export function EditMoment(props: EditProps) {
  const { description, compact, value } = props
  const reading = useReading()
  const form = useMemo(() => makeMomentForm(reading), [reading])
  const moment = typeof value === 'string' ? value : undefined
  // Of the moment that is written, which may lie in the other half of the year.
  const zone = useMemo(() => zoneName(reading, moment), [reading, moment])
  const told = compact
    ? undefined
    : [description, say('Time zone: {zone}', { zone })].filter((each) => each !== undefined).join(' · ')
  return <DateInput {...props} description={told} form={form} />
}

export function makeMomentForm({ locale, timeZone }: Reading): DateForm {
  return {
    placeholder: `${formOfDay(locale)}, ${writeClockTime(locale, '14:30')}`,
    write: writeMoment,
    dayOf: (iso) => dateOf(iso, timeZone) ?? '',
    onDay: (iso, day) => momentAt(day, iso === null ? MORNING : (timeOf(iso, timeZone) ?? MORNING), timeZone) ?? '',
  }
}

/** "Europe/Berlin, GMT+1"; without a moment as it is now. */
function zoneName({ locale, timeZone }: Reading, moment: string | undefined): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
  const short = format
    .formatToParts(moment === undefined ? currentTime() : Date.parse(moment))
    .find(({ type }) => type === 'timeZoneName')?.value
  return short === undefined || short === timeZone ? timeZone : `${timeZone}, ${short}`
}
