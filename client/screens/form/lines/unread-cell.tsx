// Shows a pasted text that its field can't hold, until it is mended.
import { TextInput } from '@mantine/core'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import type { EditProps } from '../../../fields/field-view.ts'
import { inputProps } from '../../../fields/edit/input-props.ts'

interface Props extends EditProps {
  readonly onEnter: () => void
  /** Reads the text again when the input is left, not during typing. */
  readonly onLeave: (text: string) => void
}

export function UnreadCell({ onEnter, onLeave, ...props }: Props) {
  return (
    <TextInput
      {...inputProps(props)}
      autoComplete="off"
      value={props.value instanceof UnreadText ? props.value.text : String(props.value ?? '')}
      onFocus={onEnter}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onBlur={(event) => onLeave(event.currentTarget.value)}
    />
  )
}
