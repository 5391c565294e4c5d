// Shows colours.
import { ColorSwatch, Group } from '@mantine/core'
import type { FieldView, ShowProps } from './field-view.ts'

export const color: FieldView = { Show: ShowColor }

function ShowColor({ value }: ShowProps) {
  return (
    <Group gap={8} wrap="nowrap" component="span">
      <ColorSwatch component="span" color={String(value)} size={16} aria-hidden="true" />
      <span>{String(value)}</span>
    </Group>
  )
}
