// Days, times and moments are given with the browser's own picker.
import { TextInput } from '@mantine/core'
import type { EditProps } from './field-view.ts'

interface Props extends EditProps {
  readonly type: 'date' | 'time' | 'datetime-local'
}

/** Empty is null; else the text in the form that the browser's picker has. */
export function BrowserInput({ id, type, label, description, required, value, onChange, error }: Props) {
  return (
    <TextInput
      id={id}
      type={type}
      label={label}
      description={description}
      withAsterisk={required}
      aria-required={required}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      error={error}
    />
  )
}
