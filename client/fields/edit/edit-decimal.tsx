// Edits exact numbers, kept as texts to avoid rounding.
import { TextInput } from '@mantine/core'
import { fieldType } from '#shared/fields/registry.ts'
import { useModel } from '../../data/spec.ts'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'
import { decimalSign } from '../../words/language.ts'

export function EditDecimal(props: EditProps) {
  const { value, onChange, field } = props
  const { currency } = useModel().settings
  const { unit } = fieldType(field.type.kind)
  const sign = unit === 'currency' ? currency : unit === 'percent' ? '%' : undefined
  return (
    <TextInput
      {...inputProps(props)}
      inputMode="decimal"
      value={value === null || value === undefined ? '' : String(value).replace('.', decimalSign())}
      // Kept with a point, whatever the reader's sign is.
      onChange={(event) => onChange(event.currentTarget.value.trim().replace(',', '.') || null)}
      rightSection={sign}
      rightSectionWidth={sign ? 52 : 0}
    />
  )
}
