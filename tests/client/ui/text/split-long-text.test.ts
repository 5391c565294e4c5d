// A long text is shown in parts that each take little, whatever it is made of; together they are the text.
// @module-tag O18
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '../../../../client/ui/text/markdown-text.tsx'
import { splitLongText } from '../../../../client/ui/text/split-long-text.ts'

const MARK = /[*_`~[\]!<|@]|:\/\//g
const countMarks = (text: string): number => text.match(MARK)?.length ?? 0
const piece = fc.constantFrom(
  '*a* ',
  '|',
  '| a | b |\n',
  '|---|---|\n',
  '```\n',
  '\n',
  '\n\n',
  'word ',
  '[a](b) ',
  '@Ada ',
  '😀',
)
/** Without what is said again: headings of tables, beginnings of code. */
const plain = fc.constantFrom('*a* ', '\n', '\n\n', 'word ', '[a](b) ', '@Ada ', '😀')
const hostile = fc
  .array(fc.tuple(piece, fc.integer({ min: 1, max: 2_000 })), { maxLength: 8 })
  .map((pieces) => pieces.map(([text, count]) => text.repeat(count)).join(''))

describe('a long text', () => {
  test('is shown in parts of bounded length', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const part of splitLongText(text)) {
          expect(part.length).toBeLessThanOrEqual(42_000)
          expect(part.split('\n').length).toBeLessThanOrEqual(1_004)
          expect(countMarks(part)).toBeLessThanOrEqual(1_506)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('loses nothing, and has parts in proportion to its length', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(plain, fc.integer({ min: 1, max: 2_000 })), { maxLength: 8 }), (pieces) => {
        const text = pieces.map(([each, count]) => each.repeat(count)).join('')
        const parts = splitLongText(text)
        const withoutBreaks = (written: string): string => written.replaceAll('\n', '')
        expect(withoutBreaks(parts.join(''))).toBe(withoutBreaks(text))
        const most = countMarks(text) / 400 + text.length / 15_000 + text.split('\n').length / 900
        expect(parts.length).toBeLessThanOrEqual(2 + most)
      }),
      { numRuns: 50 },
    )
  })

  test('of ordinary length is one part', () => {
    const text = '# A heading\n\n- a list of *things*, see [here](/x)\n'.repeat(60)
    expect(splitLongText(text)).toEqual([text])
  })

  test('with a long table goes on under the headings of the table', () => {
    const rows = Array.from({ length: 600 }, (_, at) => `| ${at} | x |`)
    const parts = splitLongText(['| number | name |', '|---|---|', ...rows, '', 'behind it'].join('\n'))
    expect(parts.length).toBeGreaterThan(1)
    const tables = parts.map(renderMarkdown)
    for (const table of tables) expect(table).toContain('<th>number</th>')
    expect(tables.join('').match(/<td>\d+<\/td>/g)).toHaveLength(600)
    expect(tables.at(-1)).toContain('<p>behind it</p>')
  })

  test('with a long block of code goes on as code', () => {
    const lines = Array.from({ length: 2_500 }, (_, at) => `*${at}*`)
    const parts = splitLongText(['```', ...lines, '```', '*after*'].join('\n')).map(renderMarkdown)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.join('').match(/<em>/g)).toHaveLength(1)
    expect(parts.at(-1)).toContain('<em>after</em>')
  })
})
