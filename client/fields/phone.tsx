// Shows phone numbers.
import { Anchor } from '@mantine/core'
import type { FieldView, ShowProps } from './field-view.ts'

export const phone: FieldView = { Show, columnWidth: 165, leastWidth: 150 }

function Show({ value, compact }: ShowProps) {
  if (compact) return <>{String(value)}</>
  return (
    <Anchor href={`tel:${String(value)}`} underline="always">
      {String(value)}
    </Anchor>
  )
}
