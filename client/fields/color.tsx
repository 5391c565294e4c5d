// Shows and edits colours.
import { ColorInput, ColorSwatch, Group } from '@mantine/core'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'
import { inputProps } from './input-props.ts'

export const color: FieldView = { Show: ShowColor, Edit: EditColor }

function ShowColor({ value }: ShowProps) {
  return (
    <Group gap={8} wrap="nowrap" component="span">
      <ColorSwatch component="span" color={String(value)} size={16} aria-hidden="true" />
      <span>{String(value)}</span>
    </Group>
  )
}

function EditColor(props: EditProps) {
  const { value, onChange } = props
  return (
    <ColorInput
      {...inputProps(props)}
      eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next || null)}
    />
  )
}
