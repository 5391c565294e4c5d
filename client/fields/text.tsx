// Shows and edits one line of text, a date or a time.
import { TextInput } from '@mantine/core'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'
import { inputProps } from './input-props.ts'

export const text: FieldView = { Show: ShowText, Edit: EditText, wide: true, growing: true }

export function ShowText({ value }: ShowProps) {
  return <span className="wraps">{String(value)}</span>
}

interface LineProps extends EditProps {
  readonly type?: 'text' | 'email' | 'url' | 'tel' | 'date' | 'time' | 'datetime-local'
}

/** `type` gives phones the right keyboard, and dates their picker. */
export function EditText({ type = 'text', ...props }: LineProps) {
  const { value, onChange, field } = props
  const most = field.limits?.max
  return (
    <TextInput
      {...inputProps(props)}
      type={type}
      value={typeof value === 'string' ? value : ''}
      {...(typeof most === 'number' ? { maxLength: most } : {})}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}
