// Shows a pasted text that its field can't hold, until it is mended.
import { TextInput } from '@mantine/core'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import type { EditProps } from '../../../fields/field-view.ts'
import { inputProps } from '../../../fields/edit/input-props.ts'

interface Props extends EditProps {
  readonly onEnter: () => void
  /** It is read again when it is left, not while it is typed. */
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
