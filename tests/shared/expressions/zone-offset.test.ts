// The offset of a time zone is that of JavaScript's own data, on the days on which clocks change to the minute.
import { expect, test } from 'vitest'
import { zoneOffset } from '#shared/expressions/zone-offset.ts'

const DAY = 86_400_000
const MINUTE = 60_000
/** Changes at midnight, a minute later, by half an hour, by a day, four times a year. */
const ZONES = [
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Gaza',
  'Africa/Monrovia',
]

function oracleOf(timeZone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (moment) => {
    const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = 0, minutes = 0, seconds = 0] = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000 + 0
  }
}

test.each(ZONES)('in %s', (zone) => {
  const oracle = oracleOf(zone)
  let changes = 0
  for (const year of [1972, 1974, 1988, 2011, 2012, 2024]) {
    for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY) {
      const isChanged = oracle(day) !== oracle(day + DAY - 1)
      if (isChanged) changes += 1
      const step = isChanged ? MINUTE : 7 * 61 * MINUTE
      for (let moment = day; moment < day + DAY; moment += step)
        if (zoneOffset(moment, zone) !== oracle(moment))
          expect([new Date(moment).toISOString(), zoneOffset(moment, zone)]).toEqual([zone, oracle(moment)])
    }
  }
  expect(changes).toBeGreaterThan(0)
})

test('an unknown zone, and a moment beyond all, are UTC', () => {
  expect([zoneOffset(Date.UTC(2024, 6, 1), 'Nowhere/At_All'), zoneOffset(NaN, 'Europe/Berlin')]).toEqual([0, 0])
})
