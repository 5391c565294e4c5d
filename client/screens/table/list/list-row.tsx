// Shows one record of a list as a row: selected, opened and edited in place.
import type { MouseEvent } from 'react'
import { memo, useMemo } from 'react'
import { loadPart } from '../../../ui/load-page.tsx'
import { TickBox } from '../../../ui/tick-box.tsx'
import { cellClass } from '../columns/column-layout.ts'
import { say } from '../../../words/say.ts'
import classes from '../record-table.module.css'
import { RowLink } from '../row-link.tsx'
import { CellValue } from './cell-value.tsx'
import { isSameRow } from './is-same-row.ts'
import type { CellsProps, RowProps } from './is-same-row.ts'
import { openAfterClick } from './open-after-click.ts'

const CellEditor = loadPart(async () => (await import('./cell-editor.tsx')).CellEditor)

/** Drawn anew only where something of it has changed: to select one of forty rows must not take as long as all of them. */
export const ListRow = memo(Row, isSameRow)

function Row(props: RowProps) {
  const { record, index, pathOf, nameOf, isSelected, actions, ...values } = props
  const path = pathOf(record)
  const label = useMemo(() => say('Select {name}', { name: nameOf(record) }), [nameOf, record])
  // A click anywhere in the row follows its link; what stands in the row does what it does, and text can be selected.
  const follow = (event: MouseEvent) => {
    const { cells, goTo, onOpen, onPeek, selection } = actions.current
    if (cells.wasDragged() || event.defaultPrevented || !(event.target instanceof Element)) return
    // What one chooses in a cell from is drawn above the page, and is not of the row.
    if (!event.currentTarget.contains(event.target)) return
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
      goTo(path)
    }
    // A second click may follow, which edits the cell.
    if (event.target.closest('[data-editable]')) openAfterClick(open)
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
        <TickBox
          aria-label={label}
          checked={isSelected}
          onClick={(event) => actions.current.selection.toggle(record.id, event.shiftKey)}
          onChange={() => {}}
        />
      </td>
      <RowCells {...values} record={record} path={path} actions={actions} />
    </tr>
  )
}

/** To select a row draws none of its values anew. */
const RowCells = memo(Cells, isSameRow)

function Cells({ record, columns, path, isEditable, isReturned, ranged, edited, actions }: CellsProps) {
  const rangedCells = ranged.split(' ')
  return columns.map((column, at) => {
    const isEdited = edited?.isAt(record.id, column) === true
    const content = <CellValue record={record} column={column} />
    return (
      <td
        key={column.path.join('.')}
        className={`${cellClass(column, at)} ${isEdited ? classes['edited'] : ''}`}
        data-cell={at}
        data-ranged={rangedCells.includes(String(at)) || undefined}
        tabIndex={-1}
        data-editable={isEditable(column) || undefined}
        onDoubleClick={isEdited ? undefined : () => actions.current.editing.start(record, column)}
      >
        {isEdited ? (
          <CellEditor column={column} editing={edited} />
        ) : at === 0 ? (
          <RowLink
            path={path}
            isReturned={isReturned}
            onOpen={() => actions.current.onOpen(record.id)}
            onPeek={() => actions.current.onPeek(record.id)}
          >
            {content}
          </RowLink>
        ) : (
          content
        )}
      </td>
    )
  })
}
