import { describe, expect, test } from 'vitest'
import { excerptAround, markHits, readSearch } from '../../../../client/data/search/mark-hits.ts'

const marked = (text: string, search: string, isNear = false): string =>
  markHits(text, readSearch(search, isNear))
    .map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))
    .join('')

describe('searched words are marked', () => {
  test.each([
    ['The printer prints', 'print', 'The [print]er [print]s'],
    ['HD-00356 Paper jam', '356', 'HD-[00356] Paper jam'],
    ['HD-00356 Paper jam', 'hd-00356 JAM', '[HD]-[00356] Paper [jam]'],
    ['Im Café, ein Kaffee', 'cafe', 'Im [Café], ein Kaffee'],
    ['sprint', 'print', 'sprint'],
    ['', 'print', ''],
    ['a + b', '+', 'a + b'],
  ])('in "%s" by "%s"', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected)
  })

  test('and what is one letter away only where that was searched for', () => {
    expect(marked('Two printers', 'prnter')).toBe('Two printers')
    expect(marked('Two printers', 'prnter', true)).toBe('Two [printers]')
  })
})

describe('an excerpt', () => {
  const searched = readSearch('toner', false)

  test('is one line around the first hit, cut between words', () => {
    const long = `${'before it '.repeat(30)}the **toner** is [low](/x)\n\n${'after it '.repeat(40)}`
    const excerpt = excerptAround(long, searched) ?? ''
    expect(excerpt).toMatch(/^… (before|it) .*the toner is low after it .* …$/)
    expect(excerpt.length).toBeLessThan(175)
    expect(excerpt.indexOf('toner')).toBeLessThan(60)
  })

  test('is the text itself where that is short, and nothing where there is no hit', () => {
    expect(excerptAround('# Toner', searched)).toBe('Toner')
    expect(excerptAround('- no ink', searched)).toBeUndefined()
    expect(excerptAround(`${'x'.repeat(400)} toner`, searched)).toContain('toner')
  })
})
