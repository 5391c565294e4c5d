// Times of day.
import { TextInput } from '@mantine/core'
import type { EditProps, FieldView } from './field-view.ts'
import { ShowPrinted } from './printed.tsx'

export const time: FieldView = { Show: ShowPrinted, Edit: EditTime }

function EditTime({ id, label, description, required, value, onChange, error }: EditProps) {
  return (
    <TextInput
      id={id}
      type="time"
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
