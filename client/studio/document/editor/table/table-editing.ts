// Edits tables by cell: keys go from cell to cell, and columns align when the caret leaves the table.
import { startCompletion } from '@codemirror/autocomplete'
import type { ChangeSpec, Extension, StateCommand, Text } from '@codemirror/state'
import { EditorState, StateField } from '@codemirror/state'
import type { Command } from '@codemirror/view'
import { EditorView, keymap } from '@codemirror/view'
import { alignTable } from '#shared/language/format-document.ts'
import {
  addRowBelow,
  alignColumns,
  cellBelow,
  moveColumnLeft,
  moveColumnRight,
  moveRowDown,
  moveRowUp,
  nextCell,
  previousCell,
} from './table-commands.ts'
import type { TextTable } from './table-text.ts'
import { linesBetween, tableAt } from './table-text.ts'

/** Time in which Tab leaves the editor after Esc. */
const LEAVING_MILLISECONDS = 2_000

/** An offset in the table that has been typed in since the caret came into it. */
const editedTable = StateField.define<number | null>({
  create: () => null,
  update(value, transaction) {
    const { state, docChanged } = transaction
    const { head } = state.selection.main
    const isTyped = transaction.isUserEvent('input') || transaction.isUserEvent('delete')
    if (docChanged && isTyped && tableAt(state.doc, head)) return head
    if (value === null) return null
    const mapped = transaction.changes.mapPos(value)
    const table = tableAt(state.doc, mapped)
    return table && isWithin(table, head) ? mapped : null
  },
})

/** Aligns with the move of the caret itself; what an Undo brings back is left as it was. */
const alignOnLeaving = EditorState.transactionFilter.of((transaction) => {
  const edited = transaction.startState.field(editedTable, false) ?? null
  if (edited === null || transaction.docChanged || transaction.selection === undefined) return transaction
  const { doc } = transaction.startState
  const table = tableAt(doc, edited)
  if (table === undefined || isWithin(table, transaction.selection.main.head)) return transaction
  const changes = alignmentOf(doc, table)
  return changes.length === 0 ? transaction : [transaction, { changes, sequential: true }]
})

function alignmentOf(doc: Text, { firstLine, rows }: TextTable): readonly ChangeSpec[] {
  const lines = linesBetween(doc, firstLine, firstLine + rows.length - 1)
  return (alignTable(lines) ?? lines).flatMap((aligned, at) => {
    const { from, to, text } = doc.line(firstLine + at)
    return aligned === text ? [] : [{ from, to, insert: aligned }]
  })
}

function isWithin({ from, to }: TextTable, offset: number): boolean {
  return offset >= from && offset <= to
}

/** An empty cell offers at once what may stand in it. */
const offerWords =
  (command: StateCommand): Command =>
  (view) => {
    if (!command(view)) return false
    if (view.state.selection.main.empty) startCompletion(view)
    return true
  }

/** Behind the last bar, and before the first one, a new line is begun as everywhere. */
const enterCell: Command = (view) => {
  const { head } = view.state.selection.main
  const { from, text } = view.state.doc.lineAt(head)
  const isBetween = text.slice(0, head - from).includes('|') && text.slice(head - from).includes('|')
  return isBetween && offerWords(cellBelow)(view)
}

export const tableEditing: Extension = [
  editedTable,
  alignOnLeaving,
  // Tab moves in a table: after Esc it leaves the editor, also where Esc has something else to close first.
  EditorView.domEventObservers({
    keydown: (event, view) => {
      if (event.key === 'Escape') view.setTabFocusMode(LEAVING_MILLISECONDS)
    },
  }),
  keymap.of([
    { key: 'Tab', run: offerWords(nextCell), shift: offerWords(previousCell) },
    { key: 'Enter', run: enterCell },
    { key: 'Mod-Enter', run: addRowBelow },
    { key: 'Alt-ArrowUp', run: moveRowUp },
    { key: 'Alt-ArrowDown', run: moveRowDown },
    { key: 'Alt-ArrowLeft', mac: 'Ctrl-Alt-ArrowLeft', run: moveColumnLeft },
    { key: 'Alt-ArrowRight', mac: 'Ctrl-Alt-ArrowRight', run: moveColumnRight },
    { key: 'Shift-Alt-f', run: alignColumns },
  ]),
]
