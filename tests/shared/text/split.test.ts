// Lists are split outside quotes, brackets and code; every part knows its place.
import { describe, expect, test } from 'vitest'
import { fragment, spanOf } from '#shared/text/fragment.ts'
import { splitAt, splitFragment } from '#shared/text/split.ts'

const values = (text: string, separator?: ',' | ';') =>
  splitFragment(fragment(text), separator).map((part) => part.value)

describe('splitting', () => {
  test('at commas outside quotes, parentheses, braces, brackets and backticks', () => {
    expect(values('a, "b, c", one of (d, e), `f(g, h)`, { i, j }, [k, l]')).toEqual([
      'a',
      '"b, c"',
      'one of (d, e)',
      '`f(g, h)`',
      '{ i, j }',
      '[k, l]',
    ])
    expect(values('a; notify b "c; d"; e', ';')).toEqual(['a', 'notify b "c; d"', 'e'])
    expect(values('“a, b”, c')).toEqual(['“a, b”', 'c'])
  })

  test('a hole of a text has quotes of its own', () => {
    expect(values('"{a.filter(b, b.c == "d, e").count()}, f", g')).toEqual([
      '"{a.filter(b, b.c == "d, e").count()}, f"',
      'g',
    ])
    expect(values('"{", "}"')).toEqual(['"{"', '"}"'])
    expect(values('"{a", b')).toEqual(['"{a"', 'b'])
  })

  test('apostrophes and open quotes protect nothing', () => {
    expect(values("the customer's, the agent's")).toEqual(["the customer's", "the agent's"])
    expect(values('5" wide, 3" high')).toEqual(['5" wide, 3" high'])
    expect(values('5" wide, high')).toEqual(['5" wide', 'high'])
  })

  test('the comma of a number separates nothing', () => {
    expect(values('max 1,000, 0..10,000,000, 1,2')).toEqual(['max 1,000', '0..10,000,000', '1', '2'])
  })

  test('empty parts are left out', () => expect(values(' a,, b, ')).toEqual(['a', 'b']))

  test('parts keep their places', () => {
    const text = { value: 'a, b|c d', start: 10, gaps: [4] }
    expect(splitFragment(text).map((part) => spanOf(part))).toEqual([
      { start: 10, end: 11 },
      { start: 13, end: 19 },
    ])
  })

  test('at a keyword outside quotes', () => {
    const parts = splitAt(fragment('count of Ticket where `a where b` sort c'), /\s+where\s+/)
    expect(parts).toMatchObject({
      before: { value: 'count of Ticket' },
      after: { value: '`a where b` sort c', start: 22 },
    })
    expect(splitAt(fragment('"a where b"'), /\s+where\s+/)).toBeUndefined()
  })

  test('a hundred thousand open brackets are no trouble', () => expect(values('('.repeat(100_000))).toHaveLength(1))
})
