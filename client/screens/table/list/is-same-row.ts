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
  /** Which of its cells are in the selected range: "3 4". */
  readonly ranged: string
  /** Undefined: no cell of it is edited. */
  readonly edited: CellEdits | undefined
  /** As they are when the row is used, which does not draw it anew. */
  readonly actions: RefObject<RowActions>
}

/** What the values of a row are drawn from. */
export interface CellsProps extends Pick<
  RowProps,
  'record' | 'columns' | 'isEditable' | 'isReturned' | 'ranged' | 'edited' | 'actions'
> {
  readonly path: string | undefined
}

export interface RowActions {
  readonly goTo: (path: string) => void
  readonly onOpen: (id: string) => void
  /** Of a record without a page. */
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
