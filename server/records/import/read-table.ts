// Reads comma-separated values (RFC 4180), as spreadsheets and `export` write them.
import { CsvError, parse } from 'csv-parse/sync'
import { unguardFormula } from '#shared/text/guard-formula.ts'
import { refused } from '../../policy/refused.ts'

export interface ImportTable {
  readonly headings: readonly string[]
  /** Without those that are empty. */
  readonly rows: readonly ImportRow[]
}

export interface ImportRow {
  /** Where it begins in the file, from 1: the headings stand in the first line. */
  readonly line: number
  /** As many as there are headings. */
  readonly cells: readonly string[]
}

interface ParsedRow {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

const SEPARATORS = [',', ';', '\t']

/** Commas, semicolons or tabs: whichever the first line has most. */
export function readTable(text: string, mostRows: number): ImportTable {
  const [head, ...others] = parseRows(text, mostRows + 2)
  if (head === undefined || head.record.every((cell) => cell.trim() === '')) throw refused('table_empty')
  const headings = head.record.map((cell) => cell.trim())
  if (others.length > mostRows) throw refused('too_many_to_import', { most: mostRows })
  let before = head.info.lines
  const rows: ImportRow[] = []
  for (const { record, info } of others) {
    const line = before + 1
    before = info.lines
    if (record.every((cell) => cell.trim() === '')) continue
    if (record.length > headings.length)
      throw refused('table_uneven', { line, headings: headings.length, cells: record.length })
    rows.push({ line, cells: headings.map((_, at) => unguardFormula(record[at] ?? '')) })
  }
  return { headings, rows }
}

/** What follows the last of them is not looked at. */
function parseRows(text: string, most: number): readonly ParsedRow[] {
  const options = {
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    delimiter: separatorOf(text),
    to: most,
  }
  try {
    return parse(text, options) as unknown as readonly ParsedRow[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1
    throw refused('table_unreadable', { line })
  }
}

function separatorOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/))
  const count = (mark: string): number => first.split(mark).length
  return SEPARATORS.reduce((most, mark) => (count(mark) > count(most) ? mark : most))
}
