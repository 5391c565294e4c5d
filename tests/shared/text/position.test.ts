// Lines and columns count from 1, whatever ends the lines.
import { describe, expect, test } from 'vitest'
import { lineIndex, lineText, positionAt } from '#shared/text/position.ts'

describe('positions', () => {
  const text = 'ab\ncd\r\nef\rgh'
  const index = lineIndex(text)

  test.each([
    [0, 1, 1],
    [2, 1, 3],
    [3, 2, 1],
    [5, 2, 3],
    [7, 3, 1],
    [10, 4, 1],
    [12, 4, 3],
  ])('offset %i is line %i, column %i', (offset, line, column) =>
    expect(positionAt(index, offset)).toEqual({ line, column }),
  )

  test('a line is shown without its ending', () => {
    expect([1, 2, 3, 4, 5].map((line) => lineText(index, line))).toEqual(['ab', 'cd', 'ef', 'gh', ''])
  })

  test('a byte order mark takes no column', () =>
    expect(positionAt(lineIndex('\uFEFF# A'), 1)).toEqual({ line: 1, column: 1 }))
})
