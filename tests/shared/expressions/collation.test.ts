// The order of texts in memory; that SQL has the same is tested by random expressions.
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { collationKey } from '#shared/expressions/functions/collation.ts'
import { isCollated, joinTypes, TEXT } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import { COLLATION_FUNCTION, collationOfColumn } from '../../../server/storage/collation-sql.ts'
import { record, valueOf } from './expression-helper.ts'

const IN_ORDER = [
  '(see below)',
  '10',
  '9',
  'Apfel',
  'apfel',
  'ÄPFEL',
  'Äpfel',
  'apple',
  'Banane',
  'ﬁlm',
  'lodz',
  'Łódź',
  'MASSEN',
  'Maßen',
  'Ørsted',
  'Zebra',
  'Zoo',
  'ΟΔΟΣ',
  'ὀδός',
  'Банан',
  'яблоко',
  'कि',
  'कु',
]
const items = IN_ORDER.toReversed().map((name, index) => record('Item', `i${String(index).padStart(2, '0')}`, { name }))
const records = { Item: [...items, record('Item', 'i99')], Person: [], Tag: [] }
const sorted = (text: string): unknown => valueOf(text, { records })

test('texts are sorted without regard to case and accents, and those that differ only so by their characters', () => {
  expect(sorted('Item.sort(i, i.name).map(i, i.name)')).toEqual([...IN_ORDER, null])
  expect(sorted('Item.sort_down(i, i.name).map(i, i.name)')).toEqual([...IN_ORDER.toReversed(), null])
  expect(sorted('["b", "B", "a"].sort(x, x)')).toEqual(['a', 'B', 'b'])
})

test('one text and the next keep their order by the records’ age, and down they turn round', () => {
  const twins = { Item: ['i1', 'i2'].map((id) => record('Item', id, { name: 'Äpfel' })), Person: [], Tag: [] }
  expect(valueOf('Item.sort(i, i.name).map(i, i.id)', { records: twins })).toEqual(['i1', 'i2'])
  expect(valueOf('Item.sort_down(i, i.name).map(i, i.id)', { records: twins })).toEqual(['i2', 'i1'])
})

test('texts compare, and have extremes, by their characters as before', () => {
  expect(sorted('"Zoo" < "apple" and "apple" < "Äpfel"')).toBe(true)
  expect(sorted('Item.min(i, i.name)')).toBe('(see below)')
  expect(sorted('["apple", "Zoo"].min(x, x)')).toBe('Zoo')
})

test('what the system gives is sorted by its characters, and a text that may be such a one is not', () => {
  const code: Type = { kind: 'text', isCode: true }
  expect(
    [code, TEXT, joinTypes(code, code), joinTypes(code, TEXT), joinTypes(TEXT, code)].map(
      (type) => type && isCollated(type),
    ),
  ).toEqual([false, true, false, true, true])
})

test('what SQL does by itself for ASCII is what memory does', () => {
  const database = new DatabaseSync(':memory:')
  const asked: unknown[] = []
  database.function(COLLATION_FUNCTION, (text: unknown, _version: unknown) => {
    asked.push(text)
    return collationKey(String(text))
  })
  const texts = [...Array.from({ length: 128 }, (_, point) => `A${String.fromCodePoint(point)}b`), '', ...IN_ORDER]
  const rows = database
    .prepare(`SELECT value, ${collationOfColumn('value')} AS key FROM json_each(?)`)
    .all(JSON.stringify(texts))
  expect(rows.map(({ key }) => key)).toEqual(texts.map(collationKey))
  // The character 0 ends a text in the eyes of `length`.
  expect(asked).toEqual(['A\0b', ...IN_ORDER.filter((text) => /[^\0-\u007F]/.test(text))])
  database.close()
})

test('the keys in databases stay as they are, or the number of their rule is raised', () => {
  // Latin and Cyrillic letters, of which no version of Unicode can have more.
  const points = Array.from({ length: 0x500 }, (_, point) => point).filter((point) => point < 0x250 || point >= 0x400)
  const keys = points.map((point) => collationKey(String.fromCodePoint(point))).join('\n')
  const digest = createHash('sha256').update(keys).digest('hex').slice(0, 12)
  expect([digest, /'(\d+)\//.exec(collationOfColumn('c'))?.[1]]).toEqual(['5032ff8d32c0', '1'])
})
