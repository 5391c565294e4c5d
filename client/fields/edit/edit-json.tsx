// Edits JSON.
import { JsonInput } from '@mantine/core'
import { useState } from 'react'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'
import { say } from '../../words/say.ts'

export function EditJson(props: EditProps) {
  const { value, onChange, error } = props
  const [typed, setTyped] = useState(() =>
    value === null || value === undefined ? '' : JSON.stringify(value, null, 2),
  )
  const parsed = parse(typed)
  return (
    <JsonInput
      {...inputProps(props)}
      autosize
      minRows={4}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        const read = parse(next)
        if (read) onChange(read.value)
      }}
      error={error ?? (parsed ? undefined : say('This is not JSON yet.'))}
    />
  )
}

function parse(text: string): { readonly value: unknown } | undefined {
  if (text.trim() === '') return { value: null }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
