// Text of several lines.
import { Textarea } from '@mantine/core'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'
import classes from './long-text.module.css'

export const longText: FieldView = { Show: ShowLongText, Edit: EditLongText, long: true }

function ShowLongText({ value, compact }: ShowProps) {
  return <span className={compact ? classes['short'] : classes['lines']}>{String(value)}</span>
}

export function EditLongText({ id, label, description, required, value, onChange, error }: EditProps) {
  return (
    <Textarea
      id={id}
      label={label}
      description={description}
      withAsterisk={required}
      aria-required={required}
      autosize
      minRows={4}
      maxRows={18}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
