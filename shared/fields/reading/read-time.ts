// Reads times of day and moments as people write them: "3:30 pm", "15.30", "26.11.2026 09:30".
import { readMoment, wallClock } from '../../expressions/calendar.ts'
import { keepByLocale } from './keep-by-locale.ts'
import { readDay, writeDay } from './read-day.ts'
import type { Reading } from './reading.ts'

/** Longer texts are no moments. */
const LONGEST_MOMENT = 80

const TIME = String.raw`\d{1,2}(?:[:.h]\d{2})?(?::\d{2}(?:[.,]\d{1,9})?)?`
const HALF = String.raw`[ap]\.?(?:m\.?)?`
const CLOCK =
  /^(?<hour>\d{1,2})(?:[:.h](?<minute>\d{2}))?(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?\s*(?:(?<half>[ap])\.?(?:m\.?)?|h|Uhr)?$/i

/** "3:30 pm", "15.30", "9", "9 Uhr" → "15:30", "09:00"; with seconds "15:30:15"; undefined: it names no time. */
export function readClockTime(text: string): string | undefined {
  const found = CLOCK.exec(text.trim())?.groups
  if (!found) return undefined
  const { half, fraction = '' } = found
  const [hour, minute, second] = [Number(found['hour']), Number(found['minute'] ?? 0), Number(found['second'] ?? 0)]
  if (minute > 59 || second > 59 || hour > 23 || (half !== undefined && (hour < 1 || hour > 12))) return undefined
  const ofDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const two = (count: number) => String(count).padStart(2, '0')
  const places = fraction.replace(/0+$/, '')
  const exact = second === 0 && places === '' ? '' : `:${two(second)}${places === '' ? '' : `.${places}`}`
  return `${two(ofDay)}:${two(minute)}${exact}`
}

const DAY_AND_TIME = new RegExp(
  String.raw`^(?<day>.+?)(?:T(?=\d)|,?\s+(?:at|um|à|klo|kl)\.?\s+|[,\s])+(?<time>${TIME}\s*${HALF}|\d{1,2}[:.h]\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s*(?:Uhr|h))?|\d{1,2}\s*Uhr)(?:\s*(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$`,
  'i',
)

/**
 * The part that a moment lacks if a text names none: `gap` if the clocks skip that time, `time` if the text names
 * only a day.
 */
export type MomentGap =
  | { readonly lacks: 'time'; readonly day: string }
  | { readonly lacks: 'gap'; readonly time: string }

/** The moment in UTC; undefined: the text names neither a moment nor a day. What has no zone is meant in the reader's. */
export function readTypedMoment(text: string, reading: Reading): string | MomentGap | undefined {
  if (text.length > LONGEST_MOMENT) return undefined
  const written = text.trim()
  const found = DAY_AND_TIME.exec(written)?.groups
  const day = found && readDay(found['day'] ?? '', reading)
  const time = found && readClockTime(found['time'] ?? '')
  if (day === undefined || time === undefined) {
    const alone = readDay(written, reading)
    return alone === undefined ? undefined : { lacks: 'time', day: alone }
  }
  const local = `${day}T${time}`
  const zone = zoneOf(found?.['zone'])
  const moment = readMoment(`${local}${zone ?? ''}`, reading.timeZone)
  if (moment === null || zone !== undefined) return moment ?? undefined
  // When the clocks go forward an hour is missing.
  const shown = new Date(wallClock(moment, reading.timeZone)).toISOString()
  return shown.slice(0, 16) === local.slice(0, 16) ? moment : { lacks: 'gap', time: time.slice(0, 5) }
}

function zoneOf(zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined
  return /^[a-z]/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2')
}

/** "15:30" → "15:30" or "3:30 PM", as inputs write it. */
export function writeClockTime(locale: string, time: string): string {
  const moment = Date.parse(`2026-01-01T${time}:00Z`)
  if (Number.isNaN(moment)) return time
  // Some languages write a narrow blank before "PM", which nobody can type.
  const written = timeFormat(locale)
    .format(moment)
    .replaceAll(/[\u202f\u00a0]/g, ' ')
  // Where the half of the day is said in words of the language, the hours go on to 23.
  return readClockTime(written) === time ? written : time
}

const timeFormat = keepByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }),
)

/** "21/11/2026, 14:30", as inputs write a moment: exactly, so that it is read as the same. */
export function writeMoment(moment: string, reading: Reading): string {
  const { locale, timeZone } = reading
  const wall = new Date(wallClock(moment, timeZone)).toISOString()
  const [hours, places] = [wall.slice(11, 16), wall.slice(16, 23).replace(/\.000$/, '')]
  const time = places === ':00' ? writeClockTime(locale, hours) : `${hours}${places}`
  const text = `${writeDay(locale, wall.slice(0, 10))}, ${time}`
  // Where clocks show a time twice, the second one has its offset.
  const forms = [text, `${text} ${offsetOf(moment, wall)}`, moment]
  return forms.find((form) => readTypedMoment(form, reading) === moment) ?? moment
}

/** "+01:00": how far the clocks, which show `wall`, are ahead of UTC. */
function offsetOf(moment: string, wall: string): string {
  const minutes = Math.round((Date.parse(wall) - Date.parse(moment)) / 60_000)
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}
