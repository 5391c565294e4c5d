// Edits numbers, exact ones as texts to avoid rounding.
import { TextInput } from '@mantine/core'
import { printValue } from '#shared/fields/coerce-value.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { useModel } from '../../data/spec.ts'
import { decimalSign } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import type { EditProps } from '../field-view.ts'
import { usePrinting } from '../use-printing.ts'
import { inputProps } from './input-props.ts'
import { writeNumberText } from './number-text.ts'
import { useTypedValue } from './use-typed-value.ts'

export function EditNumber(props: EditProps) {
  const { description, field, compact } = props
  const { type, limits } = field
  const { currency } = useModel().settings
  const printing = usePrinting()
  const [min, max] = [limits?.min, limits?.max].map((limit) => printValue(limit ?? null, field, printing))
  const { text, change, leave } = useTypedValue(props, (value) => writeNumberText(value, decimalSign()))
  const { unit, valueType } = fieldType(type.kind)
  const sign = unit === 'currency' ? currency : unit === 'percent' ? '%' : undefined
  return (
    <TextInput
      {...inputProps(props)}
      description={compact ? undefined : (description ?? range(min, max))}
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

/** Says the limits as they are printed; one that is empty is none. */
function range(min = '', max = ''): string | undefined {
  if (min !== '' && max !== '') return say('From {min} to {max}', { min, max })
  if (min !== '') return say('At least {min}', { min })
  return max === '' ? undefined : say('At most {max}', { max })
}
