// Texts from outside are bounded before they are read, and any text is normalised in linear time.
// @module-tag O17
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MARK, MOST_MARKS, findTextExcess, normalizeText } from '#shared/text/characters/bounded-text.ts'

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const

/** The longest run of what is brought into order, or composed, in one go. */
function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(new RegExp(`(?:(?!\u034F)${MARK})+`, 'gu'))].map(([run]) => [...run].length))
}

const MARKS = fc.constantFrom(
  '\u0301',
  '\u0323',
  '\u064B',
  '\u3099',
  '\uFF9E',
  '\u{16D67}',
  '\u{16D68}',
  'a',
  '한',
  '\u0344',
)
const marked = fc.string({ unit: MARKS, maxLength: 400 })

describe('a text from outside', () => {
  test('is too long by its code units, whatever else it is', () => {
    expect(findTextExcess('a'.repeat(40), 10)).toBeUndefined()
    expect(findTextExcess('a'.repeat(41), 10)).toBe('too_long')
    expect(findTextExcess(`a${'\u0301'.repeat(160_000)}`, 320)).toBe('too_long')
  })

  test.each(['\u0301', '\uFF9E', '\u{16D67}'])('may have thirty marks in a row, and no more: %j', (mark) => {
    expect(findTextExcess(`a${mark.repeat(MOST_MARKS)}b${mark}`, 1_000)).toBeUndefined()
    expect(findTextExcess(`a${mark.repeat(MOST_MARKS + 1)}`, 1_000)).toBe('too_many_marks')
  })

  test('of any language passes', () => {
    for (const text of ['Å̧ngström', 'ที่นี่', 'བསྒྲུབས', 'שָׁלוֹם', 'مُحَمَّدٌ', 'ﾊﾟﾋﾟ', '👩‍👩‍👧‍👦'])
      expect(findTextExcess(text, 100)).toBeUndefined()
  })
})

describe('a normalised text', () => {
  test('is as Unicode has it, where no run of marks is too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...FORMS), (text, form) => {
        fc.pre(findTextExcess(text, 1_000) === undefined)
        expect(normalizeText(text, form)).toBe(text.normalize(form))
      }),
    )
  })

  test('has no run that is brought into order in one go beyond a bound, and loses nothing', () => {
    fc.assert(
      fc.property(marked, fc.constantFrom(...FORMS), (text, form) => {
        const given = normalizeText(text, form)
        // One mark may stand for two.
        expect(longestRun(given)).toBeLessThanOrEqual(2 * MOST_MARKS)
        expect(given.replaceAll('\u034F', '').normalize('NFKD')).toBe(text.normalize('NFKD'))
      }),
    )
  })

  test('stays as it is when it is normalised again', () => {
    fc.assert(
      fc.property(marked, fc.constantFrom(...FORMS), (text, form) => {
        const once = normalizeText(text, form)
        expect(normalizeText(once, form)).toBe(once)
      }),
    )
  })

  test('knows every letter that behaves as a mark: no other goes on with the one before it', () => {
    const letters: string[] = []
    for (let point = 0; point < 0x110000; point++) {
      const letter = String.fromCodePoint(point)
      if (letter.isWellFormed() && !new RegExp(MARK, 'u').test(letter)) letters.push(letter)
    }
    // Syllables of Korean are put together of two or three letters each, never of more.
    const isKorean = (letter: string): boolean => /[\u1100-\u11FF]/.test(letter)
    const goesOn = letters.filter((letter) => /^\p{M}+$/u.test(letter.normalize('NFKD')))
    expect(goesOn).toEqual([])
    const composed = letters.flatMap((letter) => [...letter.normalize('NFD')].slice(1))
    expect(composed.filter((part) => !new RegExp(MARK, 'u').test(part) && !isKorean(part))).toEqual([])
  })
})
