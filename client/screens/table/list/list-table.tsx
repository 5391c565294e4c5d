// Shows a list of any length as rows: those in sight are drawn, more are loaded when its end comes near.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Sort } from '#shared/model/model.ts'
import { keepTrail } from '../../../data/list-trail.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { loadPart } from '../../../ui/load-page.tsx'
import { TickBox } from '../../../ui/tick-box.tsx'
import { useCopy } from '../bulk/use-copy.ts'
import { ColumnHeader } from '../columns/column-header.tsx'
import { SELECT_WIDTH } from '../columns/fit-columns.ts'
import { useColumnSizes } from '../columns/use-column-sizes.tsx'
import { GroupRow } from './group-row.tsx'
import type { ListGroup } from './list-groups.ts'
import { listLines } from './list-groups.ts'
import { useListPosition } from './list-position.ts'
import { ListRow } from './list-row.tsx'
import type { RowActions } from './is-same-row.ts'
import { say } from '../../../words/say.ts'
import classes from '../record-table.module.css'
import { SummaryRow } from './summary-row.tsx'
import type { ListSummary } from '../use-list-totals.ts'
import type { Density } from '../use-density.ts'
import { ROW_HEIGHTS } from '../use-density.ts'
import type { Selection } from './use-selection.ts'
import { rangedCells, useCellRange } from './use-cell-range.ts'
import { useRowKeys } from './use-row-keys.ts'
import { usePrinted } from '../../../ui/use-printed.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import type { CellEdits } from './use-cell-editing.ts'

const CellRangeBar = loadPart(async () => (await import('./cell-range-bar.tsx')).CellRangeBar)

export interface ListTableProps {
  readonly caption: string
  readonly columns: readonly ListColumn[]
  readonly records: readonly RecordData[]
  /** Number of all records that the filter finds; undefined if it is not known. */
  readonly count: number | undefined
  readonly sort: readonly Sort[]
  readonly onSort: (field: string) => void
  readonly pathOf: (record: RecordData) => string | undefined
  readonly nameOf: (record: RecordData) => string
  readonly hasMore: boolean
  readonly loadMore: () => void
  /** The request for the records that follow. */
  readonly next: string | undefined
  readonly density: Density
  /** Shows a record beside the list. */
  readonly onPeek: (id: string) => void
  readonly selection: Selection
  readonly editing: CellEdits
  readonly groups: readonly ListGroup[] | undefined
  readonly summary: ListSummary
  /** Makes a record the person's own. */
  readonly assign: ((record: RecordData) => void) | undefined
  /** Widths that fit, in the order of the columns, where undefined means that a column takes the remaining room. */
  readonly fitted: readonly (number | undefined)[]
  /** Minimum widths, in the order of the columns. */
  readonly least: readonly number[]
  /** Given by the person, by the column's path. */
  readonly widths: ReadonlyMap<string, number>
  readonly onWidth: (path: string, width: number | undefined) => void
}

/** So many rows before the end the next ones are asked for. */
const NEAR_END = 20

/** A region that scrolls must be reachable by the keyboard. */
const MOVABLE = { tabIndex: 0, role: 'region' } as const

export function ListTable(props: ListTableProps) {
  const { caption, columns, records, count, sort, onSort, hasMore, loadMore, density, selection, summary, editing } =
    props
  const region = useRef<HTMLDivElement>(null)
  const rowHeight = ROW_HEIGHTS[density]
  const lines = listLines(records, props.groups)
  const seen = useVisibleRows(region, lines.length, rowHeight)
  const { first, end } = usePrinted() ? { first: 0, end: lines.length } : seen
  const { returnedFrom, keep } = useListPosition(region, { height: lines.length * rowHeight, hasMore, loadMore })
  const { pathname, search } = useLocation()
  const open = (id: string) => {
    keep(id)
    const opened = records.find((record) => record.id === id)
    const path = opened && props.pathOf(opened)
    if (path === undefined) return
    const paths = records.flatMap((record) => props.pathOf(record) ?? [])
    keepTrail({ list: pathname + search, records: paths, count: props.count, next: props.next }, path)
  }
  const isNearEnd = seen.end + NEAR_END >= lines.length
  useEffect(() => {
    if (isNearEnd && hasMore) loadMore()
  }, [isNearEnd, hasMore, loadMore])
  const cells = useCellRange(records, columns)
  const navigate = useNavigate()
  const goTo = (path: string) => void navigate(path)
  const current = { goTo, onOpen: open, onPeek: props.onPeek, selection, editing, cells }
  const actions = useRef<RowActions>(current)
  useLayoutEffect(() => {
    actions.current = current
  })
  const copy = useCopy()
  const onKeyDown = useRowKeys({ ...props, cells, copy })
  const { widths, style, sizerOf } = useColumnSizes(props)
  const span = columns.length + 1
  return (
    <>
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
          style={style}
          aria-rowcount={count === undefined ? -1 : count + 1}
          onKeyDown={onKeyDown}
          onPointerDown={cells.onPointerDown}
          onPointerMove={cells.onPointerMove}
          data-ranging={cells.block ? true : undefined}
        >
          <caption className="unseen">{caption}</caption>
          <colgroup>
            <col style={{ width: SELECT_WIDTH }} />
            {columns.map((column, at) => (
              <col key={column.path.join('.')} style={{ width: widths[at] }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={classes['select']}>
                <SelectLoaded records={records} selection={selection} />
              </th>
              {columns.map((column, at) => (
                <ColumnHeader
                  key={column.path.join('.')}
                  column={column}
                  sort={sort}
                  onSort={onSort}
                  sizer={sizerOf(column, at)}
                />
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
                    pathOf={props.pathOf}
                    nameOf={props.nameOf}
                    isEditable={editing.isEditable}
                    isReturned={line.record.id === returnedFrom}
                    isSelected={selection.has(line.record.id)}
                    ranged={rangedCells(cells, line.index, columns.length)}
                    edited={editing.record?.id === line.record.id ? editing : undefined}
                    actions={actions}
                  />
                ),
              )}
            <Gap rows={lines.length - end} rowHeight={rowHeight} />
          </tbody>
          {summary.size > 0 && <SummaryRow columns={columns} summary={summary} />}
        </table>
      </div>
      {cells.block && (
        <CellRangeBar block={cells.block} onCopy={() => cells.block && copy(cells.block)} onClear={cells.clear} />
      )}
    </>
  )
}

/** Fills the space of the rows that are not drawn. */
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
    <TickBox
      aria-label={say('Select all that are shown')}
      checked={chosen > 0 && chosen === records.length}
      indeterminate={chosen > 0 && chosen < records.length}
      onChange={selection.toggleLoaded}
    />
  )
}
