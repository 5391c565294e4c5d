// Shows and edits lists of texts.
import { TagsInput } from '@mantine/core'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'
import { inputProps } from './input-props.ts'

export const textList: FieldView = { Show: ShowList, Edit: EditList, columnWidth: 170, wide: true }

function ShowList({ value }: ShowProps) {
  return <>{Array.isArray(value) ? value.map(String).join(', ') : String(value)}</>
}

function EditList(props: EditProps) {
  const { description, value, onChange, field } = props
  return (
    <TagsInput
      {...inputProps(props)}
      description={description ?? 'Press Enter after each'}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
      {...(field.limits?.atMost === undefined ? {} : { maxTags: field.limits.atMost })}
    />
  )
}
