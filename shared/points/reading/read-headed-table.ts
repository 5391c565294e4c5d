// Recognises a table by its header and gives its cells by column.
import type { Cell, Table } from '../../document/document.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import * as say from '../../diagnostics/all-points.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { nearest } from '../../text/nearest-word.ts'
import { plural } from '../../text/plural.ts'
import type { Span } from '../../text/span.ts'
import { removeEmphasis } from '../../text/remove-markup.ts'
import { isEmptyCell, isNone, isNotShown } from '../../text/written-values.ts'
import type { PointContext } from './point-context.ts'

/** A kind of table that a point reads. */
export interface TableShape {
  /** Noun for the rows, in the plural: "fields". */
  readonly of: string
  /** A table with all of these columns is one of this kind. */
  readonly key: readonly string[]
  /** All others that it may have. */
  readonly columns: readonly string[]
  /** Are other columns names of their own (states, keys) and no mistake? */
  readonly open?: boolean
  /** Is a column that nothing knows an error? It is where leaving it out would allow more than is written. */
  readonly strict?: boolean
  /** Columns that each row must fill in. The columns of `key` if absent. */
  readonly filled?: readonly string[]
}

export interface HeadedRow {
  readonly span: Span
  /** The cell's text; empty (also for a dash) where there is none. */
  cell(column: string): Fragment
  readonly cells: readonly Cell[]
}

export interface HeadedTable {
  readonly shape: TableShape
  readonly rows: readonly HeadedRow[]
  readonly table: Table
  /** The columns of an open table that its shape does not know: index in the row, and header. */
  readonly others: readonly { readonly index: number; readonly header: Fragment }[]
}

/** The first shape that fits; a table that almost fits one is an error, any other is not read and warned of. */
export function readHeadedTable(
  table: Table,
  shapes: readonly TableShape[],
  context: PointContext,
): HeadedTable | undefined {
  const headers = table.header.cells.map((cell) => plainWord(cell.text.value))
  const shape = shapes.find(({ key }) => key.every((column) => headers.some((header) => isColumn(header, column))))
  if (!shape || fitsBetter(headers, shape, shapes)) {
    reportUnknownTable(table, headers, shapes, context)
    return undefined
  }
  const known = [...shape.key, ...shape.columns]
  const index = new Map<string, number>()
  const others: { index: number; header: Fragment }[] = []
  for (const [at, header] of headers.entries()) {
    const cell = table.header.cells[at]
    const column = known.find((one) => one === header) ?? known.find((one) => isColumn(header, one))
    if (!cell || (header === '' && table.rows.every((row) => row.cells[at]?.text.value === ''))) continue
    if (column === undefined) {
      if (shape.open) others.push({ index: at, header: cell.text })
      else context.report(unknownColumn(cell, header, shape))
    } else if (index.has(column)) context.report(say.doubledColumn(cell.span, { column }))
    else index.set(column, at)
  }
  const rows: HeadedRow[] = []
  for (const row of table.rows) {
    if (row.cells.every((cell) => cell.text.value === '')) continue
    const cell = (column: string): Fragment => {
      const text = row.cells[index.get(column) ?? -1]?.text ?? { value: '', start: row.span.end, gaps: [] }
      // Most cells are empty.
      if (text.value === '') return text
      const found = removeEmphasis(text)
      return isEmptyCell(found.value) ? { ...found, value: '' } : found
    }
    const lacks = (shape.filled ?? shape.key).filter((column) => cell(column).value === '')
    for (const column of lacks) context.report(say.emptyCell(spanOrRow(cell(column), row.span), { column }))
    if (lacks.length === 0) rows.push({ span: row.span, cell, cells: row.cells })
  }
  return { shape, rows, table, others }
}

/** The cell's text, empty for "none"; one that says "not shown" is listed as unknown under the name and read as empty. */
export function shownCell(row: HeadedRow, column: string, name: string, context: PointContext): Fragment {
  const text = row.cell(column)
  if (text.value === '') return text
  if (isNone(text.value)) return { ...text, value: '' }
  // A meaning is prose, in which "To be decided" means what it says.
  if (!(column === 'meaning' ? /^not shown\.?$/i.test(text.value) : isNotShown(text.value))) return text
  context.unknown(name, spanOf(text))
  return { ...text, value: '' }
}

/** Case, emphasis, underscores and a mark at the end make no difference to a word of the language. */
export function plainWord(text: string): string {
  if (IS_PLAIN.test(text)) return text
  return text
    .replaceAll(/[*`_]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.:?]$/, '')
    .trim()
    .toLowerCase()
}

/** Most are written so. */
const IS_PLAIN = /^[a-z]+(?: [a-z]+)*$/

/** The plural is as good: `states` for `state`, `entities` for `entity`. */
export function isColumn(header: string, column: string): boolean {
  if (header === column || (column.endsWith('s') && header === column.slice(0, -1))) return true
  // Most words differ in their first character: nobody waits for the plural of all of them.
  return header.endsWith('s') && header[0] === column[0] && header === plural(column)
}

function spanOrRow(cell: Fragment, row: Span): Span {
  return cell.start >= row.end ? row : spanOf(cell)
}

/** Names of columns in other notations, with the name in this language. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['description', 'meaning'],
  ['notes', 'meaning'],
  ['help', 'meaning'],
  ['comment', 'meaning'],
  ['default value', 'default'],
  ['initial value', 'default'],
  ['mandatory', 'required'],
  ['obligatory', 'required'],
  ['formula', 'value'],
  ['constraints', 'limits'],
  ['validation', 'limits'],
  ['former name', 'was'],
  ['roles', 'for'],
  ['visible to', 'for'],
  ['valid from', 'from'],
  ['since', 'from'],
])

function unknownColumn(cell: Cell, header: string, { of, key, columns, strict }: TableShape): Diagnostic {
  const known = [...key, ...columns]
  const parameters = {
    column: cell.text.value,
    table: of,
    nearest: nearest(header, known) ?? known.find((column) => column === ELSEWHERE.get(header)),
    known: known.join(', '),
  }
  return strict ? say.unreadColumn(cell.span, parameters) : say.unknownColumn(cell.span, parameters)
}

/** `| role | entity | my |` has the key of the roles, and is yet a misspelt table of grants. */
function fitsBetter(headers: readonly string[], shape: TableShape, shapes: readonly TableShape[]): boolean {
  const known = knownOf(headers, shape)
  return !shape.open && known < headers.length && shapes.some((other) => !other.open && knownOf(headers, other) > known)
}

function knownOf(headers: readonly string[], { key, columns }: TableShape): number {
  return headers.filter((header) => [...key, ...columns].some((column) => isColumn(header, column))).length
}

function lackedBy(headers: readonly string[], { key }: TableShape): string[] {
  return key.filter((column) => !headers.some((header) => isColumn(header, column)))
}

/** A table is nearly of a kind if one column of its key is missing, or all that are missing are misspelt. */
function isNearly(headers: readonly string[], shape: TableShape): boolean {
  const lacked = lackedBy(headers, shape)
  const misspelt = lacked.filter((column) => nearest(column, headers) !== undefined)
  return lacked.length > 0 && ((lacked.length === 1 && shape.key.length > 1) || misspelt.length === lacked.length)
}

function reportUnknownTable(
  table: Table,
  headers: readonly string[],
  shapes: readonly TableShape[],
  context: PointContext,
): void {
  const [close] = shapes
    .filter((shape) => isNearly(headers, shape))
    .sort((a, b) => knownOf(headers, b) - knownOf(headers, a))
  const [column] = close ? lackedBy(headers, close) : []
  if (close && column !== undefined) {
    const meant = nearest(column, headers)
    const at = meant === undefined ? undefined : table.header.cells[headers.indexOf(meant)]
    const known = [...close.key, ...close.columns].join(', ')
    context.report(say.misspeltTable(at?.span ?? table.header.span, { column, nearest: meant, table: close.of, known }))
    return
  }
  const expected = shapes.map(({ key }) => `| ${key.join(' | ')} |`).join(' or ')
  const header = table.header.cells.map((cell) => cell.text.value).join(' | ')
  context.report(say.unknownTable(table.header.span, { header, expected }))
}
