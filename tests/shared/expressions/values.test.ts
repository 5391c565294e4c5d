// What functions of single values give: extremes, ages, parts of dates and texts, opening hours.
import { describe, expect, test } from 'vitest'
import { laterWorkingDay, nextOpen } from '#shared/expressions/functions/opening-hours.ts'
import { complaintsOf, record, valueOf } from './expression-helper.ts'
import { OFFICE } from './sample-schema.ts'

const given = {
  this: record('Item', 'i1', {
    name: 'Ärger 😀',
    level: 'normal',
    count: -7,
    price: '-12.50',
    due: '2026-01-31',
    at: '14:30',
    seen: '2026-03-28T23:30:00.000Z',
    tags: ['t1', 't2'],
  }),
  records: {
    Tag: [
      record('Tag', 't1', { name: 'one' }),
      record('Tag', 't2', { name: null }),
      record('Tag', 't3', { name: 'x' }),
    ],
  },
}

describe('values side by side', { tags: 'reference/functions-of-numbers-and-values' }, () => {
  test.each([
    ['min(count, 3)', -7],
    ['max(count, 3, 5)', 5],
    ['min(price, 1)', '-12.50'],
    ['max(due, date("2026-02-01"))', '2026-02-01'],
    ['min("b", name, "a")', 'a'],
    // Words by their order, not by their letters.
    ['max(level, "low")', 'normal'],
    ['min(level, "high")', 'normal'],
    ['min(count, ratio)', null],
    ['Tag.filter(t, false).min(t, t.name)', null],
    ['abs(count)', 7],
    ['abs(price)', '12.50'],
    ['abs(hours(-2)) == hours(2)', true],
    ['floor(-2.5)', -3],
    ['ceil(2.1)', 3],
  ])('%s is %j', (text, expected) => expect(valueOf(text, given)).toEqual(expected))
})

describe('dates', () => {
  test.each([
    ['years_between(date("2008-02-29"), date("2026-02-28"))', 17],
    ['years_between(date("2008-02-29"), date("2026-03-01"))', 18],
    ['later(date("2028-02-29"), 1, "year")', '2029-02-28'],
    ['later(date("2028-02-29"), 4, "year")', '2032-02-29'],
    ['years_between(date("2026-03-01"), date("2008-02-29"))', -18],
    ['year(due) * 10000 + month(due) * 100 + day(due)', 20260131],
    // In the application's zone it is the day after.
    ['day(seen)', 29],
    ['moment(due, at)', '2026-01-31T13:30:00.000Z'],
    // The clocks go from two to three: half past two is half past three.
    ['moment(date("2026-03-29"), time_of(seen)) == moment("2026-03-29T00:30")', true],
  ])('%s is %j', (text, expected) => expect(valueOf(text, given)).toEqual(expected))
})

describe('texts', () => {
  test.each([
    ['part(name, 0, 2)', 'Är'],
    ['part(name, 6)', '😀'],
    ['part(name, -3, 1)', 'Ä'],
    ['part(name, 4, 2)', ''],
    ['replace(name, "r", "R")', 'ÄRgeR 😀'],
    // The longest that matches.
    ['replace("abcabd", "a|ab|abc", "-")', '--d'],
    ['replace("2026-11-21", "\\\\b0*(\\\\d)", "$1\\\\&")', '$1\\&026-$1\\&1-$1\\&1'],
    ['replace("aaa", "^a", "b")', 'baa'],
    ['join(["a", null, "b"], ", ")', 'a, b'],
    ['join(tags.map(t, t.name), "; ")', 'one'],
    ['join(Tag.sort_down(t, t.name).map(t, t.name), "; ")', 'x; one'],
    ['join(Tag.filter(t, false).map(t, t.name), "; ")', ''],
  ])('%s is %j', (text, expected) => expect(valueOf(text, given)).toEqual(expected))

  test(
    'a replacement that would never end, or grow without end, is none',
    { tags: 'reference/functions-of-texts' },
    () => {
      expect(complaintsOf('replace(name, "x*", "-") == ""')).toEqual([expect.stringContaining('nothing to replace')])
      expect(complaintsOf('replace(name, name, "-") == ""')).toEqual([
        expect.stringContaining('replace needs the pattern'),
      ])
      const text = 'a'.repeat(2_000)
      const long = { ...given, this: record('Item', 'i1', { name: text }) }
      expect(valueOf('replace(replace(name, "a", name), "a", name)', long)).toBeNull()
    },
  )

  test('a pattern that looks far ahead comes to its end', () => {
    const far = { ...given, this: record('Item', 'i1', { name: 'a'.repeat(100_000) }) }
    expect(valueOf('replace(name, "a(.*b)?", "-")', far)).toBeNull()
  })
})

describe('opening hours', () => {
  const office = JSON.stringify(OFFICE)

  test(
    'the working day so many later leaves out weekends and holidays, forwards and backwards',
    { tags: 'reference/functions-of-calendars' },
    () => {
      // Friday the 20th; the 23rd is a holiday.
      expect(laterWorkingDay('2026-11-20', 0, office)).toBe('2026-11-20')
      expect(laterWorkingDay('2026-11-16', 2, office)).toBe('2026-11-18')
      expect(laterWorkingDay('2026-11-24', -1, office)).not.toBe('2026-11-23')
      expect(laterWorkingDay('2026-11-20', 5_000, office)).toBeNull()
      expect(
        laterWorkingDay('2026-11-20', 1, JSON.stringify({ week: [[], [], [], [], [], [], []], holidays: [] })),
      ).toBeNull()
    },
  )

  test('what is open is open now, what is closed opens next', { tags: 'reference/functions-of-calendars' }, () => {
    const next = (moment: string) => nextOpen(moment, office, 'Europe/Berlin')
    expect(next('2026-11-16T10:30:00.000Z')).toBe('2026-11-16T10:30:00.000Z')
    // Noon in Berlin: a break until one.
    expect(next('2026-11-16T11:00:00.000Z')).toBe('2026-11-16T12:00:00.000Z')
    expect(next('2026-11-16T05:00:00.000Z')).toBe('2026-11-16T08:00:00.000Z')
    expect(
      nextOpen('2026-11-16T05:00:00.000Z', JSON.stringify({ week: [[], [], [], [], [], [], []], holidays: [] }), 'UTC'),
    ).toBeNull()
  })

  test('its unit is the working day, and its calendar one of point 9', () => {
    expect(valueOf('later(due, 3, "working day", calendar.office)', given)).toBe('2026-02-03')
    expect(complaintsOf('later(due, 3, "day", calendar.office) == due')).toEqual([
      expect.stringContaining('working day'),
    ])
  })
})
