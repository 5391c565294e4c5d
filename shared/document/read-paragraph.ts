// Reads the rows of a Markdown table in a paragraph, with the place of each cell.
import { barInCode, brokenTable, headingNeedsSpace, tooManyCells } from '../diagnostics/document.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Fragment } from '../text/fragment.ts'
import { fragment, spanOf, trimFragment } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import { removeComments } from '../text/remove-comments.ts'
import type { Block, Cell, Prose, MarkdownRow, Table } from './document.ts'

/** A paragraph is prose, a table, or prose and a table below it. The Markdown parser has no part in this: its tables take quadratic time. */
export function readParagraph(text: string, span: Span, diagnostics: Diagnostic[]): Block[] {
  const lines = linesOf(text, span)
  const delimiter = lines.findIndex((line, at) => at > 0 && isDelimiter(text.slice(line.start, line.end)))
  const header = lines[delimiter - 1]
  const divider = lines[delimiter]
  if (!header || !divider) {
    lookLikeSomething(text, lines, diagnostics)
    return [proseOf(text, span)]
  }
  const head = readCells(text, header)
  const columns = readCells(text, divider).length
  if (head.length !== columns) {
    const why = `its header row has ${head.length} cells, the row of dashes ${columns}`
    diagnostics.push(brokenTable({ start: header.start, end: divider.end }, { why }))
    return [proseOf(text, span)]
  }
  const rows = lines.slice(delimiter + 1).map((line) => readRow(text, line, columns, diagnostics))
  const table: Table = {
    kind: 'table',
    header: { cells: head, span: header },
    rows,
    span: { start: header.start, end: span.end },
  }
  return delimiter > 1
    ? [proseOf(text, { start: span.start, end: lines[delimiter - 2]?.end ?? span.start }), table]
    : [table]
}

export function proseOf(text: string, span: Span): Prose {
  return { kind: 'prose', markdown: text.slice(span.start, span.end), span }
}

/** The lines of a span, each without its margin and its ending. */
export function linesOf(text: string, span: Span): Span[] {
  const lines: Span[] = []
  const line = /[^\r\n]+/g
  line.lastIndex = span.start
  for (let found = line.exec(text); found !== null && found.index < span.end; found = line.exec(text)) {
    const margin = found[0].length - found[0].trimStart().length
    const end = Math.min(span.end, found.index + found[0].trimEnd().length)
    if (end > found.index + margin) lines.push({ start: found.index + margin, end })
  }
  return lines
}

export function isDelimiter(line: string): boolean {
  return (
    line.includes('|') &&
    /^[|\s:-]+$/.test(line) &&
    line
      .split('|')
      .every(
        (cell, at, all) => /^\s*:?-+:?\s*$/.test(cell) || (cell.trim() === '' && (at === 0 || at === all.length - 1)),
      )
  )
}

function lookLikeSomething(text: string, lines: readonly Span[], diagnostics: Diagnostic[]): void {
  const barred = lines.filter(
    (line) => line.end - line.start > 2 && text[line.start] === '|' && text[line.end - 1] === '|',
  )
  const first = barred[0]
  if (first) {
    const why =
      barred.length > 1
        ? 'a row of dashes such as "|---|---|" must stand below its header'
        : 'a row stands directly below the others of its table, without a blank line or a comment between them'
    diagnostics.push(brokenTable(first, { why }))
  }
  for (const line of lines) {
    const marks = /^(#{1,6})[^# \t]/.exec(text.slice(line.start, Math.min(line.end, line.start + 8)))?.[1]
    if (!marks) continue
    const behind = line.start + marks.length
    const edits = [{ span: { start: behind, end: behind }, text: ' ' }]
    diagnostics.push(
      headingNeedsSpace(line, { marks }, { fixes: [{ title: `Write a space after "${marks}"`, edits }] }),
    )
  }
}

function readRow(text: string, line: Span, columns: number, diagnostics: Diagnostic[]): MarkdownRow {
  const cells = readCells(text, line)
  const torn = cells.findIndex((cell, at) => hasOpenCode(cell) && cells.slice(at + 1).some(hasOpenCode))
  const last = cells[columns - 1]
  if (torn >= 0) diagnostics.push(barInCode(cells[torn]?.span ?? line, {}))
  else if (cells.slice(columns).some((cell) => cell.text.value !== '')) {
    const start = last ? last.span.end : line.start
    diagnostics.push(tooManyCells({ start, end: line.end }, { cells: cells.length, columns }))
  }
  const kept = cells.slice(0, columns)
  while (kept.length < columns)
    kept.push({ text: { value: '', start: line.end, gaps: [] }, span: { start: line.end, end: line.end } })
  return { cells: kept, span: line }
}

function hasOpenCode(cell: Cell): boolean {
  return cell.text.value.includes('`') && (cell.text.value.match(/`/g)?.length ?? 0) % 2 === 1
}

function readCells(text: string, line: Span): Cell[] {
  const cells: Cell[] = []
  let at = text[line.start] === '|' ? line.start + 1 : line.start
  while (at < line.end || (cells.length === 0 && at === line.end)) {
    CELL.lastIndex = at
    CELL.test(text)
    const end = Math.min(line.end, CELL.lastIndex)
    cells.push(cellOf(removeComments(withoutEscapes(text.slice(at, end), at))))
    at = end + 1
  }
  return cells
}

/** All up to a bar that no backslash escapes; two backslashes escape nothing. */
const CELL = /[^|\\\r\n]*(?:\\[|\\]?[^|\\\r\n]*)*/y

/** `\|` is read as a bar. */
function withoutEscapes(source: string, start: number): Fragment {
  if (!source.includes('\\|')) return fragment(source, start)
  const gaps: number[] = []
  let value = ''
  for (const [piece] of source.matchAll(/\\[|\\]|[^\\]+|\\/g)) {
    if (piece === '\\|') gaps.push(value.length)
    value += piece === '\\|' ? '|' : piece
  }
  return { value, start, gaps }
}

function cellOf(raw: Fragment): Cell {
  // An empty cell stands after the blank that follows its bar.
  const text =
    raw.value.trim() === ''
      ? { value: '', start: raw.start + Math.min(1, raw.value.length), gaps: [] }
      : trimFragment(raw)
  return { text, span: spanOf(text) }
}
