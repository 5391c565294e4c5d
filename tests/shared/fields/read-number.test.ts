// Reads numbers as people and spreadsheets write them.
import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeFormatters } from '#shared/expressions/functions/formatters.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { readAmount, readNumber, readPercent } from '#shared/fields/read-number.ts'

describe('a number in a table', () => {
  test.each([
    ['1234.50', 'en', '1234.50'],
    ['1,234.50', 'en', '1234.50'],
    ['1.234,50', 'en', '1234.50'],
    ['1.234,50', 'de', '1234.50'],
    ['1234,5', 'en', '1234.5'],
    ['1,234', 'en', '1234'],
    ['1,234', 'de', '1.234'],
    ['1.234', 'de', '1234'],
    ['1.234', 'en', '1.234'],
    ['1,234,567', 'de', '1234567'],
    ['1 234 567,8', 'fr', '1234567.8'],
    ["1'234.50", 'de-CH', '1234.50'],
    ['-3', 'en', '-3'],
    ['−3', 'en', '-3'],
    ['+4.5', 'en', '4.5'],
  ])('%j in %s is %s', (text, locale, number) => {
    expect(readNumber(text, { locale })).toBe(number)
  })

  test.each([
    'seven',
    '1-2',
    '',
    '24.12.2026',
    '1.2.3',
    '12,34,56',
    '1,2,3',
    '5 $',
    'ABC 123',
    '12 %',
    '1..2',
    '0.123',
  ])('%j is none, and stays as it is', (text) => {
    expect(readNumber(text, { locale: 'de' })).toBe(text)
  })

  test('of money has the currency of the document and no other, and a percentage its sign', () => {
    const german = { locale: 'de', currency: 'EUR' }
    expect(['€ 7.00', '7,00 EUR', '1.234,50 €'].map((text) => readAmount(text, german))).toEqual([
      '7.00',
      '7.00',
      '1234.50',
    ])
    expect(['$ 7.00', '7 CHF'].map((text) => readAmount(text, german))).toEqual(['$ 7.00', '7 CHF'])
    expect(readPercent('12,5 %', german)).toBe('12.5')
  })

  test('is read as an export wrote it, in every language', () => {
    const printing = makePrinting('de', 'UTC')
    const read = (kind: 'number' | 'integer', text: string) => fieldType(kind).read?.(text, { kind }, printing)
    expect([read('number', '1.234'), read('number', '1.234,5'), read('number', '1e-7')]).toEqual([1.234, 1234.5, 1e-7])
    expect([read('integer', '1.234'), read('integer', 'many')]).toEqual([1234, 'many'])
    const thousandths = { kind: 'decimal', scale: 3 } as const
    expect(fieldType('decimal').read?.('1.234', thousandths, printing)).toBe('1.234')
    expect(fieldType('money').read?.('1.234', { kind: 'money' }, printing)).toBe('1234')
  })

  test('is read as it was written, in every language, with two places', () => {
    const locale = constantFrom('en', 'de', 'fr', 'de-CH', 'es', 'pl')
    assert(
      property(locale, integer({ min: -1_000_000_000, max: 1_000_000_000 }), (of, cents) => {
        const { fixed } = makeFormatters({ locale: of, timeZone: 'UTC', currency: 'EUR' })
        const read = readNumber(fixed(cents / 100, 2), { locale: of })
        expect(Math.round(Number(read) * 100)).toBe(cents)
      }),
    )
  })
})
