// Runs the keys of a row or a cell that has the keyboard: move, select, peek, edit, copy, assign.
import type { KeyboardEvent } from 'react'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { useSingleKeysSetting } from '../../../ui/shortcuts/use-shortcuts.ts'
import type { CellEdits } from './use-cell-editing.ts'
import { focusCell, linkOf } from './focus-cell.ts'
import type { CellBlock, CellPlace, CellRange } from './use-cell-range.ts'
import { cellOf } from './use-cell-range.ts'
import type { Selection } from './use-selection.ts'

interface RowKeys {
  readonly records: readonly RecordData[]
  readonly columns: readonly ListColumn[]
  readonly selection: Selection
  readonly editing: CellEdits
  readonly cells: CellRange
  readonly onPeek: (id: string) => void
  readonly copy: (block: CellBlock) => void
  /** Undefined: there is nothing that people take on. */
  readonly assign: ((record: RecordData) => void) | undefined
}

const STEPS: { readonly [key: string]: { readonly down: number; readonly right: number } } = {
  ArrowUp: { down: -1, right: 0 },
  ArrowDown: { down: 1, right: 0 },
  ArrowLeft: { down: 0, right: -1 },
  ArrowRight: { down: 0, right: 1 },
}

export function useRowKeys(keys: RowKeys) {
  const [isOn] = useSingleKeysSetting()
  return (event: KeyboardEvent) => {
    const place = cellOf(event.target)
    const record = place && keys.records.find(({ id }) => id === place.id)
    if (!place || !record || event.altKey) return
    if (runKey(event, place, record, keys, isOn)) event.preventDefault()
  }
}

function runKey(event: KeyboardEvent, place: CellPlace, record: RecordData, keys: RowKeys, isOn: boolean): boolean {
  const { selection, editing, cells, columns } = keys
  const step = STEPS[event.key]
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (key !== 'c' || globalThis.getSelection()?.toString()) return false
    const column = columns[place.at]
    keys.copy(cells.block ?? { columns: column ? [column] : [], records: [record] })
    return true
  }
  if (step !== undefined) {
    const next = neighbour(place, step, keys)
    if (next === undefined) return true
    if (event.shiftKey) cells.extend(place, next)
    else cells.clear()
    focusCell(next)
    return true
  }
  if (key === 'escape' && cells.block) cells.clear()
  else if (key === 'escape' && selection.ids.size > 0) selection.clear()
  else if (key === 'enter' && place.at > 0) linkOf(place.id)?.click()
  else if (key === ' ') keys.onPeek(record.id)
  else if (isOn && key === 'x') selection.toggle(record.id, event.shiftKey)
  else if (key === 'f2' || (isOn && key === 'e')) startEditing(editing, record, columns[place.at], place.at)
  else if (isOn && key === 'a' && keys.assign) keys.assign(record)
  else return false
  return true
}

/** The cell itself; where the row as a whole has the keyboard, the first of it that can be. */
function startEditing(editing: CellEdits, record: RecordData, column: ListColumn | undefined, at: number): void {
  if (column && editing.isEditable(column)) editing.start(record, column)
  else if (column && at > 0) editing.refuse(column)
  else editing.startFirst(record)
}

function neighbour(
  { id, at }: CellPlace,
  { down, right }: { readonly down: number; readonly right: number },
  { records, columns }: Pick<RowKeys, 'records' | 'columns'>,
): CellPlace | undefined {
  const next = records[records.findIndex((record) => record.id === id) + down]
  return next && at + right >= 0 && at + right < columns.length ? { id: next.id, at: at + right } : undefined
}
