// Shows web addresses; only http and https become links.
import { Anchor } from '@mantine/core'
import type { FieldView, ShowProps } from './field-view.ts'

export const url: FieldView = { Show, columnWidth: 220, leastWidth: 140, moreWidth: 100 }

function Show({ value, compact }: ShowProps) {
  const address = String(value)
  if (compact || !/^https?:\/\//i.test(address)) return <span className="wraps">{address}</span>
  return (
    <Anchor href={address} rel="noreferrer" underline="always" className="wraps">
      {address}
    </Anchor>
  )
}
