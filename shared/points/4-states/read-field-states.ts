// Reads the table of fields by state: hidden, read only, required or asked.
import * as say from '../../diagnostics/4-states.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { nearest } from '../../text/nearest-word.ts'
import { splitFragment } from '../../text/split.ts'
import { bare, isEmptyCell } from '../../text/written-values.ts'
import type { WorkflowDeclaration } from './declarations.ts'
import type { PointContext } from '../reading/point-context.ts'
import { plainWord, type HeadedTable, shownCell, type TableShape } from '../reading/read-headed-table.ts'

export const FIELD_STATES: TableShape = { of: 'fields by states', key: ['field'], columns: ['role', 'if'], open: true }

const SAYS = ['hidden', 'read only', 'required', 'asked'] as const

type Cell = WorkflowDeclaration['fieldStates'][number]

export function readFieldStates(table: HeadedTable, context: PointContext): Cell[] {
  const bound: Cell[] = []
  for (const row of table.rows) {
    const named = row.cell('field')
    // A field that does not exist is reported where fields are linked.
    const fields = isEmptyCell(named.value) ? [named] : splitFragment(named)
    const role = row.cell('role')
    const condition = shownCell(row, 'if', `${named.value}: if`, context)
    for (const { index, header } of table.others) {
      const cell = row.cells[index]?.text
      for (const text of cell && !isEmptyCell(cell.value) ? splitFragment(cell) : []) {
        const says = readBinding(text, context)
        if (!says) continue
        if (says === 'asked') context.report(say.otherForm(spanOf(text), { field: named.value }))
        for (const field of fields)
          bound.push({
            field: bare(field),
            state: bare(header),
            says,
            ...(role.value === '' ? {} : { role: bare(role) }),
            ...(condition.value === '' ? {} : { if: bare(condition) }),
            span: spanOf(text),
          })
      }
    }
  }
  return bound
}

function readBinding(text: Fragment, context: PointContext): Cell['says'] | undefined {
  const word = plainWord(text.value.replace(/^read-only$/i, 'read only'))
  const says = SAYS.find((one) => one === word)
  if (!says) context.report(say.unknownBinding(spanOf(text), { says: text.value, nearest: nearest(word, SAYS) }))
  return says
}

/**
 * Reports a cell that sets a field in a state for the second time, since it is not clear which of the two would
 * count. A field may be required where a record comes there, and read only from then on.
 */
export function reportDoubledCells(cells: readonly Cell[], context: PointContext): void {
  const before = new Map<string, readonly Cell[]>()
  for (const cell of cells) {
    const { field, state, role, if: condition } = cell
    const key = JSON.stringify([field, state, role, condition].map((each) => plainWord(each?.value ?? '')))
    const others = before.get(key) ?? []
    before.set(key, [...others, cell])
    const other = others.find(({ says }) => says === cell.says || [says, cell.says].includes('hidden'))
    if (!other) continue
    const related = [{ message: 'The first one stands here.', span: other.span }]
    context.report(say.doubledBinding(cell.span, { field: field.value, state: state.value }, { related }))
  }
}
