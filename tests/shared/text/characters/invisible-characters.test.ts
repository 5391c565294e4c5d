// Characters that show nothing: a text of them is empty, at the ends they go, and keys are the same without them.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlank, removeInvisible, trimText } from '#shared/text/characters/invisible-characters.ts'

const INVISIBLE = [
  '\u200B',
  '\u3164',
  '\u2800',
  '\u202E',
  '\u00AD',
  '\uFEFF',
  '\u2060',
  '\u115F',
  '\uFFA0',
  '\u200F',
  '\u{E0001}',
]

describe('a text of characters that show nothing', () => {
  test.each(INVISIBLE)('is empty: %j', (character) => expect(isBlank(` ${character}\n`)).toBe(true))

  test('is not empty with any other', () => {
    for (const text of ['a', '0', '.', '\u0301', '❤️', '한', '\u0600']) expect(isBlank(`\u200B${text}`)).toBe(false)
  })
})

describe('a trimmed text', () => {
  test('has nothing at its ends that shows nothing, and is trimmed once and for all', () => {
    const unit = fc.constantFrom(...INVISIBLE, ' ', '\n', 'a', 'é', '😀', '\u202C')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const trimmed = trimText(text)
        expect(text).toContain(trimmed)
        expect(trimText(trimmed)).toBe(trimmed)
        expect(isBlank(text)).toBe(trimmed === '')
      }),
    )
  })

  test.each([
    ['\u202A+49 30 1234567\u202C', '+49 30 1234567'],
    ['\u200Bword\u200B ', 'word'],
    ['I \u2764\uFE0F ', 'I \u2764\uFE0F'],
    ['\u{1F3F4}\u{E0067}\u{E007F}', '\u{1F3F4}\u{E0067}\u{E007F}'],
    ['said \u2067שלום\u2069', 'said \u2067שלום\u2069'],
    ['ന്\u200D', 'ന്\u200D'],
  ])('keeps what shapes the character before it, and ends what began: %j', (text, expected) =>
    expect(trimText(text)).toBe(expected),
  )
})

describe('a key', () => {
  test.each([
    ['SN\u200B-00\u00AD042', 'SN-00042'],
    ['ada\u200Dking', 'adaking'],
    ['a\uFE0Fb', 'ab'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['1\uFE0F\u20E3', '1\uFE0F\u20E3'],
    ['👩\u200D👧', '👩\u200D👧'],
  ])('is without what shows nothing and changes nothing: %j', (text, expected) =>
    expect(removeInvisible(text)).toBe(expected),
  )
})
