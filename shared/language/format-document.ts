// Aligns the tables of a document; what the document says stays the same.
import type { Block, Document, Part, Table } from '../document/document.ts'
import { readDocument } from '../document/read-document.ts'
import { cellsOfRow } from '../text/table-row.ts'
import { lineAround } from './place.ts'

/** A table that would be wider is not aligned: each cell is as long as its text. */
const WIDEST = 140

export function formatDocument(text: string): string {
  const { document } = readDocument(text)
  const tables = tablesOf(document).toSorted((one, other) => other.span.start - one.span.start)
  let formatted = text
  for (const table of tables) {
    const start = lineAround(text, table.span.start).start
    const end = lineAround(text, Math.max(table.span.start, table.span.end - 1)).end
    const lines = formatted.slice(start, end).split('\n')
    const aligned = alignTable(lines)
    if (aligned !== undefined) formatted = formatted.slice(0, start) + aligned.join('\n') + formatted.slice(end)
  }
  return formatted
}

/** Gives the lines of a table with their bars below each other; undefined for what is not written as rows between bars. */
export function alignTable(lines: readonly string[]): readonly string[] | undefined {
  if (!lines.every((line) => /^ {0,3}\|/.test(line))) return undefined
  const rows = lines.map(cellsOfRow)
  const columns = rows[0]?.length ?? 0
  const delimiters = rows[1]
  if (delimiters === undefined || !delimiters.every((cell) => /^:?-+:?$/.test(cell))) return undefined
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(3, ...rows.map((row, line) => (line === 1 ? 0 : widthOf(row[at] ?? '')))),
  )
  const isWide = widths.reduce((sum, width) => sum + width + 3, 1) > WIDEST
  const ending = lines[0]?.endsWith('\r') === true ? '\r' : ''
  return rows.map((row, line) => {
    const cells = widths.map((width, at) => {
      const cell = row[at] ?? ''
      if (line === 1) return delimiterOf(cell, isWide ? 3 : width)
      return isWide ? cell : cell + ' '.repeat(width - widthOf(cell))
    })
    // A row of more cells than the header keeps them: the compiler says what is the matter.
    return `| ${[...cells, ...row.slice(columns)].join(' | ')} |${line === lines.length - 1 ? lastEnding(lines) : ending}`
  })
}

function lastEnding(lines: readonly string[]): string {
  return lines.at(-1)?.endsWith('\r') === true ? '\r' : ''
}

function delimiterOf(cell: string, width: number): string {
  const left = cell.startsWith(':') ? ':' : '-'
  const right = cell.endsWith(':') && cell.length > 1 ? ':' : '-'
  return `${left}${'-'.repeat(Math.max(1, width - 2))}${right}`
}

function widthOf(cell: string): number {
  return [...cell].length
}

function tablesOf({ introduction, sections }: Document): readonly Table[] {
  return [...introduction.filter(isTable), ...sections.flatMap(tablesBelow)]
}

function tablesBelow(holder: { readonly blocks: readonly Block[]; readonly parts: readonly Part[] }): readonly Table[] {
  return [...holder.blocks.filter(isTable), ...holder.parts.flatMap(tablesBelow)]
}

function isTable(block: Block): block is Table {
  return block.kind === 'table'
}
