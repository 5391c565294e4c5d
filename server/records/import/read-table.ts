// Reads comma-separated values (RFC 4180), as spreadsheets and `export` write them.
import { CsvError, parse } from 'csv-parse/sync'
import { unguardFormula } from '#shared/text/guard-formula.ts'
import type { ImportedFile, ImportedLine, TableSeparator } from '#shared/protocol/import.ts'
import { refused } from '../../policy/refused.ts'

export interface ImportTable {
  /** Without those that are empty. */
  readonly rows: readonly ImportRow[]
  readonly file: ImportedFile
}

export interface ImportRow {
  /** Where it begins in the file, from 1: the headings stand in the first line. */
  readonly line: number
  /** Those of the chosen columns, in the order in which these were chosen. */
  readonly cells: readonly string[]
}

export interface TableOptions {
  readonly mostRows: number
  /** Says once the headings are known which columns are read, by their places from 0; the cells of all others are dropped. */
  readonly chooseColumns: (headings: readonly string[]) => readonly number[]
}

/** A wider table is no list of records but an attack on memory, or a sheet that was saved with all its empty columns. */
const MOST_COLUMNS = 500

interface RowInfo {
  readonly lines: number
}

const SEPARATORS = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
] as const satisfies readonly (readonly [string, TableSeparator])[]

/** How many lines an answer shows of a file, cells of a line, and characters of a cell. */
const FIRST_LINES = 10
const FIRST_CELLS = 20
const FIRST_CHARACTERS = 80

/** Lists the rows that are not empty. Commas, semicolons or tabs separate: whichever the first line has most. */
export function readTable(text: string, { mostRows, chooseColumns }: TableOptions): ImportTable {
  const [delimiter, separator] = separatorOf(text)
  const firstLines: ImportedLine[] = []
  const rows: ImportRow[] = []
  let chosen: readonly number[] | undefined
  let width = 0
  let others = 0
  let before = 0
  readRows(text, delimiter, (record, { lines }) => {
    const line = before + 1
    before = lines
    if (firstLines.length < FIRST_LINES) firstLines.push(firstCells(line, record))
    const isEmpty = record.every((cell) => cell.trim() === '')
    if (chosen === undefined) {
      if (isEmpty) throw refused('table_empty')
      width = record.length
      chosen = chooseColumns(record.map((cell) => cell.trim()))
      return
    }
    others += 1
    if (others > mostRows) throw refused('too_many_to_import', { most: mostRows })
    if (isEmpty) return
    if (record.length > width) throw refused('table_uneven', { line, headings: width, cells: record.length })
    rows.push({ line, cells: chosen.map((at) => unguardFormula(record[at] ?? '')) })
  })
  if (chosen === undefined) throw refused('table_empty')
  const encoding = { name: 'utf-8', decidedBy: 'content' } as const
  return { rows, file: { format: 'csv', encoding, separator, headingLine: 1, firstLines } }
}

function firstCells(line: number, record: readonly string[]): ImportedLine {
  return { line, cells: record.slice(0, FIRST_CELLS).map((cell) => cell.slice(0, FIRST_CHARACTERS)) }
}

/** Gives each row to `take` as soon as it is read, and reads no further once that, or the width of a row, refuses. */
function readRows(text: string, delimiter: string, take: (record: readonly string[], info: RowInfo) => void): void {
  try {
    parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      delimiter,
      // A row is looked at when it is whole; one cell too many ends it before.
      cast: (cell, { index }) => {
        if (index >= MOST_COLUMNS) throw refused('too_many_columns', { most: MOST_COLUMNS })
        return cell
      },
      on_record: (record: readonly string[], info) => {
        take(record, info)
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1
    throw refused('table_unreadable', { line })
  }
}

function separatorOf(text: string): (typeof SEPARATORS)[number] {
  const first = text.slice(0, text.search(/[\r\n]|$/))
  const count = (mark: string): number => first.split(mark).length
  return SEPARATORS.reduce<(typeof SEPARATORS)[number]>(
    (most, each) => (count(each[0]) > count(most[0]) ? each : most),
    SEPARATORS[0],
  )
}
