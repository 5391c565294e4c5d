// Several texts in one cell: written with commas, and read back as they were.
// @module-tag I09
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinList, splitList } from '#shared/fields/list-text.ts'

describe('a list in one cell', () => {
  test.each<[string, readonly string[]]>([
    ['a, b', ['a', 'b']],
    ['a,,b,', ['a', 'b']],
    ['"Smith, John", Jones', ['Smith, John', 'Jones']],
    ['"say ""hi""", 5" pipe', ['say "hi"', '5" pipe']],
    ['"a" b, c', ['"a" b', 'c']],
    ['"never closed, b', ['"never closed', 'b']],
    ['  ', []],
  ])('%s', (text, entries) => expect(splitList(text)).toEqual(entries))

  test('comes back as it was, whatever its entries are', () => {
    const mark = constantFrom('"', ',', ' ', '""', 'a', '\n', '=', "'")
    const entry = oneof(string({ unit: mark }), string({ unit: 'grapheme' }))
    assert(
      property(array(entry), (entries) => {
        expect(splitList(joinList(entries))).toEqual(entries)
      }),
    )
  })
})
