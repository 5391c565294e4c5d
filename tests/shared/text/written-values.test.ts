// The values of the language, as people write them.
import { describe, expect, test } from 'vitest'
import { fragment } from '#shared/text/fragment.ts'
import {
  isNotShown,
  readCode,
  readDuration,
  readWrittenNumber,
  readWrittenPercent,
  readQuoted,
  readRate,
  readSize,
  readYesNo,
} from '#shared/text/written-values.ts'

describe('values', () => {
  test.each([
    ['20', 20],
    ['1,000', 1000],
    ['2.5', 2.5],
    ['-3', -3],
    ['1,00', undefined],
    ['20 km', undefined],
    ['', undefined],
  ])('the number %j is %j', (text, value) => expect(readWrittenNumber(text)).toBe(value))

  test.each([
    ['90 minutes', 5_400_000, 0],
    ['7 days', 604_800_000, 7],
    ['1 day', 86_400_000, 1],
    ['2 weeks', 1_209_600_000, 14],
    ['PT8H', 28_800_000, 0],
    ['P1DT2H', 93_600_000, 1],
    ['1 hour 30 minutes', 5_400_000, 0],
    ['1.5 hours', 5_400_000, 0],
    ['720 hours', 2_592_000_000, 0],
    ['PT720H', 2_592_000_000, 0],
    ['-P2D', -172_800_000, -2],
    ['1.5 days', 129_600_000, 1],
    ['P', undefined, undefined],
    ['PT', undefined, undefined],
    ['7', undefined, undefined],
    ['days', undefined, undefined],
    ['7 days later', undefined, undefined],
  ])('the duration %j has %j milliseconds, and %j days', (text, milliseconds, days) =>
    expect(readDuration(text)).toEqual(days === undefined ? undefined : { milliseconds, days }),
  )

  test('sizes count 1,024 to the kilobyte', () => {
    expect(readSize('10 MB')).toBe(10_485_760)
    expect(readSize('1.5 KB')).toBe(1536)
    expect(readSize('10 M')).toBeUndefined()
  })

  test('rates have a count and a time', () => {
    expect(readRate('300 per minute')).toEqual({ count: 300, per: 60_000 })
    expect(readRate('5 per 15 minutes')).toEqual({ count: 5, per: 900_000 })
    expect(readRate('often')).toBeUndefined()
  })

  test('percent, yes and no', () => {
    expect(readWrittenPercent('12 %')).toBe(12)
    expect(readYesNo('Yes')).toBe(true)
    expect(readYesNo('no.')).toBe(false)
    expect(readYesNo('maybe')).toBeUndefined()
  })

  test.each(['not shown', 'Not shown.', 'unknown', 'to be decided', 'TBD', '*not shown*', ' not shown. '])(
    '%j is not shown',
    (text) => expect(isNotShown(text)).toBe(true),
  )

  test.each(['none', 'not shown yet', 'not', ''])('%j is not an unknown', (text) =>
    expect(isNotShown(text)).toBe(false),
  )

  test('quotes, typographic ones too, hold one text', () => {
    expect(readQuoted(fragment('“No tickets”'))).toEqual({ value: 'No tickets', start: 1, gaps: [] })
    expect(readQuoted(fragment('"a", "b"'))).toBeUndefined()
    expect(readQuoted(fragment('"{lines.filter(l, l.state == "open").count()} left"'))?.value).toContain('"open"')
    expect(readQuoted(fragment('"{" or "}"'))).toBeUndefined()
  })

  test('backticks hold one piece of code', () => {
    expect(readCode(fragment(' `a == b` ', 10))).toEqual({ value: 'a == b', start: 12, gaps: [] })
    expect(readCode(fragment('`a` or `b`'))).toBeUndefined()
    expect(readCode(fragment('me'))).toBeUndefined()
  })
})
