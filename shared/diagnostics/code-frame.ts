// Prints a diagnostic with its line and marks below the place.
import type { LineIndex } from '../text/position.ts'
import { lineText, positionAt } from '../text/position.ts'
import type { Span } from '../text/span.ts'
import { graphemes, printable, type Grapheme } from './terminal-text.ts'
import type { Diagnostic } from './diagnostic.ts'
import { placesOfCause } from './gather-repeated.ts'

/** Widest part of a source line that is printed, in columns of a terminal. */
const WIDEST = 100
const FAR = 1000

/**
 * ```
 * helpdesk.md:88:24  roles/unknown-state  error
 *   88 | | Agent | Ticket | move to resolvd |
 *      |                            ^^^^^^^  Ticket has no state "resolvd".
 *   hint: did you mean "resolved" (line 52)?
 *   also helpdesk.md:94:24, helpdesk.md:120:7
 * ```
 * `name` is the file's name as the reader knows it. Ends without a line ending.
 */
export function printDiagnostic(diagnostic: Diagnostic, index: LineIndex, name: string): string {
  const lines = [`${place(diagnostic.span, index, name)}  ${diagnostic.code}  ${diagnostic.severity}`]
  lines.push(...frame(diagnostic.span, index, '^', diagnostic.message))
  if (diagnostic.hint !== undefined) lines.push(`  hint: ${printable(diagnostic.hint)}`)
  for (const related of diagnostic.related ?? []) {
    if (related.again) continue
    lines.push(`  see ${place(related.span, index, name)}`, ...frame(related.span, index, '-', related.message))
  }
  const places = new Set(placesOfCause(diagnostic).map((span) => place(span, index, name)))
  places.delete(place(diagnostic.span, index, name))
  if (places.size > 0) lines.push(`  also ${[...places].join(', ')}`)
  return lines.join('\n')
}

/** All of them, in the order of the document, with an empty line between. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], index: LineIndex, name: string): string {
  return [...diagnostics]
    .sort((a, b) => a.span.start - b.span.start)
    .map((diagnostic) => printDiagnostic(diagnostic, index, name))
    .join('\n\n')
}

function place(span: Span, index: LineIndex, name: string): string {
  const { line, column } = positionAt(index, span.start)
  return `${printable(name)}:${line}:${column}`
}

function frame(span: Span, index: LineIndex, mark: string, message: string): string[] {
  const { line, column } = positionAt(index, span.start)
  const whole = lineText(index, line)
  // Far more than is shown of a very long line need not be looked at.
  const left = Math.max(0, column - 1 - FAR)
  const right = Math.min(whole.length, column - 1 + FAR)
  const cells = graphemes(whole.slice(left, right))
  // A span over several lines is marked to the end of its first one.
  const from = cells.findIndex((cell) => cell.at + cell.length > column - 1 - left)
  const first = from < 0 ? cells.length : from
  let last = first
  while (last < cells.length && (cells[last]?.at ?? 0) < column - 1 - left + span.end - span.start) last++
  const window = cut(cells, first, last)
  const shown = cells.slice(window.from, window.to)
  const before = widthOf(cells.slice(window.from, first)) + (window.from > 0 ? 1 : 0)
  const marked = Math.max(1, widthOf(cells.slice(first, Math.min(last, window.to))))
  const source = `${window.from > 0 ? '…' : ''}${shown.map((cell) => cell.shown).join('')}${window.to < cells.length ? '…' : ''}`
  const margin = String(line)
  return [
    `  ${margin} | ${source}`.trimEnd(),
    `  ${' '.repeat(margin.length)} | ${' '.repeat(before)}${mark.repeat(marked)}  ${printable(message)}`,
  ]
}

/** The part of a long line around the marked cells. */
function cut(cells: readonly Grapheme[], first: number, last: number): { from: number; to: number } {
  if (widthOf(cells) <= WIDEST) return { from: 0, to: cells.length }
  let from = first
  let to = first
  let width = 0
  const take = (cell: Grapheme | undefined): boolean => {
    if (!cell || width + cell.width > WIDEST) return false
    width += cell.width
    return true
  }
  while (to < Math.max(last, first + 1) && take(cells[to])) to++
  // What is left of the width goes to both sides, the left first by halves.
  const half = width + (WIDEST - width) / 2
  while (from > 0 && width < half && take(cells[from - 1])) from--
  while (to < cells.length && take(cells[to])) to++
  while (from > 0 && take(cells[from - 1])) from--
  return { from, to }
}

function widthOf(cells: readonly Grapheme[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0)
}
