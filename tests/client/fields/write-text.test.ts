// What is replaced in a text is as little as leads from one text to the other.
import { assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { findChange } from '../../../client/fields/edit/write-text.ts'

const text = string({ unit: constantFrom('a', 'b', ' ', '\n'), maxLength: 12 })

test('the change leads from any text to any other, and begins and ends where they differ', () => {
  assert(
    property(text, text, (before, after) => {
      const { start, end, words } = findChange(before, after)
      expect(before.slice(0, start) + words + before.slice(end)).toBe(after)
      const replaced = before.slice(start, end)
      if (replaced !== '' && words !== '') {
        expect(replaced[0]).not.toBe(words[0])
        expect(replaced.at(-1)).not.toBe(words.at(-1))
      }
    }),
  )
})

test.each([
  ['Have a look, @pri', 'Have a look, @Priya Raman ', { start: 14, end: 17, words: 'Priya Raman ' }],
  ['the plug', 'the plug', { start: 8, end: 8, words: '' }],
])('%j becomes %j', (before, after, change) => {
  expect(findChange(before, after)).toEqual(change)
})
