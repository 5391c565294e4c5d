// Finds the table that is written around an offset of a text, and its cells.
import type { Text } from '@codemirror/state'
import { alignTable } from '#shared/language/format-document.ts'
import { barsIn, cellsOfRow } from '#shared/text/table-row.ts'

export interface TextTable {
  /** Number of its first line. */
  readonly firstLine: number
  readonly from: number
  readonly to: number
  /** Texts of the cells by row: the header, the delimiters, and the rows below. */
  readonly rows: readonly (readonly string[])[]
}

/** The row counts from 0 at the header, so that 1 is that of the delimiters. */
export interface CellOfTable {
  readonly row: number
  readonly column: number
}

/** Index of the first row below the header and the delimiters. */
export const FIRST_ROW = 2

export function tableAt(doc: Text, offset: number): TextTable | undefined {
  const { number } = doc.lineAt(Math.min(offset, doc.length))
  if (!isRow(doc, number) || isFenced(doc, number)) return undefined
  let [first, last] = [number, number]
  while (isRow(doc, first - 1)) first--
  while (isRow(doc, last + 1)) last++
  const lines = linesBetween(doc, first, last)
  if (!/^[\s|:-]*-[\s|:-]*$/.test(lines[1] ?? '')) return undefined
  return { firstLine: first, from: doc.line(first).from, to: doc.line(last).to, rows: lines.map(cellsOfRow) }
}

export function cellAt(doc: Text, { firstLine }: TextTable, offset: number): CellOfTable {
  const line = doc.lineAt(offset)
  const bars = barsIn(line.text).filter((bar) => line.from + bar < offset)
  const most = Math.max(1, cellsOfRow(line.text).length)
  return { row: line.number - firstLine, column: Math.min(Math.max(0, bars.length - 1), most - 1) }
}

/** Offsets in a line around the text of a cell; an empty cell has its middle. */
export function cellSpan(line: string, column: number): { readonly from: number; readonly to: number } {
  const bars = barsIn(line)
  const from = (bars[column] ?? line.length - 1) + 1
  const to = bars[column + 1] ?? line.length
  const cell = line.slice(from, to)
  const text = cell.trim()
  if (text === '') return { from: Math.min(from + 1, to), to: Math.min(from + 1, to) }
  const start = from + cell.indexOf(text)
  return { from: start, to: start + text.length }
}

/** Writes rows as the lines of an aligned table. */
export function linesOfTable(rows: readonly (readonly string[])[]): readonly string[] {
  const lines = rows.map((row) => `| ${row.join(' | ')} |`)
  return alignTable(lines) ?? lines
}

export function linesBetween(doc: Text, first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => doc.line(first + at).text)
}

function isRow(doc: Text, number: number): boolean {
  return number >= 1 && number <= doc.lines && /^ {0,3}\|/.test(doc.line(number).text)
}

/** Bars of a fenced block are no table. */
function isFenced(doc: Text, number: number): boolean {
  let isWithin = false
  for (const line of doc.iterLines(1, number)) if (/^ {0,3}(?:```|~~~)/.test(line)) isWithin = !isWithin
  return isWithin
}
