// Two texts compared line by line.
import { describe, expect, test } from 'vitest'
import { compareLines, differingParts } from '../../../../client/studio/document/line-difference.ts'

const say = (before: string, after: string) =>
  compareLines(before, after).map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`)

describe('two texts', () => {
  test.each([
    ['a\nb\nc', 'a\nb\nc', [' a', ' b', ' c']],
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc', ['-a', '-b', ' c', '+b', ' a', ' b', '-b', ' a', '+c']],
    ['', 'a', ['-', '+a']],
    ['a\r\nb', 'a\nb', [' a', ' b']],
  ])('%j and %j', (before, after, expected) => {
    expect(say(before, after)).toEqual(expected)
  })

  test('that are random differ in what makes the one of the other, with their numbers', () => {
    let seed = 7
    const next = (most: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most
    for (let round = 0; round < 200; round++) {
      const text = () => Array.from({ length: next(12) + 1 }, () => 'abc'[next(3)] ?? '').join('\n')
      const [before, after] = [text(), text()]
      const lines = compareLines(before, after)
      const side = (left: 'removed' | 'added') =>
        lines
          .filter(({ kind }) => kind !== left)
          .map((line) => line.text)
          .join('\n')
      expect([side('added'), side('removed')]).toEqual([before, after])
      expect(lines.flatMap((line) => line.before ?? [])).toEqual(before.split('\n').map((_, index) => index + 1))
      expect(lines.flatMap((line) => line.after ?? [])).toEqual(after.split('\n').map((_, index) => index + 1))
    }
  })

  test('that have nothing in common are compared in bounded time', () => {
    const of = (letter: string) => Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`).join('\n')
    expect(compareLines(of('a'), of('b'))).toHaveLength(40_000)
  })
})

test('what differs is shown with the lines around it, and what lies close together as one', () => {
  const lines = Array.from({ length: 40 }, (_, index) => String(index))
  const changed = lines.map((line, index) => (index === 10 || index === 13 || index === 30 ? 'x' : line))
  const parts = differingParts(compareLines(lines.join('\n'), changed.join('\n')), 2)
  expect(parts.map((part) => [part[0]?.text, part.at(-1)?.text, part.length])).toEqual([
    ['8', '15', 10],
    ['28', '32', 6],
  ])
  expect(differingParts(compareLines('a\nb', 'a\nb'))).toEqual([])
})
