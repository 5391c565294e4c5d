// The moments of a schedule: the next one on both changes of the clocks, and which of the missed ones are caught up.
import { describe, expect, test } from 'vitest'
import { compile } from '../../../shared/compile.ts'
import { nextOccurrence, nextRun } from '../../../shared/decisions/4-schedules.ts'
import { choresWith } from '../../helpers/chores-document.ts'

test('of the runs that were missed the latest 366 are caught up at most', () => {
  const { model } = compile(
    choresWith(`| schedule | every | missed | then |
|---|---|---|---|
| busy | hour | each | create Note { text: "hour" } |
`),
  )
  const schedule = model?.schedules.get('busy')
  const [from, now] = ['2026-01-01T00:00:00.000Z', '2026-12-31T23:30:00.000Z']
  const first = schedule && nextRun(schedule, from, now, 'UTC')
  expect(first && (Date.parse(now) - Date.parse(first)) / 3_600_000).toBe(365.5)
})

describe('the next moment', () => {
  const next = (every: Parameters<typeof nextOccurrence>[0], after: string, zone = 'Europe/Berlin') =>
    nextOccurrence(every, after, zone)
  const DAILY = { kind: 'day', time: '02:30' } as const

  test(
    'in spring lies as far after the gap as it says, and in autumn comes once',
    { tags: 'reference/schedules' },
    () => {
      expect(next(DAILY, '2027-03-27T12:00:00.000Z')).toBe('2027-03-28T01:30:00.000Z')
      expect(next(DAILY, '2027-03-28T01:30:00.000Z')).toBe('2027-03-29T00:30:00.000Z')
      const first = next(DAILY, '2026-10-24T12:00:00.000Z') ?? ''
      expect(first).toBe('2026-10-25T00:30:00.000Z')
      expect(next(DAILY, first)).toBe('2026-10-26T01:30:00.000Z')
    },
  )

  test('of every hour is each hour that passes, on both days', () => {
    const hours = (from: string, count: number): string[] => {
      const found = [from]
      while (found.length <= count) found.push(next({ kind: 'hour' }, found.at(-1) ?? '') ?? '')
      return found.slice(1).map((moment) => moment.slice(11, 16))
    }
    expect(hours('2026-10-24T22:30:00.000Z', 4)).toEqual(['23:00', '00:00', '01:00', '02:00'])
    expect(hours('2027-03-27T23:30:00.000Z', 4)).toEqual(['00:00', '01:00', '02:00', '03:00'])
    expect(next({ kind: 'hour' }, '2026-11-25T10:10:00.000Z', 'Asia/Kolkata')).toBe('2026-11-25T10:30:00.000Z')
  })

  test('of a month or year without the day is its last day', { tags: 'reference/schedules' }, () => {
    const monthly = { kind: 'month', day: 31, time: '06:00' } as const
    expect(next(monthly, '2027-01-31T06:00:00.000Z')).toBe('2027-02-28T05:00:00.000Z')
    expect(next(monthly, '2028-02-01T06:00:00.000Z')).toBe('2028-02-29T05:00:00.000Z')
    const leap = { kind: 'year', month: 2, day: 29, time: '00:00' } as const
    expect(next(leap, '2026-03-01T06:00:00.000Z', 'UTC')).toBe('2027-02-28T00:00:00.000Z')
    expect(next(leap, '2027-03-01T06:00:00.000Z', 'UTC')).toBe('2028-02-29T00:00:00.000Z')
    expect(next({ kind: 'year', month: 1, day: 1, time: '00:00' }, '2026-12-31T23:30:00.000Z')).toBe(
      '2027-12-31T23:00:00.000Z',
    )
  })

  test('of a weekday is the next one', () => {
    const monday = { kind: 'weekdays', days: [0], time: '08:00' } as const
    expect(next(monday, '2026-11-23T07:00:00.000Z')).toBe('2026-11-30T07:00:00.000Z')
    const weekdays = { kind: 'weekdays', days: [0, 1, 2, 3, 4], time: '06:00' } as const
    expect(next(weekdays, '2026-11-27T05:00:00.000Z')).toBe('2026-11-30T05:00:00.000Z')
  })
})
