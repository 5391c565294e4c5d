// Shows records as rows of a table with sortable headers.
import { useMediaQuery } from '@mantine/hooks'
import { Link, useNavigate } from 'react-router-dom'
import type { MouseEvent, ReactNode } from 'react'
import type { ListColumn } from '../../data/records/list-columns.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { cellClass, isText } from './columns/column-layout.ts'
import { ColumnHeader } from './columns/column-header.tsx'
import { CellValue } from './list/cell-value.tsx'
import { RecordCards } from './cards/record-cards.tsx'
import { say } from '../../words/say.ts'
import classes from './record-table.module.css'
import type { TableProps } from './table-props.ts'

export function RecordTable(props: TableProps) {
  const wide = useMediaQuery('(min-width: 48em)', globalThis.matchMedia('(min-width: 48em)').matches)
  return wide ? <Rows {...props} /> : <RecordCards {...props} />
}

/** Wide tables are moved sideways, also by the keyboard: a region that scrolls must be reachable. */
const MOVABLE = { tabIndex: 0, role: 'region' } as const

function Rows({ caption, columns, records, pathOf, toolsOf, sort = [], onSort, flush = false }: TableProps) {
  return (
    <div
      className={`${classes['scroll']} ${flush ? classes['flush'] : ''}`}
      {...MOVABLE}
      {...(onSort ? { 'data-wide': true } : {})}
      aria-label={caption}
    >
      <table className={classes['table']}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHeader key={column.path.join('.')} column={column} sort={sort} onSort={onSort} />
            ))}
            {toolsOf && (
              <th scope="col">
                <span className="unseen">{say('What can be done')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row key={record.id} record={record} columns={columns} path={pathOf(record)} tools={toolsOf?.(record)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({
  record,
  columns,
  path,
  tools,
}: {
  readonly record: RecordData
  readonly columns: readonly ListColumn[]
  readonly path: string | undefined
  readonly tools: ReactNode
}) {
  const navigate = useNavigate()
  // A click anywhere in the row follows its link; links and buttons inside do what they do, and text can be selected.
  const follow = (event: MouseEvent) => {
    if (!path || event.defaultPrevented || (event.target instanceof Element && event.target.closest('a, button')))
      return
    if (globalThis.getSelection()?.toString()) return
    if (event.metaKey || event.ctrlKey) globalThis.open(path, '_blank', 'noopener')
    else void navigate(path)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link in the row is there for keyboards
    <tr onClick={follow} data-link={path ? true : undefined}>
      {columns.map((column, index) => {
        const content = <CellValue record={record} column={column} />
        return (
          <td key={column.path.join('.')} className={cellClass(column, index)} data-text={isText(column) || undefined}>
            {index === 0 && path ? (
              <Link to={path} className={classes['link'] ?? ''} data-row-link>
                {content}
              </Link>
            ) : (
              content
            )}
          </td>
        )
      })}
      {tools !== undefined && <td>{tools}</td>}
    </tr>
  )
}
