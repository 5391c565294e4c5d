// Edits durations: "90 minutes" or "2 days 4 hours".
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { printIsoDuration } from '#shared/expressions/duration.ts'
import { millisecondsOf } from '#shared/fields/duration.ts'
import { readTypedDuration, writeDuration } from '#shared/fields/reading/read-duration.ts'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'
import { formatLocale } from '../../words/language.ts'
import { say } from '../../words/say.ts'

export function EditDuration(props: EditProps) {
  const { description, value, onChange, error, compact } = props
  const [typed, setTyped] = useState(() =>
    typeof value === 'string' ? writeDuration(millisecondsOf(value), formatLocale) : '',
  )
  const unread = typed.trim() !== '' && readTypedDuration(typed, { locale: formatLocale }) === undefined
  const change = (next: string) => {
    setTyped(next)
    const milliseconds = readTypedDuration(next, { locale: formatLocale })
    onChange(milliseconds === undefined ? null : printIsoDuration(milliseconds))
  }
  return (
    <TextInput
      {...inputProps(props)}
      description={compact ? undefined : (description ?? say('For example 90 minutes, or 2 days 4 hours'))}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      error={error ?? (unread ? say('Enter a duration, such as 90 minutes.') : undefined)}
    />
  )
}
