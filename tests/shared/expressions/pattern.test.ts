import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePattern, matchesPattern } from '#shared/expressions/functions/pattern.ts'

function matches(pattern: string, text: string): boolean {
  const compiled = compilePattern(pattern)
  if ('error' in compiled) throw new Error(compiled.error)
  return compiled.test(text)
}

describe('a pattern matches somewhere in the text', () => {
  test.each([
    ['^[A-Z]{2}-\\d+$', 'HD-12', true],
    ['^[A-Z]{2}-\\d+$', 'HD-', false],
    ['b', 'abc', true],
    ['^$', '', true],
    ['', 'a', true],
    ['a.c', 'a\nc', false],
    ['^.$', '😀', true],
    ['^[😀-😂]$', '😁', true],
    ['\\bcat\\b', 'a cat.', true],
    ['\\bcat\\b', 'concat', false],
    ['(?i)straße', 'STRAßE', true],
    ['\\p{Lu}', 'Ä', true],
    ['[^\\s-]', ' - ', false],
    ['^(a|ab)(c|bcd)$', 'abcd', true],
    ['^[]a]+$', ']a', true],
    ['^[[:digit:]]+$', '12', true],
    ['x{2,3}y', 'xxxy', true],
    ['^(?:a?){3}a{3}$', 'aaa', true],
    ['\\x41\\u00e4', 'Aä', true],
  ])('%s in %s: %s', (pattern, text, expected) => expect(matches(pattern, text)).toBe(expected))
})

test('what backtracking would never finish takes no time', { tags: 'reference/functions-of-texts' }, () => {
  expect(matches('^(a+)+$', `${'a'.repeat(50_000)}b`)).toBe(false)
  expect(matches('(x+x+)+y', 'x'.repeat(20_000))).toBe(false)
  expect(matches(`^${'(a?)'.repeat(30)}${'a'.repeat(30)}$`, 'a'.repeat(30))).toBe(true)
})

test('what is malformed or too large is said, with its place', () => {
  for (const pattern of [
    '(',
    ')',
    '[a',
    '*',
    'a{3,2}',
    '\\',
    '(?=a)',
    '\\1',
    'a**',
    '(((a{1000}){1000}){1000})',
    '((){1000}){1000}',
    'a{9999}',
    '('.repeat(5_000),
    '[z-a]',
    '\\p{Nonsense}',
  ]) {
    expect(compilePattern(pattern)).toHaveProperty('error')
  }
  expect(compilePattern('ab(c')).toEqual({ error: 'a ")" is missing', at: 4 })
  expect(matchesPattern('(', 'a')).toBe(null)
})

test('agrees with JavaScript where both know the pattern', () => {
  const atom = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\d', '\\w', '^', '$', '\\b', '1')
  const { pattern } = fc.letrec<{ pattern: string; sequence: string; part: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 3 },
      tie('sequence'),
      fc.tuple(tie('sequence'), tie('pattern')).map(([a, b]) => `${a}|${b}`),
    ),
    sequence: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
    part: fc.oneof(
      { maxDepth: 3 },
      atom,
      fc
        .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,}', '*?', ''))
        .map(([inside, repeat]) => `(?:${inside})${repeat}`),
    ),
  }))
  fc.assert(
    fc.property(
      pattern,
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' '), maxLength: 8 }),
      (source, text) => {
        expect(matches(source, text), `${source} in ${text}`).toBe(new RegExp(source, 'u').test(text))
      },
    ),
    { numRuns: 2_000 },
  )
})
