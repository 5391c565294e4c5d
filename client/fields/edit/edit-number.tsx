// Edits numbers, exact ones as texts to avoid rounding.
import { TextInput } from '@mantine/core'
import { fieldType } from '#shared/fields/registry.ts'
import { useModel } from '../../data/spec.ts'
import { decimalSign } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'
import { writeNumberText } from './number-text.ts'
import { useTypedValue } from './use-typed-value.ts'

export function EditNumber(props: EditProps) {
  const { description, field, compact } = props
  const { type, limits } = field
  const { currency } = useModel().settings
  const { text, change, leave } = useTypedValue(props, (value) => writeNumberText(value, decimalSign()))
  const { unit, valueType } = fieldType(type.kind)
  const sign = unit === 'currency' ? currency : unit === 'percent' ? '%' : undefined
  return (
    <TextInput
      {...inputProps(props)}
      description={compact ? undefined : (description ?? range(limits?.min, limits?.max))}
      inputMode={valueType(type).kind === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={leave}
      rightSection={sign}
      rightSectionPointerEvents="none"
      rightSectionWidth={sign ? (compact ? 40 : 52) : 0}
    />
  )
}

function range(min: number | string | undefined, max: number | string | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return say('From {min} to {max}', { min, max })
  if (min !== undefined) return say('At least {min}', { min })
  return max === undefined ? undefined : say('At most {max}', { max })
}
