// Edits colours.
import { ColorInput } from '@mantine/core'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'
import { say } from '../../words/say.ts'

export function EditColor(props: EditProps) {
  const { value, onChange } = props
  return (
    <ColorInput
      {...inputProps(props)}
      eyeDropperButtonProps={{ 'aria-label': say('Pick a colour from the screen') }}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next || null)}
    />
  )
}
