// Calendar dates, edited with the browser's own picker.
import { TextInput } from '@mantine/core'
import type { EditProps, FieldView } from './field-view.ts'
import { ShowPrinted } from './printed.tsx'

export const date: FieldView = { Show: ShowPrinted, Edit: EditDate }

function EditDate({ id, label, description, required, value, onChange, error }: EditProps) {
  return (
    <TextInput
      id={id}
      type="date"
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
