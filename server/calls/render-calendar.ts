// Renders records that last from one moment or day to another as iCalendar (RFC 5545).
import { hash } from 'node:crypto'
import { laterDate } from '#shared/expressions/calendar.ts'

export interface CalendarEvent {
  /** Absent for shapes of records: then the event's own words name it. */
  readonly id?: string
  /** A date, or a moment in RFC 3339. */
  readonly start: string
  /** End of the event, exclusive; null if no end is known. */
  readonly end: string | null
  readonly summary: string
  readonly description?: string
  readonly location?: string
  readonly url?: string
}

export function renderCalendar(name: string, events: readonly CalendarEvent[], now: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Verbatim//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

function eventLines(event: CalendarEvent, now: string): readonly string[] {
  const { start, end, summary, description, location, url } = event
  const id = event.id ?? hash('sha256', JSON.stringify(event), 'hex').slice(0, 32)
  return [
    'BEGIN:VEVENT',
    `UID:${id}@verbatim`,
    `DTSTAMP:${momentOf(now)}`,
    `DTSTART${valueOf(start)}`,
    ...endLines(start, end),
    `SUMMARY:${escapeText(summary)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...(location === undefined ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(url === undefined ? [] : [`URL:${url}`]),
    'END:VEVENT',
  ]
}

/** An end that is not after the beginning is none: a day is then that day. */
function endLines(start: string, end: string | null): readonly string[] {
  if (end !== null && end > start) return [`DTEND${valueOf(end)}`]
  const next = isDate(start) ? laterDate(start, 1, 'day') : null
  return next === null ? [] : [`DTEND${valueOf(next)}`]
}

function isDate(text: string): boolean {
  return text.length === 10
}

function valueOf(text: string): string {
  return isDate(text) ? `;VALUE=DATE:${text.replaceAll('-', '')}` : `:${momentOf(text)}`
}

function momentOf(text: string): string {
  return `${text.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escapeText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')
}

/** Folds a line into parts of at most 75 bytes. Each continuation begins with a space, and no character is split. */
function foldLine(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > LONGEST_LINE) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n')
}

const LONGEST_LINE = 75
