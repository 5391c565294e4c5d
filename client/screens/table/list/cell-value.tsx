// Shows what a record has in a column of a list.
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { valueAt } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { FieldValue } from '../../../fields/field-value.tsx'

interface Props {
  readonly record: RecordData
  readonly column: ListColumn
}

export function CellValue({ record, column }: Props) {
  return (
    <FieldValue value={valueAt(record, column)} field={column.field} compact isOverdue={column.isOverdue?.(record)} />
  )
}
