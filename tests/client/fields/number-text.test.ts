// Numbers in inputs are read as their reader writes them, and never as another number.
import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { makePrinting } from '#shared/fields/printing.ts'
import { isNumberText, readNumberText, writeNumberText } from '../../../client/fields/edit/number-text.ts'

const printingIn = (locale: string) => makePrinting(locale, 'Europe/Berlin', 'EUR')
const MONEY = { kind: 'money' } as const

test.each([
  ['en', '45,000', '45000'],
  ['en', '1,500', '1500'],
  ['en', '1,234.50', '1234.50'],
  ['en', '€1,234.50', '1234.50'],
  ['en', '1.234,50', '1234.50'],
  ['en', '12,5', '12.5'],
  ['en', '1.500', '1.500'],
  ['de', '1.500', '1500'],
  ['de', '1.234,50 €', '1234.50'],
  ['de', '12.50', '12.50'],
  ['de', '1,500', '1.500'],
  ['en', '$5', '$5'],
  ['en', 'much', 'much'],
  ['en', '  ', null],
])('in %s an amount "%s" is %s', (locale, text, value) => {
  expect(readNumberText(text, MONEY, printingIn(locale))).toBe(value)
})

test.each([
  [{ kind: 'integer' }, '1,250', 1250],
  [{ kind: 'integer' }, '12.5', 12.5],
  [{ kind: 'number' }, '1,250.5', 1250.5],
  [{ kind: 'number' }, '-3', -3],
  [{ kind: 'percent' }, '12.5 %', '12.5'],
] as const)('of %j "%s" is %s', (type, text, value) => {
  expect(readNumberText(text, type, printingIn('en'))).toBe(value)
})

test('what stands in an input, and what is printed elsewhere, is read as the same number', () => {
  assert(
    property(
      integer({ min: -10_000_000, max: 10_000_000 }),
      constantFrom('en', 'en-GB', 'de', 'fr', 'sv'),
      (cents, locale) => {
        const printing = printingIn(locale)
        const value = (cents / 100).toFixed(2)
        const sign = printing.formatters.fixed(0.5, 1).charAt(1)
        expect(readNumberText(writeNumberText(value, sign), MONEY, printing)).toBe(value)
        expect(readNumberText(printing.formatters.money(Number(value)), MONEY, printing)).toBe(value)
      },
    ),
  )
})

test('what is no number is known as such, one with too many places is one', () => {
  expect(['12.345', '1e3', 'much', 12, null].map(isNumberText)).toEqual([true, false, false, true, false])
})
