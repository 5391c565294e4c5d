import { describe, expect, test, vi } from 'vitest'
import { readClockTime, writeClockTime } from '#shared/fields/reading/read-time.ts'
import { makeDateText } from '../../../client/fields/edit/date/date-text.ts'
import { localDay, toLocal, toUtc, writtenMoment } from '../../../client/fields/edit/date/edit-moment.tsx'
import { addDays, addMonths, weeksOf } from '../../../client/fields/edit/date/month-days.ts'

const TODAY = '2026-11-21'

describe('a day', () => {
  test.each([
    ['en-GB', '21/11/2026', 'dd/mm/yyyy'],
    ['en-US', '11/21/2026', 'mm/dd/yyyy'],
    ['de', '21.11.2026', 'dd.mm.yyyy'],
    ['sv', '2026-11-21', 'yyyy-mm-dd'],
    ['ko', '2026. 11. 21.', 'yyyy. mm. dd.'],
  ])('in %s is written as there, and read back', (locale, written, form) => {
    const text = makeDateText(locale, TODAY)
    expect([text.print(TODAY), text.form, text.read(written)]).toEqual([written, form, TODAY])
  })

  test.each([
    ['21-11-2026', '2026-11-21'],
    ['1/2/26', '2026-02-01'],
    ['1.2.', '2026-02-01'],
    ['1 2', '2026-02-01'],
    ['2026-11-21', '2026-11-21'],
    ['29/2/2028', '2028-02-29'],
    ['29/2/2027', undefined],
    ['31/4', undefined],
    ['soon', undefined],
    ['', undefined],
    ['1', undefined],
    ['1/2/3/4', undefined],
  ])('written as "%s" is %s', (written, iso) => {
    expect(makeDateText('en-GB', TODAY).read(written)).toBe(iso)
  })

  test.each([
    ['en-US', '21.11.2026', '2026-11-21'],
    ['en-US', '3.4.2026', '2026-04-03'],
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
  ])('in words (%s): "%s" is %s', (locale, written, iso) => {
    expect(makeDateText(locale, TODAY).read(written)).toBe(iso)
  })
})

describe('a moment', () => {
  test('in each language is read as it is written', () => {
    for (const locale of ['en-GB', 'en-US', 'de', 'fr', 'sv', 'ko', 'fi', 'zh-TW', 'pt-BR', 'ar', 'hi']) {
      const { print, read } = writtenMoment(locale)
      const iso = '2026-11-21T14:30:00.000Z'
      expect([locale, read(print(iso))]).toEqual([locale, iso])
    }
  })

  test('has a day that can be changed, and needs a time', () => {
    const { read, onDay, dayOf } = writtenMoment('en-GB')
    const moment = toUtc('2026-11-21T15:30') ?? ''
    expect(read('2026-11-21T15:30')).toBe(moment)
    expect(read('21/11/2026 3:30 pm')).toBe(moment)
    expect(read('21/11/2026')).toBeUndefined()
    expect(read('28 Oct 10:00')).toBe(toUtc('2026-10-28T10:00'))
    expect(toLocal(onDay(moment, '2026-12-24'))).toBe('2026-12-24T15:30')
    expect(toLocal(onDay(null, '2026-12-24'))).toBe('2026-12-24T09:00')
    expect(dayOf(moment)).toBe(localDay(new Date(moment)))
  })

  test.each([
    ['3:30 PM', '15:30'],
    ['12:05 am', '00:05'],
    ['15.30', '15:30'],
    ['9', '09:00'],
    ['14:30:00.000', '14:30'],
    ['25:00', undefined],
    ['13 pm', undefined],
    ['noon', undefined],
  ])('at "%s" is at %s', (written, time) => {
    expect(readClockTime(written)).toBe(time)
  })

  test('that has no time, or none that the clocks show, is said to be so, and stays as it was typed', () => {
    const { print, read, refuse } = writtenMoment('en-US')
    expect(print('3/28/2027')).toBe('3/28/2027')
    expect(refuse('Starts', '3/28/2027')).toBe('Starts needs a time too, such as 03/28/2027, 2:30 PM.')
    expect(refuse('Starts', 'soon')).toMatch(/^Starts must be a date and a time, such as /)
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(read('3/28/2027, 2:30 AM')).toBeUndefined()
    expect(refuse('Starts', '3/28/2027, 2:30 AM')).toBe(
      'Starts: the clocks go forward on that day, and there is no 2:30 AM.',
    )
    expect(read('3/28/2027, 3:30 AM')).toBe('2027-03-28T01:30:00.000Z')
    vi.unstubAllEnvs()
  })

  test('has its time as the language says it', () => {
    expect([writeClockTime('en-US', '15:30'), writeClockTime('en-GB', '15:30')]).toEqual(['3:30 PM', '15:30'])
  })
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
