// Writes a time of day as its reader does: "15:30", "3:30 pm", "9".
import type { TextInputProps } from '@mantine/core'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { readClockTime, writeClockTime } from '#shared/fields/reading/read-time.ts'
import type { EditProps } from '../../field-view.ts'
import { formatLocale } from '../../../words/language.ts'
import { lazily } from '../../../words/lazily.ts'
import { inputProps } from '../input-props.ts'

export function EditTime(props: EditProps) {
  const { value, onChange, compact } = props
  return (
    <TimeInput
      {...inputProps(props)}
      value={typeof value === 'string' ? value : ''}
      onTime={(time) => onChange(time || null)}
      {...(compact ? { placeholder: '' } : {})}
    />
  )
}

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** "15:30", or what was typed so far. */
  readonly value: string
  readonly onTime: (time: string) => void
}

/** What can't be read is kept as it is, and reported as wrong. */
export function TimeInput({ value, onTime, ...rest }: Props) {
  const [typed, setTyped] = useState<string>()
  // What is being typed stays as it is typed, as long as it is what the field holds.
  const isTyped = typed !== undefined && (readClockTime(typed) ?? typed.trim()) === value
  return (
    <TextInput
      placeholder={timeForm()}
      {...rest}
      autoComplete="off"
      value={isTyped ? typed : writeClockTime(formatLocale, value)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        onTime(readClockTime(text) ?? text.trim())
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** How a time is written here. */
export const timeForm = lazily(() => writeClockTime(formatLocale, '14:30'))
