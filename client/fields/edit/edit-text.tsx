// Edits one line of text: a name or an address.
import { TextInput } from '@mantine/core'
import type { EditProps } from '../field-view.ts'
import { countCharacters } from '#shared/expressions/functions/text-functions.ts'
import { say } from '../../words/say.ts'
import { inputProps } from './input-props.ts'

interface LineProps extends EditProps {
  readonly type?: 'text' | 'email' | 'url' | 'tel'
}

/** From this share of the limit on it stands below. */
const NEAR_END = 0.8

/** `type` gives phones the right keyboard. */
export function EditText({ type = 'text', ...props }: LineProps) {
  const { value, onChange, field } = props
  const text = typeof value === 'string' ? value : ''
  const most = field.limits?.max
  // Nothing of a longer text that is pasted gets lost: what is too much is said.
  const count = countCharacters(text)
  const isNearEnd = typeof most === 'number' && count > most * NEAR_END
  const below = [props.description, isNearEnd ? say('{count} of {most} characters', { count, most }) : undefined]
  return (
    <TextInput
      {...inputProps(props)}
      description={below.filter(Boolean).join(' · ') || undefined}
      type={type}
      value={text}
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
