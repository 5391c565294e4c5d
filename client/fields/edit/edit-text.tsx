// Edits one line of text: a name or an address.
import { TextInput } from '@mantine/core'
import type { EditProps } from '../field-view.ts'
import { countCharacters } from '#shared/expressions/functions/text-functions.ts'
import { say } from '../../words/say.ts'
import { inputProps } from './input-props.ts'
import { useTypedValue } from './use-typed-value.ts'

/** Share of the limit from which on the count of characters is shown below the input. */
const NEAR_END = 0.8

export function EditText(props: EditProps) {
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
      value={text}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}

interface AddressProps extends EditProps {
  readonly type: 'text' | 'email' | 'url' | 'tel'
}

/** Edits a text that has a form of its own; `type` gives phones the right keyboard. */
export function EditAddress({ type, ...props }: AddressProps) {
  const { text, change, leave } = useTypedValue(props, String)
  return (
    <TextInput
      {...inputProps(props)}
      // Browsers have forms of their own for these, and change what is typed.
      inputMode={type}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={leave}
    />
  )
}

export function EditEmail(props: EditProps) {
  return <EditAddress {...props} type="email" />
}

export function EditUrl(props: EditProps) {
  return <EditAddress {...props} type="url" />
}

export function EditPhone(props: EditProps) {
  return <EditAddress {...props} type="tel" />
}
