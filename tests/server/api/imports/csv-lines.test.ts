// Comma-separated values are taken apart as csv-parse does it, with the lines that an editor shows.
import { CsvError, parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CsvFault, csvLines } from '../../../../server/records/import/table/csv-lines.ts'

interface Taken {
  readonly rows: readonly (readonly string[])[]
  readonly lines: readonly number[]
}

const WIDE = {
  most: 1_000,
  refuse: (): never => {
    throw new Error('too wide')
  },
}

function takeApart(text: string, mark = ','): Taken | { readonly fault: number } {
  try {
    const found = [...csvLines(text, mark, WIDE)]
    return { rows: found.map(({ cells }) => cells), lines: found.map(({ line }) => line) }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    return { fault: error.line }
  }
}

function askParser(text: string, mark = ','): Taken | { readonly fault: number } {
  try {
    const found = parse(text, { relax_column_count: true, delimiter: mark, info: true }) as unknown as {
      readonly record: readonly string[]
      readonly info: { readonly lines: number }
    }[]
    const ends = found.map(({ info }) => info.lines)
    return { rows: found.map(({ record }) => record), lines: [1, ...ends.map((end) => end + 1)].slice(0, found.length) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { fault: Number(error['lines']) }
  }
}

const pieces = fc.constantFrom(',', ';', '"', '""', '\n', 'a', 'é', '€', ' ', '"b",', ',"c d"', '"\n"')
const text = fc.array(pieces, { maxLength: 24 }).map((all) => all.join(''))

describe('comma-separated values', () => {
  test('are taken apart as csv-parse does it, and what it refuses is refused at the same line', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(',', ';'), (each, mark) => {
        expect(takeApart(each, mark)).toEqual(askParser(each, mark))
      }),
      { numRuns: 3_000 },
    )
  })

  test('end their lines as the first one ends, whichever way that is', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.constantFrom('\r\n', '\r')), { maxLength: 24 }), (all) => {
        const [ours, theirs] = [takeApart(all.join('')), askParser(all.join(''))]
        if ('fault' in ours || 'fault' in theirs) expect(Object.keys(ours)).toEqual(Object.keys(theirs))
        else expect(ours.rows).toEqual(theirs.rows)
      }),
      { numRuns: 3_000 },
    )
  })

  test('have the lines that an editor shows, also behind cells of several lines', () => {
    expect(takeApart('a,"b\r\nc"\r\nd,e\r\n"f\n\ng",h\r\ni')).toEqual({
      rows: [['a', 'b\r\nc'], ['d', 'e'], ['f\n\ng', 'h'], ['i']],
      lines: [1, 3, 4, 7],
    })
  })

  test('of a line with too many cells are read no further', () => {
    const refuse = (): never => {
      throw new Error('too wide')
    }
    expect(() => [...csvLines('a,b,c\n', ',', { most: 2, refuse })]).toThrow('too wide')
    expect([...csvLines('a,b\n', ',', { most: 2, refuse })]).toHaveLength(1)
  })
})
