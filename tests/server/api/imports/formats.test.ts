// Whatever marks a file writes its numbers with, one telling number lets its whole column be read as it was meant.
import { array, assert, bigInt, boolean, constantFrom, date, double, integer, nat, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { readingOf } from '#shared/decisions/8-errors.ts'
import type { Field } from '#shared/model/model.ts'
import { decideFormats } from '../../../../server/records/import/decide-formats.ts'
import { readCell } from '../../../../server/records/import/read-cell.ts'
import { roundPlaces, shiftPlaces } from '../../../../server/records/import/table/plain-decimal.ts'
import { plainOf, sheetValue } from '../../../../server/records/import/table/sheet-value.ts'
import { compileDocument } from '../../../helpers/compile-document.ts'
import { thingsDocument } from './import-app.ts'

const MODELS = { en: compileDocument(thingsDocument('en')), de: compileDocument(thingsDocument('de')) }
const NOW = '2026-11-27T12:00:00.000Z'

function fieldOf(language: 'en' | 'de', name: string): Field {
  const field = MODELS[language].entities.get('Thing')?.fields.get(name)
  if (field === undefined) throw new Error(`no field ${name}`)
  return field
}

/** Cents as people write them: with groups of three, and a mark before two places or none. */
function write(cents: number, decimal: string, group: string, places: boolean): string {
  const whole = String(Math.trunc(cents / 100)).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, group)
  return places ? `${whole}${decimal}${String(cents % 100).padStart(2, '0')}` : whole
}

const marks = constantFrom([',', '.'] as const, ['.', ','] as const, [',', ' '] as const, ['.', "'"] as const)

test('amounts of a column come back as they were meant, in both languages and with every separator', () => {
  assert(
    property(
      constantFrom('en' as const, 'de' as const),
      marks,
      constantFrom('comma' as const, 'semicolon' as const, 'tab' as const),
      array(tuple(nat({ max: 10_000_000_000 }), boolean()), { minLength: 1, maxLength: 8 }),
      (language, [decimal, group], separator, values) => {
        // One that tells: two places.
        const written = [[123_450, true] as const, ...values].map(([cents, places]) => ({
          text: write(cents, decimal, group, places),
          cents: places ? cents : cents - (cents % 100),
        }))
        const field = fieldOf(language, 'amount')
        const reading = readingOf(MODELS[language], NOW)
        const rows = written.map(({ text }, at) => ({ line: at + 2, cells: [text] }))
        const evidence = { separator, locale: language, reading }
        const [decision] = decideFormats([{ field }], rows, evidence)
        expect(decision?.format).toEqual({ decimalMark: decimal, decidedBy: 'values' })
        for (const { text, cents } of written) {
          const read = readCell(field, text, { ...reading, decimalMark: decimal })
          expect(read).toEqual({ value: `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}` })
        }
      },
    ),
  )
})

test('a number of a sheet is written without an exponent, and is the same number', () => {
  assert(
    property(double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (number) => {
      const plain = plainOf(number)
      expect(plain).toMatch(/^-?\d+(?:\.\d+)?$/)
      expect(Number(plain)).toBe(Number(number.toPrecision(15)) + 0)
      expect(Number(shiftPlaces(shiftPlaces(plain, 2), -2))).toBe(Number(plain))
    }),
  )
})

test('a number of a sheet is rounded half away from zero, exactly', () => {
  assert(
    property(bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), integer({ min: 0, max: 3 }), (units, places) => {
      const rounded = roundPlaces(shiftPlaces(String(units), -4), places)
      const size = units < 0n ? -units : units
      const step = 10n ** BigInt(4 - places)
      const expected = (size + step / 2n) / step
      expect(shiftPlaces(rounded, places).replace('-', '')).toBe(String(expected))
    }),
  )
})

test('every day of a sheet is the day of the calendar, from either beginning', () => {
  const format = { pattern: 'yyyy-mm-dd', is: 'day' as const, isOwn: true }
  assert(
    property(date({ min: new Date('1900-03-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (moment) => {
      const day = moment.toISOString().slice(0, 10)
      const since1899 = Math.floor(moment.getTime() / 86_400_000) + 25_569
      expect(sheetValue({ number: since1899, format, countsFrom1904: false })).toMatchObject({ exact: day, shown: day })
      if (since1899 < 1_462) return
      expect(sheetValue({ number: since1899 - 1_462, format, countsFrom1904: true })).toMatchObject({ exact: day })
    }),
  )
})
