// Edits numbers, exact ones as texts to avoid rounding.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldType } from '#shared/fields/registry.ts'
import { fieldLabel } from '../../data/field-label.ts'
import { useModel } from '../../data/spec.ts'
import { decimalSign } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import type { EditProps } from '../field-view.ts'
import { usePrinting } from '../use-printing.ts'
import { inputProps } from './input-props.ts'
import { isNumberText, readNumberText, writeNumberText } from './number-text.ts'

export function EditNumber(props: EditProps) {
  const { description, value, onChange, field, compact, error } = props
  const { type, limits } = field
  const { currency } = useModel().settings
  const printing = usePrinting()
  const [typed, setTyped] = useState<string>()
  const { unit, valueType } = fieldType(type.kind)
  const isWhole = valueType(type).kind === 'integer'
  const sign = unit === 'currency' ? currency : unit === 'percent' ? '%' : undefined
  // What is being typed stays as it is typed, as long as it is what the field holds.
  const isTyped = typed !== undefined && readNumberText(typed, type, printing) === (value ?? null)
  const isUnread = typeof value === 'string' && value !== '' && !isNumberText(value)
  const example = isWhole ? printing.formatters.number(1250) : printing.formatters.fixed(1250.5, 2)
  return (
    <TextInput
      {...inputProps(props)}
      description={compact ? undefined : (description ?? range(limits?.min, limits?.max))}
      error={
        error !== undefined && isUnread
          ? say('{label} must be a number, such as {example}.', { label: fieldLabel(field), example })
          : error
      }
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={isTyped ? typed : writeNumberText(value, decimalSign())}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        onChange(readNumberText(text, type, printing))
      }}
      onBlur={() => setTyped(undefined)}
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
