// Moves from cell to cell of a table in the text, and adds, moves and deletes its rows and columns.
import type { EditorState, StateCommand, TransactionSpec } from '@codemirror/state'
import { EditorSelection } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { say } from '../../../../words/say.ts'
import type { CellOfTable, TextTable } from './table-text.ts'
import { cellAt, cellSpan, FIRST_ROW, linesOfTable, tableAt } from './table-text.ts'

type Rows = readonly (readonly string[])[]

interface ChangedTable {
  readonly rows: Rows
  /** Cell in which one goes on. */
  readonly place: CellOfTable
}

/** The last cell is followed by a new row. */
export const nextCell: StateCommand = inTable((table, { row, column }) => {
  const [columns, last] = [columnsOf(table), table.rows.length - 1]
  if (row === 1) return last < FIRST_ROW ? withRow(table.rows, FIRST_ROW) : { row: FIRST_ROW, column: 0 }
  if (column + 1 < columns) return { row, column: column + 1 }
  const next = row === 0 ? FIRST_ROW : row + 1
  return next > last ? withRow(table.rows, next) : { row: next, column: 0 }
})

/** Before the first cell there is nothing: the caret stays. */
export const previousCell: StateCommand = inTable((table, { row, column }) => {
  if (column > 0 && row !== 1) return { row, column: column - 1 }
  const before = row <= FIRST_ROW ? 0 : row - 1
  return row === 0 ? { row, column } : { row: before, column: columnsOf(table) - 1 }
})

/** A row can't be broken: the caret goes to the cell below, and below the last row to a new one. */
export const cellBelow: StateCommand = inTable((table, { row, column }) => {
  const next = Math.max(row + 1, FIRST_ROW)
  return next < table.rows.length ? { row: next, column } : withRow(table.rows, next, column)
})

export const addRowAbove = inTable(({ rows }, { row, column }) => withRow(rows, Math.max(row, FIRST_ROW), column))

export const addRowBelow = inTable(({ rows }, { row, column }) => withRow(rows, Math.max(row + 1, FIRST_ROW), column))

export const deleteRow = inTable(({ rows }, { row, column }) => {
  if (row < FIRST_ROW) return null
  const left = rows.toSpliced(row, 1)
  const next = Math.min(row, left.length - 1)
  return { rows: left, place: { row: next < FIRST_ROW ? 0 : next, column } }
})

export const moveRowUp = inTable(({ rows }, place) => moveRow(rows, place, -1))
export const moveRowDown = inTable(({ rows }, place) => moveRow(rows, place, 1))

export const addColumnLeft = inTable(({ rows }, { column }) => withColumn(rows, column))
export const addColumnRight = inTable(({ rows }, { column }) => withColumn(rows, column + 1))

export const deleteColumn = inTable((table, { row, column }) => {
  if (columnsOf(table) < 2) return null
  return {
    rows: table.rows.map((cells) => cells.toSpliced(column, 1)),
    place: { row, column: Math.max(0, Math.min(column, columnsOf(table) - 2)) },
  }
})

export const moveColumnLeft = inTable((table, place) => moveColumn(table, place, -1))
export const moveColumnRight = inTable((table, place) => moveColumn(table, place, 1))

export const alignColumns = inTable(({ rows }, place) => ({ rows, place }))

/** Gives a command that does nothing outside of tables; null: it can't be done in this cell. */
function inTable(act: (table: TextTable, place: CellOfTable) => ChangedTable | CellOfTable | null): StateCommand {
  return ({ state, dispatch }) => {
    const { head } = state.selection.main
    const table = tableAt(state.doc, head)
    const done = table && act(table, cellAt(state.doc, table, head))
    if (table === undefined || !done) return false
    dispatch(state.update('rows' in done ? rewrite(state, table, done) : select(state, table, done)))
    return true
  }
}

function select(state: EditorState, table: TextTable, place: CellOfTable): TransactionSpec {
  const line = state.doc.line(table.firstLine + place.row)
  const { from, to } = cellSpan(line.text, place.column)
  return {
    selection: EditorSelection.range(line.from + from, line.from + to),
    scrollIntoView: true,
    userEvent: 'select.cell',
    effects: EditorView.announce.of(sayCell(table.rows, place)),
  }
}

function rewrite(state: EditorState, { from, to }: TextTable, { rows, place }: ChangedTable): TransactionSpec {
  const lines = linesOfTable(rows)
  const start = from + lines.slice(0, place.row).reduce((sum, line) => sum + line.length + 1, 0)
  const cell = cellSpan(lines[place.row] ?? '', place.column)
  const text = lines.join('\n')
  return {
    ...(state.sliceDoc(from, to) !== text && { changes: { from, to, insert: state.toText(text) } }),
    selection: EditorSelection.range(start + cell.from, start + cell.to),
    scrollIntoView: true,
    userEvent: 'input.table',
    effects: EditorView.announce.of(sayCell(rows, place)),
  }
}

function sayCell(rows: Rows, { row, column }: CellOfTable): string {
  const name = rows[0]?.[column] ?? ''
  return row === 0
    ? say('Heading {name}', { name })
    : say('{name}, row {row}', { name, row: String(row - FIRST_ROW + 1) })
}

function columnsOf({ rows }: TextTable): number {
  return rows[0]?.length ?? 1
}

function withRow(rows: Rows, at: number, column = 0): ChangedTable {
  const empty = (rows[0] ?? ['']).map(() => '')
  return { rows: rows.toSpliced(at, 0, empty), place: { row: at, column: Math.min(column, empty.length - 1) } }
}

function moveRow(rows: Rows, { row, column }: CellOfTable, step: 1 | -1): ChangedTable | null {
  const to = row + step
  if (row < FIRST_ROW || to < FIRST_ROW || to >= rows.length) return null
  return { rows: rows.toSpliced(row, 1).toSpliced(to, 0, rows[row] ?? []), place: { row: to, column } }
}

function withColumn(rows: Rows, at: number): ChangedTable {
  const fill = (cells: readonly string[], index: number) => {
    const padded = [...cells, ...Array.from({ length: Math.max(0, at - cells.length) }, () => '')]
    return padded.toSpliced(at, 0, index === 1 ? '---' : '')
  }
  // The name of the new column is written first.
  return { rows: rows.map(fill), place: { row: 0, column: at } }
}

function moveColumn(table: TextTable, { row, column }: CellOfTable, step: 1 | -1): ChangedTable | null {
  const [to, columns] = [column + step, columnsOf(table)]
  if (to < 0 || to >= columns || column >= columns) return null
  const swap = (cells: readonly string[]) => {
    const padded = Array.from({ length: Math.max(columns, cells.length) }, (_, at) => cells[at] ?? '')
    return padded.with(column, padded[to] ?? '').with(to, padded[column] ?? '')
  }
  return { rows: table.rows.map(swap), place: { row, column: to } }
}
