// Shows e-mail addresses.
import { Anchor } from '@mantine/core'
import type { FieldView, ShowProps } from './field-view.ts'

export const email: FieldView = { Show, columnWidth: 220, leastWidth: 170 }

function Show({ value, compact }: ShowProps) {
  if (compact) return <>{String(value)}</>
  return (
    <Anchor href={`mailto:${String(value)}`} underline="always">
      {String(value)}
    </Anchor>
  )
}
