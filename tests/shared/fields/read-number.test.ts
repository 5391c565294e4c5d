// Reads numbers as people and spreadsheets write them.
import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeFormatters } from '#shared/expressions/functions/formatters.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { makeReading } from '#shared/fields/reading/reading.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { readAmount, readNumber, readPercent } from '#shared/fields/reading/read-number.ts'

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
  ])('%j is none', (text) => {
    expect(readNumber(text, { locale: 'de' })).toBeUndefined()
  })

  test('of money has the currency of the document and no other, and a percentage its sign', () => {
    const german = { locale: 'de', currency: 'EUR' }
    expect(['€ 7.00', '7,00 EUR', '1.234,50 €'].map((text) => readAmount(text, german))).toEqual([
      '7.00',
      '7.00',
      '1234.50',
    ])
    expect(['$ 7.00', '7 CHF'].map((text) => readAmount(text, german))).toEqual([undefined, undefined])
    expect(readPercent('12,5 %', german)).toBe('12.5')
  })

  test('has the decimal mark that its column has decided, in every language and type', () => {
    const reading = (decimalMark: '.' | ',') => makeReading(makePrinting('de', 'UTC'), '2026-11-21', { decimalMark })
    const types = [{ kind: 'number' }, { kind: 'integer' }, { kind: 'money' }, { kind: 'decimal', scale: 3 }] as const
    const read = (text: string, decimalMark: '.' | ',') =>
      types.map((type) => {
        const found = fieldType(type.kind).read(text, type, reading(decimalMark))
        return 'value' in found ? found.value : found.problem.code
      })
    expect(read('1.234', '.')).toEqual([1.234, 'wrong_type', 'too_precise', '1.234'])
    expect(read('1.234', ',')).toEqual([1234, 1234, '1234.00', '1234.000'])
    expect(read('1,234.5', ',')).toEqual(['wrong_type', 'wrong_type', 'wrong_type', 'wrong_type'])
  })

  test('is read as it was written, in every language, with two places', () => {
    const locale = constantFrom('en', 'de', 'fr', 'de-CH', 'es', 'pl')
    assert(
      property(locale, integer({ min: -1_000_000_000, max: 1_000_000_000 }), (of, cents) => {
        const { fixed } = makeFormatters({ locale: of, timeZone: 'UTC', currency: 'EUR' })
        const read = readNumber(fixed(cents / 100, 2), { locale: of })
        expect(Math.round(Number(read) * 100) + 0).toBe(cents)
      }),
    )
  })
})
