import { describe, expect, test } from 'vitest'
import { makePrinting } from '#shared/fields/printing.ts'
import { readDay, writeDay } from '#shared/fields/reading/read-day.ts'
import type { ReadableField } from '#shared/fields/reading/read-text.ts'
import { readText } from '#shared/fields/reading/read-text.ts'
import { readClockTime, writeClockTime, writeMoment } from '#shared/fields/reading/read-time.ts'
import { makeReading } from '#shared/fields/reading/reading.ts'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import { makeMomentForm } from '../../../client/fields/edit/date/edit-moment.tsx'
import { formOfDay } from '../../../client/fields/edit/date/form-of-day.ts'
import { addDays, addMonths, weeksOf } from '../../../client/fields/edit/date/month-days.ts'

const TODAY = '2026-11-21'
const readingIn = (locale: string, timeZone = 'Europe/Berlin') => makeReading(makePrinting(locale, timeZone), TODAY)
const dayIn = (locale: string, text: string) => readDay(text, { locale, today: TODAY })
const LOCALES = ['en-GB', 'en-US', 'de', 'fr', 'sv', 'ko', 'fi', 'zh-TW', 'pt-BR', 'ar', 'hi', 'bg', 'hu']

describe('a day', () => {
  test.each([
    ['en-GB', '21/11/2026', 'dd/mm/yyyy'],
    ['en-US', '11/21/2026', 'mm/dd/yyyy'],
    ['de', '21.11.2026', 'dd.mm.yyyy'],
    ['sv', '2026-11-21', 'yyyy-mm-dd'],
    ['ko', '2026. 11. 21.', 'yyyy. mm. dd.'],
  ])('in %s is written as there, and read back', (locale, written, form) => {
    expect([writeDay(locale, TODAY), formOfDay(locale), dayIn(locale, written)]).toEqual([written, form, TODAY])
  })

  test('is read as it is written and printed, in each language', () => {
    for (const locale of LOCALES)
      for (const day of ['2026-11-21', '2026-04-03', '1985-01-01', '9999-12-31'])
        expect([locale, dayIn(locale, writeDay(locale, day))]).toEqual([locale, day])
    for (const locale of ['en', 'en-GB', 'de', 'fr', 'sv'])
      expect([locale, dayIn(locale, readingIn(locale).formatters.date('2026-04-03'))]).toEqual([locale, '2026-04-03'])
  })

  test.each([
    ['21-11-2026', '2026-11-21'],
    ['1/2/26', '2026-02-01'],
    ['1.2.', '2026-02-01'],
    ['1 2', '2026-02-01'],
    ['2026-11-21', '2026-11-21'],
    ['2026/11/21', '2026-11-21'],
    ['2026-11-21 00:00:00', '2026-11-21'],
    ['2026-11-21 08:00:00', undefined],
    ['29/2/2028', '2028-02-29'],
    ['29/2/2027', undefined],
    ['31/4', undefined],
    ['21/11/026', undefined],
    ['0026-11-21', '0026-11-21'],
    ['8:30', undefined],
    ['soon', undefined],
    ['', undefined],
    ['1', undefined],
    ['1/2/3/4', undefined],
  ])('written as "%s" is %s', (written, iso) => {
    expect(dayIn('en-GB', written)).toBe(iso)
  })

  test.each([
    ['en-US', '21.11.2026', '2026-11-21'],
    // Days with points come first in every language whose own have none.
    ['en-US', '03.04.2026', '2026-04-03'],
    ['en-US', '3.4.2026', '2026-04-03'],
    ['en-US', '4/3/2026', '2026-04-03'],
    ['en-GB', '4/3/2026', '2026-03-04'],
    ['de', '4/3/2026', '2026-03-04'],
    ['en-US', '13/11/2026', undefined],
    ['en-GB', '3 Dec', '2026-12-03'],
    ['en-US', 'Dec 3, 2027', '2027-12-03'],
    ['en-US', 'December 3rd, 2027', '2027-12-03'],
    ['en-GB', '3rd of December 27', undefined],
    ['en-GB', '31 June', undefined],
    ['en-GB', 'Ju 3', undefined],
    ['en-GB', '3 Dec 4', undefined],
    ['en-GB', 'Today', '2026-11-21'],
    ['en-GB', 'yesterday', '2026-11-20'],
    ['de', 'übermorgen', '2026-11-23'],
    ['de', '3. Dezember 2026', '2026-12-03'],
    ['de', '3. März', '2026-03-03'],
    ['fr', '3 déc. 2026', '2026-12-03'],
    ['ru', '3 декабря 2026', '2026-12-03'],
  ])('in %s "%s" is %s', (locale, written, iso) => {
    expect(dayIn(locale, written)).toBe(iso)
  })

  test(
    'has a year of two digits that is at most 20 years ahead, and never behind the last day of its field',
    { tags: 'reference/what-people-write' },
    () => {
      const read = (text: string, field: Omit<ReadableField, 'type'> = {}) => {
        const found = readText(text, { type: { kind: 'date' }, ...field }, readingIn('de'))
        return 'value' in found ? found.value : found.problem.code
      }
      expect(['1.1.85', '1.1.26', '1.1.46', '1.1.47', '1.1.00'].map((text) => read(text))).toEqual([
        ...['1985-01-01', '2026-01-01', '2046-01-01', '1947-01-01', '2000-01-01'],
      ])
      const past = { isPast: true } as const
      expect(['1.1.30', '1.1.26', '22.11.26', '21.11.26'].map((text) => read(text, past))).toEqual([
        ...['1930-01-01', '2026-01-01', '1926-11-22', '2026-11-21'],
      ])
      expect(read('1.1.30', { limits: { max: '2029-12-31' } })).toBe('1930-01-01')
      // What is written out stays: the rule refuses it.
      expect(read('1.1.2030', past)).toBe('2030-01-01')
    },
  )
})

describe('a moment', () => {
  const MOMENT = { type: { kind: 'date and time' } } as const
  const read = (locale: string, text: string) => {
    const found = readText(text, MOMENT, readingIn(locale))
    return 'value' in found ? found.value : new UnreadText(text, found.problem).problem.says.en
  }

  test('in each language is read as it is written, to the millisecond', () => {
    const moments = ['2026-11-21T14:30:00.000Z', '2026-11-21T14:30:15.000Z', '2026-11-21T14:30:15.120Z']
    // The clocks show 02:30 twice.
    const twice = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']
    for (const locale of LOCALES)
      for (const iso of [...moments, ...twice])
        expect([locale, read(locale, writeMoment(iso, readingIn(locale)))]).toEqual([locale, iso])
  })

  test.each([
    ['en-GB', '2026-11-21T15:30', '2026-11-21T14:30:00.000Z'],
    ['en-GB', '21/11/2026 3:30 pm', '2026-11-21T14:30:00.000Z'],
    ['en-GB', '28 Oct 10:00', '2026-10-28T09:00:00.000Z'],
    ['de', '26.11.2026 09:30', '2026-11-26T08:30:00.000Z'],
    ['en-US', '26.11.2026 09:30', '2026-11-26T08:30:00.000Z'],
    ['de', '26.11.2026, 9.30 Uhr', '2026-11-26T08:30:00.000Z'],
    ['de', '26.11.26 um 9 Uhr', '2026-11-26T08:00:00.000Z'],
    ['en-US', 'Nov 26, 2026 at 9:30 AM', '2026-11-26T08:30:00.000Z'],
    ['en-US', '2026-11-26 09:30:00', '2026-11-26T08:30:00.000Z'],
    ['en-US', '2026-11-26T09:30:00Z', '2026-11-26T09:30:00.000Z'],
    ['en-US', '2026-11-26T09:30:00.5+05:30', '2026-11-26T04:00:00.500Z'],
    ['en-GB', '21/11/2026', 'needs a time too, such as 21/11/2026, 14:30'],
    ['en-US', '3/28/2027', 'needs a time too, such as 03/28/2027, 2:30 PM'],
    ['en-US', 'soon', 'must be a date and a time, such as 11/21/2026, 2:30 PM'],
    ['en-US', '3/28/2027, 2:30 AM', 'can’t be then: the clocks go forward on that day, and there is no 2:30 AM'],
    ['en-US', '3/28/2027, 3:30 AM', '2027-03-28T01:30:00.000Z'],
  ])('in %s written as "%s" is %s', (locale, text, expected) => {
    expect(read(locale, text)).toBe(expected)
  })

  test('has a day that can be changed, and begins in the morning', () => {
    const { onDay, dayOf } = makeMomentForm(readingIn('en-GB'))
    const moment = '2026-11-21T23:30:00.000Z'
    expect([onDay(moment, '2026-07-24'), onDay(null, '2026-12-24'), dayOf(moment)]).toEqual([
      ...['2026-07-23T22:30:00.000Z', '2026-12-24T08:00:00.000Z', '2026-11-22'],
    ])
  })

  test.each([
    ['3:30 PM', '15:30'],
    ['12:05 am', '00:05'],
    ['15.30', '15:30'],
    ['9', '09:00'],
    ['9 Uhr', '09:00'],
    ['9h30', '09:30'],
    ['14:30:00.000', '14:30'],
    ['14:30:15', '14:30:15'],
    ['25:00', undefined],
    ['13 pm', undefined],
    ['9m', undefined],
    ['noon', undefined],
  ])('at "%s" is at %s', (written, time) => {
    expect(readClockTime(written)).toBe(time)
  })

  test('has its time as the language says it', () => {
    expect([writeClockTime('en-US', '15:30'), writeClockTime('en-GB', '15:30')]).toEqual(['3:30 PM', '15:30'])
  })
})

test('a time of day has no seconds that could be lost', () => {
  const read = (text: string) => readText(text, { type: { kind: 'time' } }, readingIn('en-GB'))
  expect([read('14:30:00'), read('14:30:15')]).toMatchObject([{ value: '14:30' }, { problem: { code: 'wrong_type' } }])
})

test('a month has its weeks from the day on which they begin', () => {
  expect(weeksOf(TODAY, 1).map(([first]) => first)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ])
  expect(weeksOf(TODAY, 0)[0]?.[0]).toBe('2026-11-01')
  expect([addMonths('2026-01-31', 1), addMonths('2026-03-31', -13), addDays('2026-12-31', 1)]).toEqual([
    '2026-02-28',
    '2025-02-28',
    '2027-01-01',
  ])
})
