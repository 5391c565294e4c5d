// Shows a list of any length as rows: those in sight are drawn, more are loaded when its end comes near.
import { Checkbox } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { Sort } from '#shared/model/model.ts'
import { keepTrail } from '../../../data/list-trail.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { useSingleKeysSetting } from '../../../shell/shortcuts/use-shortcuts.ts'
import { columnWidth, LEAST_TEXT_WIDTH } from '../cell-class.ts'
import { ColumnHeader } from '../column-header.tsx'
import { GroupRow } from './group-row.tsx'
import type { ListGroup } from './list-groups.ts'
import { listLines } from './list-groups.ts'
import { useListPosition } from './list-position.ts'
import { ListRow } from './list-row.tsx'
import classes from '../record-table.module.css'
import { SummaryRow } from './summary-row.tsx'
import type { Density } from '../use-density.ts'
import { ROW_HEIGHTS } from '../use-density.ts'
import type { Selection } from './use-selection.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import type { CellEdits } from './use-cell-editing.ts'

export interface ListTableProps {
  readonly caption: string
  readonly columns: readonly ListColumn[]
  readonly records: readonly RecordData[]
  /** Of all that the filter finds; undefined: not known. */
  readonly count: number | undefined
  readonly sort: readonly Sort[]
  readonly onSort: (field: string) => void
  readonly pathOf: (record: RecordData) => string | undefined
  readonly nameOf: (record: RecordData) => string
  readonly hasMore: boolean
  readonly loadMore: () => void
  readonly density: Density
  /** Shows a record beside the list. */
  readonly onPeek: (id: string) => void
  readonly selection: Selection
  readonly editing: CellEdits
  readonly groups: readonly ListGroup[] | undefined
  /** What stands below a column, by the column's path. */
  readonly summary: ReadonlyMap<string, string>
}

/** So many rows before the end the next ones are asked for. */
const NEAR_END = 20
const SELECT_WIDTH = 44

/** A region that scrolls must be reachable by the keyboard. */
const MOVABLE = { tabIndex: 0, role: 'region' } as const

export function ListTable(props: ListTableProps) {
  const { caption, columns, records, count, sort, onSort, hasMore, loadMore, density, selection, summary } = props
  const region = useRef<HTMLDivElement>(null)
  const rowHeight = ROW_HEIGHTS[density]
  const lines = listLines(records, props.groups)
  const { first, end } = useVisibleRows(region, lines.length, rowHeight)
  const { returnedFrom, keep } = useListPosition(region, { height: lines.length * rowHeight, hasMore, loadMore })
  const { pathname, search } = useLocation()
  const open = (id: string) => {
    keep(id)
    const opened = records.find((record) => record.id === id)
    const path = opened && props.pathOf(opened)
    if (path === undefined) return
    keepTrail({ list: pathname + search, records: records.flatMap((record) => props.pathOf(record) ?? []) }, path)
  }
  const isNearEnd = end + NEAR_END >= lines.length
  useEffect(() => {
    if (isNearEnd && hasMore) loadMore()
  }, [isNearEnd, hasMore, loadMore])
  const onKeyDown = useRowKeys(props)
  const width = columns.reduce((sum, column) => sum + (columnWidth(column) ?? LEAST_TEXT_WIDTH), SELECT_WIDTH)
  const span = columns.length + 1
  return (
    <div
      className={`${classes['scroll']} ${classes['filling']}`}
      ref={region}
      {...MOVABLE}
      aria-label={caption}
      data-wide
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the rows' own links */}
      <table
        className={`${classes['table']} ${classes['fixed']}`}
        data-density={density}
        style={{ minWidth: width }}
        aria-rowcount={count === undefined ? -1 : count + 1}
        onKeyDown={onKeyDown}
      >
        <caption className="unseen">{caption}</caption>
        <colgroup>
          <col style={{ width: SELECT_WIDTH }} />
          {columns.map((column) => (
            <col key={column.path.join('.')} style={{ width: columnWidth(column) }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classes['select']}>
              <SelectLoaded records={records} selection={selection} />
            </th>
            {columns.map((column) => (
              <ColumnHeader key={column.path.join('.')} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={first} rowHeight={rowHeight} />
          {lines
            .slice(first, end)
            .map((line) =>
              line.kind === 'group' ? (
                <GroupRow key={`group ${line.group.key}`} group={line.group} span={span} />
              ) : (
                <ListRow
                  key={line.record.id}
                  record={line.record}
                  index={line.index}
                  columns={columns}
                  path={props.pathOf(line.record)}
                  name={props.nameOf(line.record)}
                  isReturned={line.record.id === returnedFrom}
                  onOpen={open}
                  onPeek={props.onPeek}
                  selection={selection}
                  editing={props.editing}
                />
              ),
            )}
          <Gap rows={lines.length - end} rowHeight={rowHeight} />
        </tbody>
        {summary.size > 0 && <SummaryRow columns={columns} summary={summary} />}
      </table>
    </div>
  )
}

/** In place of the rows that are not drawn. */
function Gap({ rows, rowHeight }: { readonly rows: number; readonly rowHeight: number }) {
  if (rows <= 0) return null
  return <tr aria-hidden="true" style={{ height: rows * rowHeight }} />
}

function SelectLoaded({
  records,
  selection,
}: {
  readonly records: readonly RecordData[]
  readonly selection: Selection
}) {
  const chosen = records.filter(({ id }) => selection.has(id)).length
  return (
    <Checkbox
      size="xs"
      aria-label="Select all that are shown"
      checked={chosen > 0 && chosen === records.length}
      indeterminate={chosen > 0 && chosen < records.length}
      onChange={selection.toggleLoaded}
    />
  )
}

/** Space shows the row that has the keyboard beside the list, X selects it, Shift+X all up to it; E and F2 edit its first cell. */
function useRowKeys({ selection, editing, records, onPeek }: ListTableProps) {
  const [isOn] = useSingleKeysSetting()
  return (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.closest('input, textarea, select')) return
    const id = event.target.closest('tr')?.dataset['record']
    const record = records.find((each) => each.id === id)
    if (record === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === ' ' && event.target.matches('[data-row-link]')) onPeek(record.id)
    else if (isOn && key === 'x') selection.toggle(record.id, event.shiftKey)
    else if (key === 'f2' || (isOn && key === 'e')) editing.startFirst(record)
    else return
    event.preventDefault()
  }
}
