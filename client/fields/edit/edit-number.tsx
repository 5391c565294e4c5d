// Edits numbers.
import { NumberInput } from '@mantine/core'
import { fieldType } from '#shared/fields/registry.ts'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'

export function EditNumber(props: EditProps) {
  const { description, value, onChange, field, compact } = props
  const { min, max } = field.limits ?? {}
  return (
    <NumberInput
      {...inputProps(props)}
      description={compact ? undefined : (description ?? range(min, max))}
      {...(compact ? { withKeyboardEvents: false } : {})}
      allowDecimal={fieldType(field.type.kind).valueType(field.type).kind !== 'integer'}
      value={typeof value === 'number' ? value : ''}
      onChange={(given) => onChange(given === '' ? null : Number(given))}
    />
  )
}

function range(min: number | string | undefined, max: number | string | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `From ${min} to ${max}`
  if (min !== undefined) return `At least ${min}`
  return max === undefined ? undefined : `At most ${max}`
}
