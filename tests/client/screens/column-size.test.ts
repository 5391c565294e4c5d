import { expect, test } from 'vitest'
import type { Field } from '#shared/model/model.ts'
import { columnSize } from '../../../client/screens/form/lines/column-size.ts'

const sizeOf = (kind: string, more: object = {}) => columnSize({ type: { kind }, ...more } as unknown as Field)

test('A column of lines has room for what is written in it, with what stands beside that', () => {
  // "5,000.00 EUR", and a date with the button of its calendar.
  expect([sizeOf('money').minWidth, sizeOf('integer').minWidth]).toEqual([116, 84])
  expect([sizeOf('date').minWidth, sizeOf('date and time').minWidth]).toEqual([112, 182])
  // Nothing stands beside what is worked out, and a text takes what the others leave.
  expect(sizeOf('money', { computed: {} })).toEqual({ width: 84, minWidth: 64 })
  expect(sizeOf('text')).toEqual({ minWidth: 100 })
})

test('A column of words is as wide as its longest word, and leaves the rest to texts', () => {
  const ofWords = (...labels: string[]) =>
    columnSize({ type: { kind: 'one of', words: labels.map((label) => ({ word: label, label })) } } as unknown as Field)
  expect(ofWords('EUR', 'USD').width).toBe(62)
  expect(ofWords('Travel', 'Hotel').width).toBeLessThan(88)
  expect(ofWords('A word that is far too long for a line').width).toBe(100)
})
