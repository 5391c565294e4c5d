// Lists of words that people make up.
import { TagsInput } from '@mantine/core'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'

export const textList: FieldView = { Show: ShowList, Edit: EditList }

function ShowList({ value }: ShowProps) {
  return <>{Array.isArray(value) ? value.map(String).join(', ') : String(value)}</>
}

function EditList({ id, label, description, required, value, onChange, error, field }: EditProps) {
  return (
    <TagsInput
      id={id}
      label={label}
      description={description ?? 'Press Enter after each'}
      withAsterisk={required}
      aria-required={required}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
      {...(field.limits?.atMost === undefined ? {} : { maxTags: field.limits.atMost })}
      error={error}
    />
  )
}
