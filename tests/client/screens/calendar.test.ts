import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventSpan } from '../../../client/screens/calendar/event-span.ts'
import { daysInZone, isWholeDays } from '../../../client/screens/calendar/whole-days.ts'
import { steppedDay } from '../../../client/screens/calendar/calendar-state.ts'
import { shownHours } from '../../../client/screens/calendar/shown-hours.ts'
import { sayMove } from '../../../client/screens/calendar/say-move.ts'
import { shortTitle } from '../../../client/screens/calendar/short-title.ts'
import { isOfDates } from '../../../client/screens/calendar/is-of-dates.ts'
import { compileDocument, helpdesk } from '../../helpers/compile-document.ts'

test('a week shows the working day, and as much more of it as something lies in', () => {
  const field = helpdesk().entities.get('Ticket')?.fields.get('due_at')
  if (field === undefined) throw new Error('There is no Ticket.')
  const local = (hour: number, minute: number) => new Date(2026, 10, 23, hour, minute).toISOString()
  const hours = (...moments: readonly string[]) =>
    shownHours(
      moments.map((due_at, index) => ({ id: String(index), due_at })),
      [field],
    )
  expect(hours()).toEqual({ slotMinTime: '07:00:00', slotMaxTime: '20:00:00' })
  expect(hours(local(9, 0), local(17, 0))).toEqual(hours())
  expect(hours(local(0, 14), local(21, 40))).toEqual({ slotMinTime: '00:00:00', slotMaxTime: '23:00:00' })
  expect(hours(local(23, 53))).toEqual({ slotMinTime: '07:00:00', slotMaxTime: '24:00:00' })
  expect(hours('2026-11-23')).toEqual(hours())
})

test('an agenda begins with its day, and steps on by what it shows', () => {
  expect(steppedDay('2026-11-23', 'agenda', 1)).toBe('2026-12-23')
  expect(steppedDay('2026-11-23', 'week', -1)).toBe('2026-11-16')
  expect(steppedDay('2026-11-23', 'month', 1)).toBe('2026-12-01')
})

test('what lasts from midnight to midnight is shown by days, half a day by its hours', () => {
  const local = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
  expect(isWholeDays(local(23, 0), local(25, 0))).toBe(true)
  expect(isWholeDays(local(23, 12), local(25, 0))).toBe(false)
  expect(isWholeDays(local(23, 0), local(24, 12))).toBe(false)
  expect(isWholeDays(local(23, 0), undefined)).toBe(false)
})

test('a day of the application is a day for those who read in another zone', () => {
  const berlin = (start: string, end: string) => daysInZone(start, end, 'Europe/Berlin')
  expect(berlin('2026-11-22T23:00:00.000Z', '2026-11-24T23:00:00.000Z')).toEqual({
    start: '2026-11-23',
    end: '2026-11-25',
  })
  expect(berlin('2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z')).toEqual({
    start: '2026-03-29',
    end: '2026-03-30',
  })
  expect(berlin('2026-11-23T11:00:00.000Z', '2026-11-24T23:00:00.000Z')).toBeUndefined()
  expect(berlin('2026-11-22T23:00:00.000Z', '2026-11-22T23:00:00.000Z')).toBeUndefined()
  expect(daysInZone('2026-11-22T23:00:00.000Z', undefined, 'Europe/Berlin')).toBeUndefined()
})

test('an event that people can move stands by the hours of their own zone, all others by the days of the application', () => {
  const ticket = helpdesk().entities.get('Ticket')
  const [from, to] = ['created_at', 'due_at'].map((name) => ticket?.fields.get(name))
  if (ticket === undefined || from === undefined) throw new Error('There is no Ticket.')
  const entity = ticket
  // Midnights of New York: in no zone of Europe or Asia they are.
  const record = { id: 't', created_at: '2026-11-23T05:00:00.000Z', due_at: '2026-11-25T05:00:00.000Z' }
  const span = (isMovable: boolean) => eventSpan(from, to, record, { entity, timeZone: 'America/New_York', isMovable })
  expect(span(false)).toEqual({ start: '2026-11-23', end: '2026-11-25', allDay: true })
  expect(span(true)).toMatchObject({ start: record.created_at, end: record.due_at })
  const alone = eventSpan(from, undefined, record, { entity, timeZone: 'America/New_York', isMovable: false })
  expect(alone).toEqual({ start: record.created_at, allDay: false })
})

test('what is worked out from dates stays on its days in every zone, also where it takes half of one', () => {
  const text = readFileSync(new URL('../../../shared/documents/leave-requests.md', import.meta.url), 'utf8')
  const entity = compileDocument(text).entities.get('LeaveRequest')
  const [from, to] = ['starts_at', 'ends_at'].map((name) => entity?.fields.get(name))
  if (entity === undefined || from === undefined) throw new Error('There is no leave.')
  expect([isOfDates(entity, from), to && isOfDates(entity, to)]).toEqual([true, true])
  const span = (starts_at: string, ends_at: string) =>
    eventSpan(from, to, { id: 'l', starts_at, ends_at }, { entity, timeZone: 'Europe/Berlin', isMovable: false })
  // From noon to noon, until noon, and whole.
  const days = { start: '2026-11-23', end: '2026-11-25', allDay: true }
  expect(span('2026-11-23T11:00:00.000Z', '2026-11-24T11:00:00.000Z')).toEqual(days)
  expect(span('2026-11-22T23:00:00.000Z', '2026-11-24T11:00:00.000Z')).toEqual(days)
  expect(span('2026-11-22T23:00:00.000Z', '2026-11-24T23:00:00.000Z')).toEqual(days)
  expect(span('2026-11-22T23:00:00.000Z', '2026-11-23T11:00:00.000Z')).toEqual({ ...days, end: '2026-11-24' })
  // What somebody wrote down as a moment has its hour.
  const decided = entity.fields.get('decided_at')
  expect(decided && isOfDates(entity, decided)).toBe(false)
})

test('a day of a month leaves out the number, unless it is all there is', () => {
  const ticket = helpdesk().entities.get('Ticket')
  if (ticket === undefined) throw new Error('There is no Ticket.')
  const record = { id: 't', number: 'HD-00012' }
  expect(shortTitle(ticket, record, 'HD-00012 No paper')).toBe('No paper')
  expect(shortTitle(ticket, record, 'HD-00012')).toBe('HD-00012')
  expect(shortTitle(ticket, record, 'HD-00012x No paper')).toBe('HD-00012x No paper')
})

test('a move says to when, with the hour where there is one; a stretch says when it ends', () => {
  const at = (month: number, day: number, hour = 0) => new Date(2026, month - 1, day, hour)
  const say = (before: Parameters<typeof sayMove>[1], after: Parameters<typeof sayMove>[1]) =>
    sayMove('Trip', before, after, at(11, 27)).replaceAll('\u202F', ' ')
  const hours = { start: at(12, 3, 10), end: at(12, 3, 12), allDay: false }
  const days = { start: at(12, 3), end: at(12, 5), allDay: true }
  expect(say({ ...hours, start: at(12, 2, 10) }, hours)).toBe('Trip moved to December 3, 10:00 AM.')
  expect(say({ ...hours, end: at(12, 3, 11) }, hours)).toBe('Trip now ends on December 3, 12:00 PM.')
  expect(say({ ...days, start: at(12, 2) }, days)).toBe('Trip moved to December 3.')
  // A whole day ends where the next begins.
  expect(say({ ...days, end: at(12, 4) }, days)).toBe('Trip now ends on December 4.')
  expect(say({ ...days, end: at(12, 4) }, { ...days, end: new Date(2027, 0, 2) })).toBe(
    'Trip now ends on January 1, 2027.',
  )
  expect(say(days, hours)).toBe('Trip moved to December 3, 10:00 AM.')
})
