// Numbers in inputs are read as their reader writes them, and never as another number.
import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldType } from '#shared/fields/field-type.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { makeReading } from '#shared/fields/reading/reading.ts'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import { writeNumberText } from '../../../client/fields/edit/number-text.ts'
import { readTyped } from '../../../client/fields/edit/use-typed-value.ts'

const readingIn = (locale: string) => makeReading(makePrinting(locale, 'Europe/Berlin', 'EUR'), '2026-11-21')
const MONEY = { kind: 'money' } as const
const typed = (locale: string, type: FieldType, text: string): unknown => {
  const read = readTyped(text, { type }, readingIn(locale))
  return read instanceof UnreadText ? `!${read.problem.code} ${read.text}` : read
}

test.each([
  ['en', '45,000', '45000.00'],
  ['en', '1,500', '1500.00'],
  ['en', '1,234.50', '1234.50'],
  ['en', '€1,234.50', '1234.50'],
  ['en', '1.234,50', '1234.50'],
  ['en', '12,5', '12.50'],
  ['en', '1.500', '1.50'],
  ['en', '(7.50)', '-7.50'],
  ['en', '.5', '0.50'],
  ['de', '1.500', '1500.00'],
  ['de', '1.234,50 €', '1234.50'],
  ['de', '1.234,50-', '-1234.50'],
  ['de', '12.50', '12.50'],
  ['de', '1,500', '1.50'],
  ['en', '1.505', '!too_precise 1.505'],
  ['en', '$5', '!wrong_type $5'],
  ['en', ' much', '!wrong_type  much'],
  ['en', '  ', null],
])('in %s an amount "%s" is %s', (locale, text, value) => {
  expect(typed(locale, MONEY, text)).toBe(value)
})

test.each([
  [{ kind: 'integer' }, '1,250', 1250],
  [{ kind: 'integer' }, '12.0', 12],
  [{ kind: 'integer' }, '12.5', '!wrong_type 12.5'],
  [{ kind: 'integer' }, '9007199254740993', '!out_of_range 9007199254740993'],
  [{ kind: 'number' }, '1,250.5', 1250.5],
  [{ kind: 'number' }, '-3', -3],
  [{ kind: 'number' }, '1e-7', 1e-7],
  [{ kind: 'number' }, '12345678901234567891', '!too_precise 12345678901234567891'],
  [{ kind: 'percent' }, '12.5 %', '12.50'],
] as const)('of %j "%s" is %s', (type, text, value) => {
  expect(typed('en', type, text)).toBe(value)
})

test('what stands in an input, and what is printed elsewhere, is read as the same number', () => {
  assert(
    property(
      integer({ min: -10_000_000, max: 10_000_000 }),
      constantFrom('en', 'en-GB', 'de', 'fr', 'sv'),
      (cents, locale) => {
        const { formatters } = readingIn(locale)
        const value = (cents / 100).toFixed(2)
        const sign = formatters.fixed(0.5, 1).charAt(1)
        expect(typed(locale, MONEY, writeNumberText(value, sign))).toBe(value)
        expect(typed(locale, MONEY, formatters.money(Number(value)))).toBe(value)
      },
    ),
  )
})
