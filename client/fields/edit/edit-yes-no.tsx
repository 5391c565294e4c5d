// Edits yes or no.
import { Checkbox } from '@mantine/core'
import type { EditProps } from '../field-view.ts'

export function EditYesNo({ id, label, description, value, onChange, error }: EditProps) {
  return (
    <Checkbox
      id={id}
      label={label}
      description={description}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      error={error}
    />
  )
}
