// Defines moments: RFC 3339 in UTC with milliseconds, so that text order is time order.
import { readMoment as readMomentIn, wallClock } from '../expressions/calendar.ts'
import { isDate } from './date.ts'
import type { FieldTypeDefinition } from './field-type.ts'
import { compareText, refuseValue } from './field-type.ts'
import type { Printing } from './printing.ts'
import { writeExampleDay } from './reading/read-day.ts'
import { readTypedMoment, writeClockTime } from './reading/read-time.ts'

export const dateAndTime: FieldTypeDefinition = {
  family: 'day',
  precision: 'moment',
  ordered: true,
  bounds: 'value',
  sortable: true,
  inTables: true,
  inCells: true,
  layouts: ['calendar', 'timeline'],
  valueType: () => ({ kind: 'timestamp' }),
  column: () => ({ kind: 'TEXT', form: 'text' }),
  schema: () => ({ type: 'string', format: 'date-time' }),
  coerce: (input) => {
    const value = typeof input === 'string' ? readMoment(input) : undefined
    return value === undefined
      ? refuseValue('wrong_type', {
          en: 'must be a date and time with a time zone, such as "2026-11-21T14:30:00Z"',
          de: 'muss ein Zeitpunkt mit Zeitzone sein, etwa „2026-11-21T14:30:00Z“',
        })
      : { value }
  },
  compare: compareText,
  print: (value, _type, printing) => printing.formatters.moment(String(value)),
  copy: (value, _type, printing) => copyMoment(String(value), printing),
  read: (text, _type, reading) => {
    const read = readTypedMoment(text, reading)
    if (typeof read === 'string') return dateAndTime.coerce(read, { kind: 'date and time' })
    const { locale } = reading
    if (read?.lacks === 'gap')
      return refuseValue('wrong_type', GAP, { time: { write: () => writeClockTime(locale, read.time) } })
    const example = { write: () => `${writeExampleDay(reading, read?.day)}, ${writeClockTime(locale, '14:30')}` }
    return refuseValue('wrong_type', read === undefined ? NO_MOMENT : NO_TIME, { example })
  },
}

const NO_MOMENT = {
  en: 'must be a date and a time, such as {example}',
  de: 'muss Datum und Uhrzeit sein, etwa {example}',
}
const NO_TIME = { en: 'needs a time too, such as {example}', de: 'braucht auch eine Uhrzeit, etwa {example}' }
const GAP = {
  en: 'can’t be then: the clocks go forward on that day, and there is no {time}',
  de: 'kann dann nicht sein: An diesem Tag werden die Uhren vorgestellt, und {time} gibt es nicht',
}

/**
 * "2026-11-26 09:30:00" on the clocks of the zone. An offset stands behind it where these show the same time twice, and the
 * moment in UTC where they can't say it.
 */
function copyMoment(value: string, { timeZone, formatters }: Printing): string {
  const stamp = `${formatters.stamp(value)}${value.slice(19, -1).replace(/^\.000$/, '')}`
  const isSame = (form: string): boolean => readMomentIn(form, timeZone) === value
  if (isSame(stamp)) return stamp
  const exact = `${stamp}${offsetOf(value, timeZone)}`
  return isSame(exact) ? exact : value
}

/** "+01:00": how far the clocks of the zone are ahead of UTC then, in whole minutes. */
function offsetOf(value: string, timeZone: string): string {
  const minutes = Math.trunc((wallClock(value, timeZone) - Date.parse(value)) / 60_000)
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** RFC 3339 with any offset → "2026-11-21T14:30:00.000Z"; undefined where it is none, or lies outside the years 0001 to 9999. */
function readMoment(text: string): string | undefined {
  const found =
    /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:([Zz])|([+-])(\d{2}):(\d{2}))$/.exec(text)
  if (!found || !isDate(found[1] ?? '')) return undefined
  const [hour, minute, second] = [Number(found[2]), Number(found[3]), Number(found[4] ?? 0)]
  const [offsetHour, offsetMinute] = [Number(found[8] ?? 0), Number(found[9] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined
  const fraction = (found[5] ?? '').slice(0, 3).padEnd(3, '0')
  const local = Date.parse(`${found[1]}T${found[2]}:${found[3]}:${String(second).padStart(2, '0')}.${fraction}Z`)
  const moment = local - (found[7] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute) * 60_000
  if (!(moment >= FIRST && moment <= LAST)) return undefined
  return new Date(moment).toISOString()
}

const FIRST = Date.parse('0001-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
