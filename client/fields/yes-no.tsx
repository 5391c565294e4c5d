// Shows and edits yes or no.
import { Checkbox } from '@mantine/core'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'

export const yesNo: FieldView = { Show: ShowYesNo, Edit: EditYesNo, columnWidth: 90, tick: true }

function ShowYesNo({ value }: ShowProps) {
  return <span>{value === true ? 'Yes' : 'No'}</span>
}

function EditYesNo({ id, label, description, value, onChange, error }: EditProps) {
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
