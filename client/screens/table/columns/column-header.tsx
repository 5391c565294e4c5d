// Shows the head of a column, which orders the list where the server can.
import type { ReactNode } from 'react'
import type { Sort } from '#shared/model/model.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { sortPath } from '../../../data/records/list-columns.ts'
import { useModel } from '../../../data/spec.ts'
import { fieldView } from '../../../fields/registry.ts'
import { Icon } from '../../../ui/icon.tsx'
import classes from '../record-table.module.css'
import type { TableProps } from '../table-props.ts'

interface Props {
  readonly column: ListColumn
  readonly sort: readonly Sort[]
  readonly onSort: TableProps['onSort']
  /** Handle that changes the width, for columns whose width can be changed. */
  readonly sizer?: ReactNode
}

export function ColumnHeader({ column, sort, onSort, sizer }: Props) {
  const name = sortPath(useModel(), column)
  const [first] = sort
  const sorted = first && first.field === name ? (first.descending ? 'descending' : 'ascending') : undefined
  const right = fieldView(column.field.type.kind).numeric ? classes['numeric'] : ''
  if (!onSort || name === undefined) {
    return (
      <th scope="col" className={right} aria-label={sizer ? column.label : undefined}>
        {column.label}
        {sizer}
      </th>
    )
  }
  return (
    // What stands in it beside its name is not said with each cell.
    <th scope="col" className={right} aria-sort={sorted ?? 'none'} aria-label={sizer ? column.label : undefined}>
      <button type="button" className={classes['sort']} onClick={() => onSort(name)} data-sorted={sorted}>
        <span>{column.label}</span>
        <Icon name={sorted === 'descending' ? 'down' : sorted === 'ascending' ? 'up' : 'sort'} size={13} />
      </button>
      {sizer}
    </th>
  )
}
