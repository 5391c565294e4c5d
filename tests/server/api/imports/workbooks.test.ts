// A workbook is read as its sheet shows it.
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportApp } from './import-app.ts'
import { columnNamed, readInput, startImportApp } from './import-app.ts'
import { makeWorkbook, number } from './make-workbook.ts'

let app: ImportApp

beforeAll(async () => {
  app = await startImportApp('en')
})
afterAll(() => app.app.stop())
beforeEach(() => app.deleteAll())

/** A sheet with a name and one more column, whose cells have style 1. */
function sheetOf(heading: string, values: readonly (number | string)[], format = 'General'): Buffer {
  const rows = values.flatMap((value, at) => [
    [`A${at + 2}`, `row ${at + 2}`] as const,
    [`B${at + 2}`, typeof value === 'number' ? number(value, 1) : value] as const,
  ])
  return makeWorkbook({
    sheets: [{ name: 'Sheet', cells: { A1: 'name', B1: heading, ...Object.fromEntries(rows) } }],
    formats: [format],
  })
}

async function valuesOf(field: string, values: readonly (number | string)[], format = 'General') {
  const rows = await app.keep(sheetOf(field.replaceAll('_', ' '), values, format))
  return rows.map((row) => row[field])
}

describe('numbers of a sheet', () => {
  test('that are padded by their format keep their noughts and letters in texts', async () => {
    const rows = await app.keep(readInput('zeros-by-format.xlsx'))
    expect(rows.map(({ code }) => code)).toEqual(['01067', 'SN-00042'])
  })

  test('of percent cells are percents, of which 0.12 is 12; as a number they are what they are', async () => {
    expect(await valuesOf('share', [0.12, 0.125, 1], '0%')).toEqual(['12.00', '12.50', '100.00'])
    await app.deleteAll()
    expect(await valuesOf('share', [12.5])).toEqual(['12.50'])
    await app.deleteAll()
    expect(await valuesOf('ratio', [0.12], '0%')).toEqual([0.12])
    await app.deleteAll()
    expect(await valuesOf('code', [0.12], '0 %')).toEqual(['12 %'])
  })

  test('that a formula worked out are what the sheet shows: 0.1 + 0.2 is 0.30', async () => {
    expect(await valuesOf('amount', [0.1 + 0.2])).toEqual(['0.30'])
    await app.deleteAll()
    expect(await valuesOf('ratio', [0.1 + 0.2, 1 / 3])).toEqual([0.3, 0.333333333333333])
    await app.deleteAll()
    expect(await valuesOf('amount', [12.3456, 1.005, -2.675], '0.00')).toEqual(['12.35', '1.01', '-2.68'])
    const { body } = await app.send(sheetOf('amount', [12.3456]))
    expect(body.errors).toMatchObject([{ line: 2, field: 'amount', code: 'too_precise' }])
  })

  test('are read alike in every language: points and commas of a sheet are its reader’s', async () => {
    const german = await startImportApp('de')
    try {
      const rows = await german.keep(sheetOf('amount', [1234.5, 1.234e3], '#,##0.00 [$€-407]'))
      expect(rows.map(({ amount }) => amount)).toEqual(['1234.50', '1234.00'])
    } finally {
      await german.app.stop()
    }
  })

  test('with more digits than a sheet holds warn, and go in when that is confirmed', async () => {
    const file = sheetOf('code', [1_234_567_890_123_450], '0')
    const { body } = await app.send(file, 'mode=run')
    expect(body).toMatchObject({
      kept: false,
      errors: [{ line: 2, code: 'digits_lost', remedy: expect.stringContaining('Confirm: digits_lost') }],
    })
    const [thing] = await app.keep(file, '', { Confirm: 'digits_lost' })
    expect(thing).toMatchObject({ code: '1234567890123450' })
    await app.deleteAll()
    expect(await valuesOf('code', [123_456_789_012_345])).toEqual(['123456789012345'])
  })

  test('are no thousands for the question of a column', async () => {
    const { body } = await app.send(sheetOf('amount', [1.234]), 'mode=read')
    expect(columnNamed(body, 'amount')).not.toHaveProperty('question')
  })
})

describe('dates and times of a sheet', () => {
  test('are days and moments as a clock on the wall shows them, from ISO cells too', async () => {
    const rows = await app.keep(isoCells('Starts at'))
    expect(rows).toMatchObject([
      { name: 'a', day: '2026-05-01', starts_at: '2026-05-01T12:30:00.000Z' },
      { name: 'b', day: '2026-05-01', starts_at: '2026-05-01T12:30:00.000Z' },
    ])
  })

  test('before March 1900 are the days that people see, and the day that there was not is an error', async () => {
    expect(await valuesOf('day', [1, 59, 61, 46_000], 'dd.mm.yyyy')).toEqual([
      ...['1900-01-01', '1900-02-28', '1900-03-01', '2025-12-09'],
    ])
    const { body } = await app.send(sheetOf('day', [60], 'dd.mm.yyyy'))
    expect(body.errors).toMatchObject([
      { line: 2, field: 'day', code: 'cell_error', message: expect.stringContaining('29.02.1900') },
    ])
  })

  test('counted from 1904 are the same days', async () => {
    const file = makeWorkbook({
      sheets: [
        { name: 'Mac', cells: { A1: 'name', B1: 'day', A2: 'a', B2: number(0, 1), A3: 'b', B3: number(44_538, 1) } },
      ],
      formats: ['yyyy-mm-dd'],
      countsFrom1904: true,
    })
    expect((await app.keep(file)).map(({ day }) => day)).toEqual(['1904-01-01', '2025-12-09'])
  })

  test('are times of day and durations by their formats', async () => {
    expect(await valuesOf('opens_at', [0.375, 17.5 / 24], 'hh:mm')).toEqual(['09:00', '17:30'])
    await app.deleteAll()
    expect(await valuesOf('lasts', [1.5, 8.5 / 24], '[h]:mm')).toEqual(['PT36H', 'PT8H30M'])
    await app.deleteAll()
    expect(await valuesOf('lasts', [8.5 / 24], 'hh:mm')).toEqual(['PT8H30M'])
    await app.deleteAll()
    expect(await valuesOf('starts_at', [46_000.5], 'yyyy-mm-dd hh:mm')).toEqual(['2025-12-09T11:00:00.000Z'])
  })

  test('are texts as the sheet shows them', async () => {
    expect(await valuesOf('code', [46_000], 'dd.mm.yyyy')).toEqual(['09.12.2025'])
  })
})

describe('other cells of a sheet', () => {
  test('that show an error are errors of their rows, and empty nothing', async () => {
    await app.keep('name,code,count,amount\nPump,P-1,7,3.50\n')
    const { body } = await app.send(readInput('error-cells.xlsx'), 'mode=run&match=code')
    expect(body).toMatchObject({ kept: false, refused: 1 })
    expect(body.errors).toMatchObject([
      { line: 2, field: 'count', code: 'cell_error' },
      { line: 2, field: 'amount', code: 'cell_error' },
    ])
    expect(await app.things()).toMatchObject([{ code: 'P-1', count: 7, amount: '3.50' }])
  })

  test('are switches, shared and rich texts, and texts with escaped characters', async () => {
    const cells = {
      A1: 'name',
      B1: 'sharp',
      A2: '_x0041_ and _x005F_x0041_',
      B2: '<c r="{ref}" t="b"><v>1</v></c>',
      A3: '<c r="{ref}" t="inlineStr"><is><r><t>rich </t></r><r><t>text</t></r><rPh><t>x</t></rPh></is></c>',
      B3: '<c r="{ref}" t="str"><v>no</v></c>',
    }
    const rows = await app.keep(makeWorkbook({ sheets: [{ name: 'A', cells }] }))
    expect(rows.map(({ name, sharp }) => [name, sharp])).toEqual([
      ['A and _x0041_', true],
      ['rich text', false],
    ])
  })
})

describe('the sheets of a workbook', () => {
  test(
    'are read from the first that is not hidden, and another can be chosen',
    { tags: 'reference/importing' },
    async () => {
      const file = readInput('hidden-first.xlsx')
      const { body } = await app.send(file, 'mode=read')
      expect(body.file).toMatchObject({
        format: 'xlsx',
        sheet: 'Visible',
        headingLine: 1,
        sheets: [{ name: 'Old', isHidden: true }, { name: 'Visible' }],
      })
      expect(await app.keep(file)).toMatchObject([{ name: 'CURRENT' }])
      await app.deleteAll()
      expect(await app.keep(file, 'sheet=Old')).toMatchObject([{ name: 'STALE' }])
      expect((await app.send(file, 'sheet=None')).body.detail).toBe(
        'The workbook has no sheet “None”. Its sheets: Old, Visible.',
      )
    },
  )

  test('have their headings below blank and merged rows, and the lines of errors are those of the sheet', async () => {
    const cells = {
      B2: 'Stock of all houses, as of May',
      B4: 'name',
      C4: 'count',
      B5: 'Pump',
      C5: 'many',
      B9: 'Saw',
      C9: 'few',
    }
    const file = makeWorkbook({
      sheets: [{ name: 'Stock', cells, after: '<mergeCells count="1"><mergeCell ref="B2:C2"/></mergeCells>' }],
    })
    const { body } = await app.send(file)
    expect(body.file).toMatchObject({ headingLine: 4 })
    expect(body.columns.map(({ position, heading }) => [position, heading])).toEqual([
      ...[
        [1, ''],
        [2, 'name'],
        [3, 'count'],
      ],
    ])
    expect(body.errors.map(({ line }) => line)).toEqual([5, 9])
  })
})

describe('a file that is no good workbook', () => {
  test.each([
    ['cut off', () => readInput('hidden-first.xlsx').subarray(0, 900), 400, /not a whole Excel workbook/],
    ['another archive', () => Buffer.from(zipSync({ 'a.txt': strToU8('x') })), 400, /not a whole Excel workbook/],
    ['of an old Excel', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 400, /encrypted, or of an Excel before 2007/],
    ['of broken XML', () => brokenXml(), 400, /not a whole Excel workbook/],
  ])('%s is refused with what to do', async (_, file, status, says) => {
    const answer = await app.send(file())
    expect(answer.status).toBe(status)
    expect(answer.body.detail).toMatch(says)
  })

  test('that unpacks to more than it may is refused before it is read, whatever it says of its size', async () => {
    const file = makeWorkbook({ sheets: [{ name: 'A', cells: { A1: 'name', A2: ' '.repeat(1_000_000) } }] })
    const saying = (bytes: number): Buffer => {
      const patched = Buffer.from(file)
      // The uncompressed size in the directory of the archive, whose first entry is the sheet.
      patched.writeUInt32LE(bytes, patched.indexOf(Buffer.from('504b0102', 'hex')) + 24)
      return patched
    }
    expect(await app.send(saying(2 ** 31))).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(await app.send(saying(1_000))).toMatchObject({ status: 400, body: { code: 'malformed' } })
  })

  test('is wider than a table may be, in a row or in its place, is refused', async () => {
    const wide = makeWorkbook({ sheets: [{ name: 'A', cells: { A1: 'name', ZZZ1: 'x' } }] })
    expect(await app.send(wide)).toMatchObject({ status: 413, body: { code: 'too_large' } })
  })
})

function brokenXml(): Buffer {
  const file = makeWorkbook({ sheets: [{ name: 'A', cells: { A1: '<c><is><t>name</t>' } }] })
  return file
}

/** Makes a workbook with the same cells as `iso-date-cells.xlsx`, whose second heading names another field. */
function isoCells(heading: string): Buffer {
  const iso = (text: string) => `<c r="{ref}" t="d"><v>${text}</v></c>`
  const cells = {
    A1: 'name',
    B1: 'day',
    C1: heading,
    A2: 'a',
    B2: iso('2026-05-01'),
    C2: iso('2026-05-01T14:30:00'),
    A3: 'b',
    B3: iso('2026-05-01T00:00:00'),
    C3: iso('2026-05-01T14:30:00.000'),
  }
  return makeWorkbook({ sheets: [{ name: 'A', cells }] })
}
