// A value of a field, whatever its type: a dash where there is none.
import { isEmptyValue } from '#shared/fields/coerce.ts'
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
