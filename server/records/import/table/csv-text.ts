// Reads comma-separated values (RFC 4180), as spreadsheets and `export` write them.
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { unguardFormula } from '#shared/text/guard-formula.ts'
import type { TableSeparator } from '#shared/protocol/import.ts'
import { TABLE_SEPARATORS } from '#shared/protocol/import.ts'
import { refused } from '../../../policy/refused.ts'
import { MOST_COLUMNS } from './table-limits.ts'

/** Takes a line of the file, from 1, as soon as it is read. */
export type TakeLine<Cell> = (line: number, cells: readonly Cell[]) => void

const MARKS: { readonly [name in TableSeparator]: string } = { comma: ',', semicolon: ';', tab: '\t' }
/** Lines by which a separator is found. */
const SAMPLED_LINES = 20
const SAMPLED_CHARACTERS = 100_000
/** Bytes that are read before others have a turn. */
const AT_ONCE = 64 * 1024

/** The separator that the file names in its first line (`sep=;`), or by which most lines have as many cells. */
export function separatorOf(text: string): TableSeparator {
  const said = NAMED.exec(text)?.[1]
  const named = TABLE_SEPARATORS.find((name) => MARKS[name] === said)
  if (named) return named
  const lines = text
    .slice(0, SAMPLED_CHARACTERS)
    .replaceAll(/"(?:[^"]|"")*"/g, '""')
    .split(/\r\n|[\r\n]/)
    .filter((line) => line !== '')
    .slice(0, SAMPLED_LINES)
  const scoreOf = (name: TableSeparator): number => {
    const counts = lines.map((line) => line.split(MARKS[name]).length - 1).filter((count) => count > 0)
    const alike = Map.groupBy(counts, (count) => count)
    // A first line that has it weighs more: it names the columns.
    const first = (lines[0]?.split(MARKS[name]).length ?? 1) - 1
    return Math.max(0, ...[...alike.values()].map(({ length }) => length)) + Math.min(first, 1) + first / 1_000
  }
  return TABLE_SEPARATORS.reduce((best, name) => (scoreOf(name) > scoreOf(best) ? name : best))
}

const NAMED = /^sep=(.)\r?\n/

/** Gives each line to `take` as soon as it is read, and reads no further once that, or the width of a line, refuses. */
export async function readCsv(text: string, separator: TableSeparator, take: TakeLine<string>): Promise<void> {
  let before = 0
  let failure: unknown
  const parser = parse({
    relax_column_count: true,
    skip_empty_lines: false,
    delimiter: MARKS[separator],
    // A row is looked at when it is whole; one cell too many ends it before.
    cast: (cell, { index }) => {
      if (index >= MOST_COLUMNS) throw refused('too_many_columns', { most: MOST_COLUMNS })
      return cell
    },
    on_record: (record: readonly string[], { lines }) => {
      const line = before + 1
      before = lines
      if (line > 1 || !NAMED.test(text)) take(line, record.map(unguardFormula))
      return null
    },
  })
  parser.on('error', (error) => {
    failure ??= error
  })
  parser.resume()
  // By bytes: a part of a text could end within a character.
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length && failure === undefined; at += AT_ONCE) {
    parser.write(bytes.subarray(at, at + AT_ONCE))
    await setImmediate()
  }
  if (failure === undefined) {
    const ended = new Promise<void>((resolve) => {
      parser.once('close', resolve)
    })
    parser.end()
    await ended
  }
  if (failure instanceof CsvError) throw refused('table_unreadable', { line: lineOf(failure) })
  if (failure !== undefined) throw failure
}

function lineOf(error: CsvError): number {
  return typeof error['lines'] === 'number' ? error['lines'] : 1
}
