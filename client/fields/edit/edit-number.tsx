// Edits numbers.
import { NumberInput } from '@mantine/core'
import { fieldType } from '#shared/fields/registry.ts'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'
import { decimalSign } from '../../words/language.ts'
import { say } from '../../words/say.ts'

export function EditNumber(props: EditProps) {
  const { description, value, onChange, field, compact } = props
  const { min, max } = field.limits ?? {}
  return (
    <NumberInput
      {...inputProps(props)}
      decimalSeparator={decimalSign()}
      description={compact ? undefined : (description ?? range(min, max))}
      {...(compact ? { withKeyboardEvents: false } : {})}
      allowDecimal={fieldType(field.type.kind).valueType(field.type).kind !== 'integer'}
      value={typeof value === 'number' ? value : ''}
      onChange={(given) => onChange(given === '' ? null : Number(given))}
    />
  )
}

function range(min: number | string | undefined, max: number | string | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return say('From {min} to {max}', { min, max })
  if (min !== undefined) return say('At least {min}', { min })
  return max === undefined ? undefined : say('At most {max}', { max })
}
