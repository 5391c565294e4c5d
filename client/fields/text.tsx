// One line of text.
import { TextInput } from '@mantine/core'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'

export const text: FieldView = { Show: ShowText, Edit: EditText }

export function ShowText({ value }: ShowProps) {
  return <span className="wraps">{String(value)}</span>
}

interface LineProps extends EditProps {
  readonly type?: 'text' | 'email' | 'url' | 'tel'
}

/** `type` gives phones the right keyboard. */
export function EditText({
  id,
  label,
  description,
  required,
  value,
  onChange,
  error,
  field,
  type = 'text',
}: LineProps) {
  const most = field.limits?.max
  return (
    <TextInput
      id={id}
      type={type}
      label={label}
      description={description}
      withAsterisk={required}
      aria-required={required}
      value={typeof value === 'string' ? value : ''}
      {...(most === undefined ? {} : { maxLength: Number(most) })}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
