// Edits colours.
import { ColorInput } from '@mantine/core'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'
import { say } from '../../words/say.ts'
import { useTypedValue } from './use-typed-value.ts'

export function EditColor(props: EditProps) {
  const { text, change, leave } = useTypedValue(props, String)
  return (
    <ColorInput
      {...inputProps(props)}
      eyeDropperButtonProps={{ 'aria-label': say('Pick a colour from the screen') }}
      // What is no colour stays, and is said to be none.
      fixOnBlur={false}
      value={text}
      onChange={change}
      onBlur={leave}
    />
  )
}
