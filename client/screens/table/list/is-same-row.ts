// Decides whether a row of a list has to be drawn anew.
import type { RefObject } from 'react'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import type { CellEdits } from './use-cell-editing.ts'
import type { CellRange } from './use-cell-range.ts'
import type { Selection } from './use-selection.ts'

export interface RowProps {
  readonly record: RecordData
  /** Among all records of the list. */
  readonly index: number
  readonly columns: readonly ListColumn[]
  readonly pathOf: (record: RecordData) => string | undefined
  readonly nameOf: (record: RecordData) => string
  readonly isEditable: CellEdits['isEditable']
  /** One has just come back from it. */
  readonly isReturned: boolean
  readonly isSelected: boolean
  /** Indexes of the row's cells that are in the selected range, such as "3 4". */
  readonly ranged: string
  /** Undefined: no cell of it is edited. */
  readonly edited: CellEdits | undefined
  /** Actions as they are when the row is used, so that a change of them does not redraw the row. */
  readonly actions: RefObject<RowActions>
}

/** The values from which a row is drawn. */
export interface CellsProps extends Pick<
  RowProps,
  'record' | 'columns' | 'isEditable' | 'isReturned' | 'ranged' | 'edited' | 'actions'
> {
  readonly path: string | undefined
}

export interface RowActions {
  readonly goTo: (path: string) => void
  readonly onOpen: (id: string) => void
  /** Opens a record that has no page. */
  readonly onPeek: (id: string) => void
  readonly selection: Selection
  readonly editing: CellEdits
  readonly cells: CellRange
}

export function isSameRow<Props extends RowProps | CellsProps = RowProps>(before: Props, next: Props): boolean {
  return (Object.keys(next) as (keyof Props)[]).every((name) =>
    name === 'columns' ? isSameColumns(before.columns, next.columns) : before[name] === next[name],
  )
}

function isSameColumns(before: readonly ListColumn[], next: readonly ListColumn[]): boolean {
  return (
    before === next ||
    (before.length === next.length &&
      before.every(({ field, path }, at) => field === next[at]?.field && path.join('.') === next[at].path.join('.')))
  )
}
