// Shows one record of a list as a row: selected, opened and edited in place.
import { Checkbox } from '@mantine/core'
import type { MouseEvent } from 'react'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { loadPart } from '../../../ui/load-page.tsx'
import { cellClass } from '../cell-class.ts'
import { say } from '../../../words/say.ts'
import classes from '../record-table.module.css'
import { RowLink } from '../row-link.tsx'
import { CellValue } from './cell-value.tsx'
import type { CellEdits } from './use-cell-editing.ts'
import type { CellRange } from './use-cell-range.ts'
import type { Selection } from './use-selection.ts'

const CellEditor = loadPart(async () => (await import('./cell-editor.tsx')).CellEditor)

/** Milliseconds in which a second click makes it a double one. */
const DOUBLE_CLICK = 220

interface Props {
  readonly record: RecordData
  /** Among all records of the list. */
  readonly index: number
  readonly columns: readonly ListColumn[]
  readonly path: string | undefined
  readonly name: string
  /** One has just come back from it. */
  readonly isReturned: boolean
  readonly onOpen: (id: string) => void
  /** Of a record without a page. */
  readonly onPeek: (id: string) => void
  readonly selection: Selection
  readonly editing: CellEdits
  readonly cells: CellRange
}

export function ListRow({
  record,
  index,
  columns,
  path,
  name,
  isReturned,
  onOpen,
  onPeek,
  selection,
  editing,
  cells,
}: Props) {
  const navigate = useNavigate()
  const isSelected = selection.has(record.id)
  const opening = useRef<number>(undefined)
  // A click anywhere in the row follows its link; what stands in the row does what it does, and text can be selected.
  const follow = (event: MouseEvent) => {
    globalThis.clearTimeout(opening.current)
    if (cells.wasDragged() || event.defaultPrevented || !(event.target instanceof Element)) return
    if (event.target.closest('a, button, input, label, [data-editor], [data-select]')) return
    if (globalThis.getSelection()?.toString()) return
    if (event.shiftKey) {
      selection.toggle(record.id, true)
      return
    }
    if (event.detail > 1) return
    if (!path) {
      onPeek(record.id)
      return
    }
    if (event.metaKey || event.ctrlKey) {
      globalThis.open(path, '_blank', 'noopener')
      return
    }
    const open = () => {
      onOpen(record.id)
      void navigate(path)
    }
    // A second click may follow, which edits the cell.
    if (event.target.closest('[data-editable]')) opening.current = globalThis.setTimeout(open, DOUBLE_CLICK)
    else open()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link in the row is there for keyboards
    <tr
      onClick={follow}
      data-link
      data-record={record.id}
      data-selected={isSelected || undefined}
      aria-selected={isSelected}
      aria-rowindex={index + 2}
    >
      <td className={classes['select']} data-select>
        <Checkbox
          size="xs"
          aria-label={say('Select {name}', { name })}
          checked={isSelected}
          onClick={(event) => selection.toggle(record.id, event.shiftKey)}
          onChange={() => {}}
        />
      </td>
      {columns.map((column, at) => {
        const isEdited = editing.isAt(record.id, column)
        const content = <CellValue record={record} column={column} />
        return (
          <td
            key={column.path.join('.')}
            className={`${cellClass(column, at)} ${isEdited ? classes['edited'] : ''}`}
            data-cell={at}
            data-ranged={cells.has(index, at) || undefined}
            tabIndex={-1}
            data-editable={editing.isEditable(column) || undefined}
            onDoubleClick={isEdited ? undefined : () => editing.start(record, column)}
          >
            {isEdited ? (
              <CellEditor column={column} editing={editing} />
            ) : at === 0 ? (
              <RowLink
                path={path}
                isReturned={isReturned}
                onOpen={() => onOpen(record.id)}
                onPeek={() => onPeek(record.id)}
              >
                {content}
              </RowLink>
            ) : (
              content
            )}
          </td>
        )
      })}
    </tr>
  )
}
