// Shows email addresses.
import { Anchor } from '@mantine/core'
import type { FieldView, ShowProps } from './field-view.ts'

export const email: FieldView = { Show, columnWidth: 220, leastWidth: 170, moreWidth: 100 }

function Show({ value, compact }: ShowProps) {
  if (compact) return <>{String(value)}</>
  const [name = '', place = ''] = String(value).split(/@(?=[^@]*$)/)
  return (
    <Anchor href={`mailto:${String(value)}`} underline="always">
      {/* A long one is broken where it is read on. */}
      {name}@<wbr />
      {place}
    </Anchor>
  )
}
