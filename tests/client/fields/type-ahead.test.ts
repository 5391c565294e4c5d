import { expect, test } from 'vitest'
import type { TypedLetters } from '../../../client/fields/edit/type-ahead.ts'
import { addLetter, findTyped, onlyBeginning } from '../../../client/fields/edit/type-ahead.ts'

const options = ['Low', 'Normal', 'High', 'Highest', 'Not known'].map((label) => ({ value: label, label }))

test('letters typed one soon after the other are one word, and after a pause another', () => {
  const typed = ['N', 'o', 't'].reduce<TypedLetters | undefined>(
    (before, letter, index) => addLetter(before, letter, 5_000 + index * 300),
    undefined,
  )
  expect(typed?.text).toBe('not')
  expect(addLetter(typed, 'h', 7_000).text).toBe('h')
})

test.each([
  ['l', null, 'Low'],
  ['n', 'Low', 'Normal'],
  ['n', 'Normal', 'Not known'],
  ['nn', 'Not known', 'Normal'],
  ['no', 'Normal', 'Normal'],
  ['no', 'Not known', 'Not known'],
  ['not ', 'Normal', 'Not known'],
  ['highe', 'High', 'Highest'],
  ['l', 'Low', 'Low'],
  ['x', 'Low', undefined],
  ['xx', 'Low', undefined],
])('“%s” leads from %s to %s', (text, chosen, found) => {
  expect(findTyped(options, chosen, text)).toBe(found)
})

test.each([
  ['l', 'Low'],
  [' NOR ', 'Normal'],
  ['high', undefined],
  ['gh', undefined],
  ['', undefined],
])('“%s”, left half typed, is %s', (text, found) => {
  expect(onlyBeginning(options, text)).toBe(found)
})
