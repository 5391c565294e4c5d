// A start with a changed document: what all stored values satisfy goes through, and they stay.
import { describe, expect, test } from 'vitest'
import { fieldOfItsOwn, keepThings, PAYMENT, STATES, things } from '../../../helpers/changed-things.ts'
import type { Rows } from '../../../helpers/changed-things.ts'

const { open, keep, restart } = keepThings()

/** Each: the field's row before and after, the values of the records, and how they lie there afterwards. */
const through: readonly (readonly [
  name: string,
  before: string,
  after: string,
  values: readonly unknown[],
  kept?: readonly unknown[],
])[] = [
  ['a narrower range that all values lie in', 'x | integer', 'x | integer | | 1..5', [1, 5, null]],
  ['a lower max of a text that none exceeds', 'x | text', 'x | text | | max 3', ['abc', 'äöü', null]],
  ['a pattern that all have', 'x | text', 'x | text | | pattern "^[A-Z]+$"', ['ABC', null]],
  ['a list of at most two where none has more', 'x | list of text', 'x | list of text | | at most 2', [['a', 'b'], []]],
  ['a choice that nobody has made', 'x | one of low, high, other', 'x | one of low, high', ['low', 'high', null]],
  ['required, where all have a value', 'x | text', 'x | text | yes', ['a', 'b', 'c', 'd']],
  [
    'required with a default for those that have none',
    'x | integer',
    'x | integer | yes | | 7',
    [1, null, 2, null],
    [1, 7, 2, 7],
  ],
  ['unique, where no two are equal', 'x | text', 'x | text | | unique', ['a', 'b', null, null]],
  ['text becomes email, written as emails are', 'x | text', 'x | email', ['ann@Example.org'], ['ann@example.org']],
  ['text becomes a web address', 'x | text', 'x | url', ['https://example.org/a?b=c']],
  ['text becomes a slug', 'x | text', 'x | slug', ['printer-jam']],
  ['text becomes a phone number', 'x | text', 'x | phone', ['+49 30 1234567']],
  ['text becomes a colour', 'x | text', 'x | color', ['#AABBCC'], ['#aabbcc']],
  ['text becomes a choice', 'x | text', 'x | one of low, high', ['low', null]],
  ['text becomes a date', 'x | text', 'x | date', ['2026-02-28']],
  ['text of numbers becomes a whole number', 'x | text', 'x | integer', ['12', '-3'], [12, -3]],
  ['email becomes text', 'x | email', 'x | text', ['ann@example.org']],
  ['long text becomes one line', 'x | long text', 'x | text', ['one line']],
  ['a whole number becomes a decimal', 'x | integer', 'x | decimal(2)', [3, -1], ['3.00', '-1.00']],
  ['a whole number becomes any number', 'x | integer', 'x | number', [3]],
  ['a number becomes a whole number where it is one', 'x | number', 'x | integer', [3, -20], [3, -20]],
  ['a number becomes a decimal where it has no more places', 'x | number', 'x | decimal(1)', [1.5, 2], ['1.5', '2.0']],
  ['a decimal becomes a number', 'x | decimal(2)', 'x | number', ['1.25', '3.00'], [1.25, 3]],
  ['a decimal becomes a whole number where it is one', 'x | decimal(2)', 'x | integer', ['7.00'], [7]],
  ['a decimal with fewer places where they are noughts', 'x | decimal(4)', 'x | decimal(2)', ['1.2500'], ['1.25']],
  ['money becomes a decimal of two places', 'x | money', 'x | decimal(2)', ['12.50']],
  ['a number becomes text', 'x | integer', 'x | text', [12], ['12']],
  ['a date becomes text', 'x | date', 'x | text', ['2026-02-28']],
  ['one of becomes several of', 'x | one of low, high', 'x | several of low, high', ['low', null], [['low'], null]],
  ['a relation becomes one to several', 'x | Box', 'x | several Box', ['box-1', null], [['box-1'], []]],
  ['write once and searchable ask nothing of the values', 'x | text', 'x | text | | write once, searchable', ['a']],
  ['a longer list of choices', 'x | one of low', 'x | one of low, high', ['low']],
  ['a wider range', 'x | integer | | 1..5', 'x | integer | | 1..9', [5]],
]

describe('what all values satisfy goes through, and they stay', () => {
  test('each kind of change, all in one document', async () => {
    const fields = (side: 1 | 2) => through.map((each, at) => fieldOfItsOwn(each[side], at)).join('\n')
    const rows = (listOf: (each: (typeof through)[number]) => readonly unknown[]): Rows =>
      Object.fromEntries(
        ['a', 'b', 'c', 'trashed'].map((id, row) => [
          id,
          Object.fromEntries([
            ['name', id],
            ...through.map((each, at) => {
              const list = listOf(each)
              return [
                `x${at}`,
                row < list.length ? list[row] : list.includes(null) || !list.some(Array.isArray) ? null : [],
              ] as const
            }),
          ]),
        ]),
      )
    await keep(
      things(fields(1)),
      rows(([, , , values]) => values),
    )
    expect(await restart(things(fields(2)))).toEqual(rows(([, , , values, kept]) => kept ?? values))
  })

  test('a renamed field may get a narrower type in the same step', async () => {
    await keep(things('x | text'), { a: { name: 'A', x: '12' } })
    expect(await restart(things('y | integer | | 1..20 | | | x'))).toEqual({ a: { name: 'A', y: 12 } })
  })

  test('what is worked out from a value that moves is worked out anew', async () => {
    const shown = 'shown | computed text | | | | `"no. " + text(x)`'
    await keep(things(`x | decimal(2)\n${shown}`), { a: { name: 'A', x: '12.00', shown: 'no. 12.00' } })
    expect(await restart(things(`x | integer\n${shown}`))).toEqual({ a: { name: 'A', x: 12, shown: 'no. 12' } })
  })

  test('a sequence with another pattern goes on counting; a plain one takes a pattern', async () => {
    await keep(things('x | sequence'), { a: { name: 'A', x: 1 }, b: { name: 'B', x: 2 } })
    expect(await restart(things('x | sequence "T-{000}"'))).toMatchObject({ a: { x: 'T-001' }, b: { x: 'T-002' } })
    const storage = await open(things('x | sequence "U-{000}"'), 'r3')
    expect(await storage.write((transaction) => transaction.next('Thing', 'x'))).toBe('U-003')
    await storage.close()
  })

  test('numbers given by hand become a sequence that gives none of them again', async () => {
    await keep(things('x | text'), { a: { name: 'A', x: 'T-004' }, b: { name: 'B', x: null } })
    expect(await restart(things('x | sequence "T-{000}"'))).toMatchObject({ a: { x: 'T-004' }, b: { x: 'T-005' } })
    const storage = await open(things('x | sequence "T-{000}"'), 'r3')
    expect(await storage.write((transaction) => transaction.next('Thing', 'x'))).toBe('T-006')
    await storage.close()
  })

  test('a sequence that now counts within each box gives no number of a box twice', async () => {
    const row = (box: string, x: number) => ({ name: 'A', box, x })
    await keep(things('box | Box\nx | sequence'), { a: row('box-1', 1), b: row('box-2', 2), c: row('box-1', 3) })
    const storage = await open(things('box | Box\nx | sequence per box'), 'r2')
    const next = (box: string) => storage.write((transaction) => transaction.next('Thing', 'x', box))
    expect([await next('box-1'), await next('box-2'), await next('box-3')]).toEqual([4, 3, 1])
    await storage.close()
  })

  test('records that were there before the workflow are in its first state', async () => {
    await keep(things(''), { a: { name: 'A' } })
    expect(await restart(things('', { states: STATES }))).toEqual({ a: { name: 'A', state: 'draft' } })
  })

  test('a second workflow begins at its own start, whatever the field had as its default; the first one stays as it is', async () => {
    await keep(things('', { states: STATES }), { a: { name: 'A', state: 'done' } })
    const both = things('payment | one of due, paid | | | due', { states: STATES + PAYMENT })
    const started = { a: { name: 'A', state: 'done', payment: 'paid' } }
    expect(await restart(both)).toEqual(started)
    expect(await restart(things('', { states: `${PAYMENT}\n\n${STATES}` }))).toEqual(started)
  })
})
