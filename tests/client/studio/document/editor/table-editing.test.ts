// Tables are edited as tables: from cell to cell, by rows and columns, and aligned when the caret leaves.
import type { StateCommand } from '@codemirror/state'
import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import {
  addColumnLeft,
  addColumnRight,
  addRowAbove,
  addRowBelow,
  alignColumns,
  cellBelow,
  deleteColumn,
  deleteRow,
  moveColumnLeft,
  moveColumnRight,
  moveRowDown,
  moveRowUp,
  nextCell,
  previousCell,
} from '../../../../../client/studio/document/editor/table/table-commands.ts'
import { tableEditing } from '../../../../../client/studio/document/editor/table/table-editing.ts'
import { readShipped } from '../../../../helpers/compile-document.ts'

const TABLE = `Above.

| field | type | meaning |
| --- | --- | --- |
| name | text | A \\| B |
| age | integer |  |

Below.`

/** `‸` is the caret, or both ends of what is selected. */
function open(marked: string): EditorState {
  const anchor = marked.indexOf('‸')
  const rest = marked.replace('‸', '')
  const head = rest.indexOf('‸')
  return EditorState.create({
    doc: rest.replace('‸', ''),
    selection: { anchor, head: head < 0 ? anchor : head },
    extensions: [tableEditing],
  })
}

function shown({ doc, selection: { main } }: EditorState): string {
  const text = doc.toString()
  const [before, within, after] = [text.slice(0, main.from), text.slice(main.from, main.to), text.slice(main.to)]
  return main.empty ? `${before}‸${after}` : `${before}‸${within}‸${after}`
}

/** Undefined: the key is left to others. */
function run(command: StateCommand, marked: string, times = 1): string | undefined {
  let state = open(marked)
  for (let time = 0; time < times; time++) {
    let done = false
    const dispatch = (transaction: { readonly state: EditorState }) => {
      ;({ state } = transaction)
    }
    done = command({ state, dispatch })
    if (!done) return undefined
  }
  return shown(state)
}

const rowsOf = (text: string | undefined) => text?.split('\n').slice(2, -2)
const at = (cell: string) => TABLE.replace(cell, `‸${cell}`)

describe('cells', () => {
  test('Tab selects the next cell, past the delimiters, and Shift Tab the one before', () => {
    expect(run(nextCell, at('field'))).toContain('| field | ‸type‸ | meaning |')
    expect(run(nextCell, at('field'), 3)).toContain('| ‸name‸ | text |')
    expect(run(nextCell, at('text |'))).toContain('| name | text | ‸A \\| B‸ |')
    expect(run(previousCell, at('name'))).toContain('| field | type | ‸meaning‸ |')
    expect(run(previousCell, at('field'))).toContain('| ‸field‸ | type |')
  })

  test('an empty cell takes the caret, and Tab in the last one adds a row', () => {
    expect(run(nextCell, at('integer'))).toContain('| age | integer | ‸ |')
    expect(rowsOf(run(nextCell, at('integer'), 2))).toEqual([
      '| field | type    | meaning |',
      '| ----- | ------- | ------- |',
      '| name  | text    | A \\| B  |',
      '| age   | integer |         |',
      '| ‸      |         |         |',
    ])
  })

  test('Enter goes to the cell below, and below the last row to a new one', () => {
    expect(run(cellBelow, at('type'))).toContain('| name | ‸text‸ |')
    expect(rowsOf(run(cellBelow, at('age')))?.at(-1)).toBe('| ‸      |         |         |')
  })

  test('outside of a table, and in a fenced block, the keys are left to others', () => {
    for (const command of [nextCell, previousCell, cellBelow, addRowBelow, alignColumns]) {
      expect(run(command, TABLE.replace('Above', 'Ab‸ove'))).toBeUndefined()
      expect(run(command, `\`\`\`\n${at('name')}\n\`\`\``)).toBeUndefined()
      expect(run(command, '| no | t‸able |\n\nText')).toBeUndefined()
    }
  })
})

describe('rows and columns', () => {
  const firstCells = (text: string | undefined) => rowsOf(text)?.map((line) => line.split('|')[1]?.trim())

  test('rows are added, moved and deleted below the delimiters only', () => {
    expect(firstCells(run(addRowAbove, at('name')))).toEqual(['field', '-----', '‸', 'name', 'age'])
    expect(firstCells(run(addRowBelow, at('field')))).toEqual(['field', '-----', '‸', 'name', 'age'])
    expect(firstCells(run(moveRowDown, at('name')))).toEqual(['field', '-----', 'age', '‸name‸'])
    expect(firstCells(run(moveRowUp, at('age')))).toEqual(['field', '-----', '‸age‸', 'name'])
    expect(run(moveRowUp, at('name'))).toBeUndefined()
    expect(run(moveRowDown, at('field'))).toBeUndefined()
    expect(run(deleteRow, at('field'))).toBeUndefined()
    expect(firstCells(run(deleteRow, at('age')))).toEqual(['field', '-----', '‸name‸'])
    expect(firstCells(run(deleteRow, at('age'), 2))).toEqual(['‸field‸', '-----'])
  })

  test('columns are added, moved and deleted with all their cells', () => {
    const cells = (text: string | undefined, row: number) =>
      rowsOf(text)
        ?.[row]?.split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim())
    expect(cells(run(addColumnLeft, at('text')), 0)).toEqual(['field', '‸', 'type', 'meaning'])
    expect(cells(run(addColumnRight, at('A \\')), 2)).toEqual(['name', 'text', 'A \\| B', ''])
    expect(cells(run(moveColumnLeft, at('type')), 2)).toEqual(['text', 'name', 'A \\| B'])
    expect(cells(run(moveColumnRight, at('type')), 2)).toEqual(['name', 'A \\| B', 'text'])
    expect(run(moveColumnRight, at('meaning'))).toBeUndefined()
    expect(cells(run(deleteColumn, at('type')), 2)).toEqual(['name', 'A \\| B'])
    expect(run(deleteColumn, '| only |\n|---|\n| ‸x |')).toBeUndefined()
  })
})

describe('alignment', () => {
  const leave = (state: EditorState) => state.update({ selection: { anchor: 0 }, userEvent: 'select' }).state

  test('a table that was typed in is aligned when the caret leaves it, and one that was not stays as it is', () => {
    const state = open(at('name'))
    expect(leave(state).doc.toString()).toBe(TABLE)
    const typed = state.update({ ...state.replaceSelection('full '), userEvent: 'input.type' }).state
    expect(rowsOf(leave(typed).doc.toString())).toEqual([
      '| field     | type    | meaning |',
      '| --------- | ------- | ------- |',
      '| full name | text    | A \\| B  |',
      '| age       | integer |         |',
    ])
    const moved = typed.update({ selection: { anchor: TABLE.indexOf('age') } }).state
    expect(moved.doc.toString()).toBe(typed.doc.toString())
  })

  test('any row or column that is moved and moved back leaves each shipped table as it is when aligned', () => {
    for (const name of ['helpdesk', 'library', 'expense-claims']) {
      const text = readShipped(name)
      const tables = [...text.matchAll(/^\|.*\n\|[ :|-]+\n\|/gm)].map(({ index, 0: head }) => index + head.length)
      expect(tables.length).toBeGreaterThan(5)
      for (const offset of tables) {
        let state = EditorState.create({ doc: text, selection: { anchor: offset }, extensions: [tableEditing] })
        const dispatch = (transaction: { readonly state: EditorState }) => {
          ;({ state } = transaction)
        }
        alignColumns({ state, dispatch })
        const aligned = state.doc.toString()
        for (const [there, back] of [
          [moveRowDown, moveRowUp],
          [moveColumnRight, moveColumnLeft],
          [addRowBelow, deleteRow],
        ] as const)
          if (there({ state, dispatch })) back({ state, dispatch })
        expect(state.doc.toString()).toBe(aligned)
      }
    }
  })
})
