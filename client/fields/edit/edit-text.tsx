// Edits one line of text: a name or an address.
import { TextInput } from '@mantine/core'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'

interface LineProps extends EditProps {
  readonly type?: 'text' | 'email' | 'url' | 'tel'
}

/** `type` gives phones the right keyboard. */
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

export function EditEmail(props: EditProps) {
  return <EditText {...props} type="email" />
}

export function EditUrl(props: EditProps) {
  return <EditText {...props} type="url" />
}

export function EditPhone(props: EditProps) {
  return <EditText {...props} type="tel" />
}
