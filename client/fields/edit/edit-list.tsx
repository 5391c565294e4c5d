// Edits lists of texts.
import { TagsInput } from '@mantine/core'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'
import { say } from '../../words/say.ts'

export function EditList(props: EditProps) {
  const { description, value, onChange, field } = props
  return (
    <TagsInput
      {...inputProps(props)}
      description={description ?? say('Press Enter after each')}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
      {...(field.limits?.atMost === undefined ? {} : { maxTags: field.limits.atMost })}
    />
  )
}
