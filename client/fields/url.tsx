// Shows and edits web addresses; only http and https become links.
import { Anchor } from '@mantine/core'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'
import { EditText } from './text.tsx'

export const url: FieldView = { Show, Edit, columnWidth: 220 }

function Show({ value, compact }: ShowProps) {
  const address = String(value)
  if (compact || !/^https?:\/\//i.test(address)) return <span className="wraps">{address}</span>
  return (
    <Anchor href={address} rel="noreferrer" underline="always" className="wraps">
      {address}
    </Anchor>
  )
}

function Edit(props: EditProps) {
  return <EditText {...props} type="url" />
}
