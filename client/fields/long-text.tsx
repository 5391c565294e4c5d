// Shows and edits texts of several lines.
import { Textarea } from '@mantine/core'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'
import { inputProps } from './input-props.ts'
import classes from './long-text.module.css'

export const longText: FieldView = { Show: ShowLongText, Edit: EditLongText, long: true }

function ShowLongText({ value, compact }: ShowProps) {
  return <span className={compact ? classes['short'] : classes['lines']}>{String(value)}</span>
}

export function EditLongText(props: EditProps) {
  const { value, onChange } = props
  return (
    <Textarea
      {...inputProps(props)}
      autosize
      minRows={4}
      maxRows={18}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}
