// Shows the value of a field by its type, or a dash.
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { ViewedField } from './field-view.ts'
import { fieldView } from './registry.ts'

interface Props {
  readonly value: unknown
  readonly field: ViewedField
  readonly compact?: boolean
}

export function FieldValue({ value, field, compact = false }: Props) {
  if (isEmptyValue(value)) {
    return (
      <>
        <span aria-hidden="true" className="none">
          –
        </span>
        <span className="unseen">none</span>
      </>
    )
  }
  const { Show } = fieldView(field.type.kind)
  return <Show value={value} field={field} compact={compact} />
}
