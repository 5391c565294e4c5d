// Edits texts of several lines.
import { Textarea } from '@mantine/core'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'

export function EditLongText(props: EditProps) {
  const { value, onChange, compact } = props
  return (
    <Textarea
      {...inputProps(props)}
      autosize
      minRows={compact ? 1 : 4}
      maxRows={18}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}
