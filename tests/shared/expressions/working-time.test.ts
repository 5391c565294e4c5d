// Working time by calendars, dates that recur, and records that overlap.
import * as fc from 'fast-check'
import { makeDuration } from '#shared/expressions/duration.ts'
import { describe, expect, test } from 'vitest'
import { TooLarge } from '#shared/expressions/functions/too-large.ts'
import { compile } from '#shared/compile.ts'
import { daysToDate, toUtc, WEEKDAYS } from '#shared/expressions/calendar.ts'
import type { WorkingHours } from '#shared/expressions/functions/working-time.ts'
import {
  addWorkingTime,
  subtractWorkingTime,
  workingDays,
  workingTime,
} from '#shared/expressions/functions/working-time.ts'
import { compileDocument, documentOf, sayDiagnostics } from '../../helpers/compile-document.ts'
import { complaintsOf, record, valueOf } from './expression-helper.ts'
import { OFFICE } from './sample-schema.ts'

const HOUR = 3_600_000
const ALWAYS: WorkingHours = { week: Array.from({ length: 7 }, () => [[0, 1440]]), holidays: [] }

function hours(from: string, to: string, calendar = OFFICE, zone = 'Europe/Berlin'): number | null {
  const found = workingTime(from, to, JSON.stringify(calendar), zone)
  return found === null ? null : found / HOUR
}

describe('working time', () => {
  test(
    'counts the hours that are worked, without breaks, nights and holidays',
    { tags: 'reference/functions-of-calendars' },
    () => {
      // Monday the 16th: 9 to 12 and 13 to 17, Berlin being one hour ahead.
      expect(hours('2026-11-16T00:00:00.000Z', '2026-11-16T23:00:00.000Z')).toBe(7)
      expect(hours('2026-11-16T10:00:00.000Z', '2026-11-16T12:30:00.000Z')).toBe(1.5)
      expect(hours('2026-11-16T22:00:00.000Z', '2026-11-17T09:00:00.000Z')).toBe(1)
      // The 23rd is a holiday.
      expect(hours('2026-11-23T00:00:00.000Z', '2026-11-24T09:00:00.000Z')).toBe(1)
    },
  )

  test('is negative backwards, and nothing between a moment and itself', () => {
    expect(hours('2026-11-16T12:30:00.000Z', '2026-11-16T10:00:00.000Z')).toBe(-1.5)
    expect(hours('2026-11-16T10:00:00.000Z', '2026-11-16T10:00:00.000Z')).toBe(0)
  })

  test('is shorter or longer on the day that the clocks change', () => {
    expect(hours('2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', ALWAYS)).toBe(23)
    expect(hours('2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', ALWAYS)).toBe(25)
    // The night of Saturday to Sunday, 22:00 to 6:00.
    expect(hours('2026-03-28T12:00:00.000Z', '2026-03-29T12:00:00.000Z')).toBe(7)
    expect(hours('2026-10-24T12:00:00.000Z', '2026-10-25T12:00:00.000Z')).toBe(9)
  })

  test('is what the days come to one by one, over years too', () => {
    const moment = fc.integer({ min: Date.UTC(2019, 0), max: Date.UTC(2031, 0) })
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC')
    const property = fc.property(moment, moment, zone, (a, b, timeZone) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const calendar = JSON.stringify(OFFICE)
      const [first, last] = [new Date(from).toISOString(), new Date(to).toISOString()]
      expect(workingTime(first, last, calendar, timeZone)).toBe(dayByDay(from, to, timeZone))
    })
    fc.assert(property, { numRuns: 12 })
  })

  test('leads back to the first moment from which it has passed', () => {
    const moment = fc.integer({ min: Date.UTC(2019, 0), max: Date.UTC(2031, 0) })
    const length = fc.integer({ min: 1, max: 3_000 * HOUR })
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe')
    const property = fc.property(moment, length, zone, (at, left, timeZone) => {
      const calendar = JSON.stringify(OFFICE)
      const to = new Date(at).toISOString()
      const from = subtractWorkingTime(to, left, calendar, timeZone) ?? ''
      expect(workingTime(from, to, calendar, timeZone)).toBe(left)
      const before = new Date(Date.parse(from) - 1).toISOString()
      expect(workingTime(before, to, calendar, timeZone)).toBe(left + 1)
      // A timer that was due then is due then again.
      const due = addWorkingTime(before, 1, calendar, timeZone) ?? ''
      expect(due).toBe(from)
    })
    fc.assert(property, { numRuns: 50 })
    const never = JSON.stringify({ week: Array.from({ length: 7 }, () => []), holidays: [] })
    expect(subtractWorkingTime('2026-11-16T12:30:00.000Z', 1, never, 'UTC')).toBeNull()
  })

  test('always is the time that passes', () => {
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    const property = fc.property(moment, moment, (a, b) => {
      const passed = workingTime(a.toISOString(), b.toISOString(), JSON.stringify(ALWAYS), 'Europe/Berlin')
      expect(passed).toBe(b.getTime() - a.getTime() + 0)
    })
    fc.assert(property, { numRuns: 50 })
  })

  test('is empty over more than a hundred years, and where something is empty', () => {
    expect(hours('1900-01-01T00:00:00.000Z', '2026-11-16T00:00:00.000Z')).toBe(null)
    expect(valueOf('working_time(seen, now, calendar.office)')).toBe(null)
    expect(valueOf('working_time(moment("2026-11-16T09:00"), moment("2026-11-16T13:30"), calendar.office)')).toBe(
      makeDuration(3.5 * HOUR),
    )
  })
})

describe('working days', () => {
  const days = (from: string, to: string): number | null => workingDays(from, to, JSON.stringify(OFFICE))

  test(
    'are the dates with hours from the first to the last, both included',
    { tags: 'reference/functions-of-calendars' },
    () => {
      expect(days('2026-11-16', '2026-11-16')).toBe(1)
      // The 23rd is a holiday.
      expect(days('2026-11-23', '2026-11-23')).toBe(0)
      expect(days('2026-11-17', '2026-11-16')).toBe(0)
      expect(days('1900-01-01', '2026-11-16')).toBe(null)
      expect(valueOf('working_days(date("2026-11-16"), null, calendar.office)')).toBe(null)
      expect(valueOf('working_days(date("2026-11-16"), date("2026-11-17"), calendar.office)')).toBe(2)
    },
  )

  test('are what they come to one by one', () => {
    const day = fc.integer({ min: 19_000, max: 24_000 })
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 900 }), (first, length) => {
        const dates = Array.from({ length }, (_, at) => daysToDate(first + at) ?? '')
        const worked = dates.filter(
          (date, at) => (OFFICE.week[(first + at + 3) % 7] ?? []).length > 0 && !OFFICE.holidays.includes(date),
        )
        expect(days(daysToDate(first) ?? '', daysToDate(first + length - 1) ?? '')).toBe(worked.length)
      }),
      { numRuns: 200 },
    )
  })
})

/** The plain way: every day by itself. */
function dayByDay(from: number, to: number, timeZone: string): number {
  let total = 0
  for (let day = Math.floor(from / 86_400_000) - 2; day <= to / 86_400_000 + 2; day++) {
    if (OFFICE.holidays.includes(daysToDate(day) ?? '')) continue
    for (const [start, end] of OFFICE.week[(day + 3) % 7] ?? []) {
      const opens = toUtc(day * 86_400_000 + start * 60_000, timeZone)
      const closes = toUtc(day * 86_400_000 + end * 60_000, timeZone)
      total += Math.max(0, Math.min(closes, to) - Math.max(opens, from))
    }
  }
  return total
}

describe('a calendar of a document', () => {
  const point3 =
    '\n### Ticket\n\n| field | type | value |\n|---|---|---|\n| opened | date and time | |\n| answered | date and time | |\n| took | computed duration | `working_time(opened, answered, calendar.working_hours)` |\n'
  const point9 = `
### Calendar working hours

| day | from | to |
|---|---|---|
| Monday to Thursday | 9:00 | 17:00 |
| Fri | 9:00 | 15:30 |
| Friday | 15:00 | 16:00 |
| Saturday, Sunday | 22:00 | 6:00 |
| Wednesday | - | - |

| holiday | date |
|---|---|
| Christmas | 2026-12-25 |
`

  test('has hours for each day, a night being parted at midnight', { tags: 'reference/calendars' }, () => {
    const model = compileDocument(documentOf({ 3: point3, 9: point9 }))
    const day = [[540, 1020]]
    expect(model.calendars.get('working_hours')?.hours).toEqual({
      week: [
        [
          [0, 360],
          [540, 1020],
        ],
        day,
        day,
        day,
        [[540, 960]],
        [[1320, 1440]],
        [
          [0, 360],
          [1320, 1440],
        ],
      ],
      holidays: ['2026-12-25'],
    })
  })

  test('that is not shown makes all unknown that needs it', () => {
    const text = documentOf({ 3: point3, 9: '\n### Calendar working hours\n\nnot shown.\n' })
    expect(sayDiagnostics(text, compile(text), ['error'])).toEqual([])
    expect(sayDiagnostics(text, compile(text), ['note']).join('\n')).toContain('This needs "working_hours"')
  })
})

describe('dates', () => {
  const dates = (rest: string): unknown => valueOf(`dates(date("2026-11-18"), date("2026-12-10")${rest})`)

  test(
    'are those of every week, month, or so many weeks, both ends included',
    { tags: 'reference/functions-of-dates-and-moments' },
    () => {
      expect(dates(', "week"')).toEqual(['2026-11-18', '2026-11-25', '2026-12-02', '2026-12-09'])
      expect(dates(', "week", ["monday", "wednesday"]')).toEqual([
        '2026-11-18',
        '2026-11-23',
        '2026-11-25',
        '2026-11-30',
        '2026-12-02',
        '2026-12-07',
        '2026-12-09',
      ])
      // The week of the first date counts, although its Monday lies before it.
      expect(dates(', 2, ["monday", "thursday"]')).toEqual(['2026-11-19', '2026-11-30', '2026-12-03'])
      expect(valueOf('dates(date("2026-01-31"), date("2026-04-30"), "month")')).toEqual([
        '2026-01-31',
        '2026-02-28',
        '2026-03-31',
        '2026-04-30',
      ])
      expect(valueOf('dates(date("2026-11-30"), date("2026-12-02")).count()')).toBe(3)
    },
  )

  test('are left out where they are none of the weekdays', () => {
    expect(dates(', "day", ["sunday"]')).toEqual(['2026-11-22', '2026-11-29', '2026-12-06'])
    expect(dates(`, "day", ["${WEEKDAYS[5]}"]`)).toEqual(['2026-11-21', '2026-11-28', '2026-12-05'])
  })

  test('are refused, and not empty, where they would be too many', () => {
    for (const rest of ['', ', "day"', ', 1', ', "day", ["monday"]', ', "week", ["monday", "friday"]'])
      expect(() => valueOf(`dates(date("0001-01-01"), date("9999-12-31")${rest})`)).toThrow(TooLarge)
    expect(valueOf('dates(date("2020-01-01"), date("2030-12-11")).count()')).toBe(3998)
  })

  test('are none backwards, of what is empty, and of what would never end', () => {
    expect(valueOf('dates(date("2026-12-10"), date("2026-11-18"))')).toEqual([])
    expect(valueOf('dates(due, today)')).toEqual([])
    expect(dates(', 0')).toEqual([])
  })

  test('know their weekdays', () => {
    expect(complaintsOf('today in dates(today, today, "week", ["mondy"])')[0]).toContain('did you mean "monday"?')
  })
})

describe('records overlap', () => {
  const overlap = (a: readonly [string | null, string | null], b: readonly [string | null, string | null]): unknown =>
    valueOf('overlaps(this, old)', {
      this: record('Item', 'a', { due: a[0], until: a[1] }),
      old: record('Item', 'b', { due: b[0], until: b[1] }),
    })

  test(
    'where they have a day in common, the last one included',
    { tags: 'reference/functions-of-records-and-persons' },
    () => {
      expect(overlap(['2026-01-01', '2026-01-05'], ['2026-01-04', '2026-01-08'])).toBe(true)
      expect(overlap(['2026-01-01', '2026-01-05'], ['2026-01-05', '2026-01-08'])).toBe(true)
      expect(overlap(['2026-01-01', '2026-01-05'], ['2026-01-06', '2026-01-08'])).toBe(false)
      expect(overlap(['2026-01-01', '2026-01-09'], ['2026-01-05', '2026-01-08'])).toBe(true)
    },
  )

  test('without end where theirs is empty; of a start that is empty nothing is known', () => {
    expect(overlap(['2026-01-01', null], ['2030-01-05', null])).toBe(true)
    expect(overlap([null, '2026-01-05'], ['2026-01-01', null])).toBe(null)
    expect(valueOf('overlaps(this, parent)', { this: record('Item', 'a', { due: '2026-01-01' }) })).toBe(null)
  })
})
