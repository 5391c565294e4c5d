// Shows what a record has in a column of a list.
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { valueAt } from '../../../data/records/list-columns.ts'
import { pictureOf } from '../../../data/records/record-data.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { PersonBadge } from '../../../ui/person-badge.tsx'

interface Props {
  readonly record: RecordData
  readonly column: ListColumn
}

export function CellValue({ record, column }: Props) {
  const value = valueAt(record, column)
  if (column.isPersonName === true && typeof value === 'string')
    return <PersonBadge name={value} picture={column.path.length === 1 ? pictureOf(record) : undefined} />
  return <FieldValue value={value} field={column.field} compact isOverdue={column.isOverdue?.(record)} />
}
