// Dates and moments that are printed by a pattern, at the ends of the calendar.
import { describe, expect, test } from 'vitest'
import { printerOf } from '#shared/expressions/functions/shown-value.ts'

function printed(pattern: string, value: string, timeZone: string): string {
  return printerOf({ form: 'pattern', pattern, locale: 'en', timeZone, currency: 'EUR' })(value)
}

describe('a pattern', { tags: 'reference/texts-with-holes' }, () => {
  test.each([
    ['9999-12-31T23:30:00.000Z', 'Europe/Berlin', 'Saturday 1 January 10000 00 00:30'],
    ['9999-12-31T23:30:00.000Z', 'UTC', 'Friday 31 December 9999 99 23:30'],
    ['0000-01-01T00:30:00.000Z', 'America/New_York', 'Friday 31 December -0001 01 19:33'],
    ['0007-03-04T05:06:00.000Z', 'UTC', 'Sunday 4 March 0007 07 05:06'],
  ])('prints %s in %s', (moment, zone, expected) => {
    expect(printed('EEEE d MMMM yyyy yy HH:mm', moment, zone)).toBe(expected)
  })

  test('prints the first and the last date', () => {
    expect(printed('yyyy-MM-dd M d', '0000-01-01', 'Europe/Berlin')).toBe('0000-01-01 1 1')
    expect(printed('yyyy-MM-dd M d', '9999-12-31', 'America/New_York')).toBe('9999-12-31 12 31')
  })
})
