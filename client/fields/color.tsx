// Colours: a swatch and the value.
import { ColorInput, ColorSwatch, Group } from '@mantine/core'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'

export const color: FieldView = { Show: ShowColor, Edit: EditColor }

function ShowColor({ value }: ShowProps) {
  return (
    <Group gap={8} wrap="nowrap" component="span">
      <ColorSwatch component="span" color={String(value)} size={16} aria-hidden="true" />
      <span>{String(value)}</span>
    </Group>
  )
}

function EditColor({ id, label, description, required, value, onChange, error }: EditProps) {
  return (
    <ColorInput
      id={id}
      label={label}
      description={description}
      withAsterisk={required}
      aria-required={required}
      eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next || null)}
      error={error}
    />
  )
}
