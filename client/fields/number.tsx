// Numbers, whole or not.
import { NumberInput } from '@mantine/core'
import type { EditProps, FieldView } from './field-view.ts'
import { ShowPrinted } from './printed.tsx'

export const number: FieldView = { Show: ShowPrinted, Edit: EditNumber, numeric: true }

function EditNumber({ id, label, description, required, value, onChange, error, field }: EditProps) {
  const { min, max } = field.limits ?? {}
  return (
    <NumberInput
      id={id}
      label={label}
      description={description ?? range(min, max)}
      withAsterisk={required}
      aria-required={required}
      allowDecimal={field.type.kind !== 'integer'}
      value={typeof value === 'number' ? value : ''}
      onChange={(given) => onChange(given === '' ? null : Number(given))}
      error={error}
    />
  )
}

function range(min: number | string | undefined, max: number | string | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `From ${min} to ${max}`
  if (min !== undefined) return `At least ${min}`
  return max === undefined ? undefined : `At most ${max}`
}
