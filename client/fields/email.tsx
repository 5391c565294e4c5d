// Shows and edits e-mail addresses.
import { Anchor } from '@mantine/core'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'
import { EditText } from './text.tsx'

export const email: FieldView = { Show, Edit, columnWidth: 220 }

function Show({ value, compact }: ShowProps) {
  if (compact) return <>{String(value)}</>
  return (
    <Anchor href={`mailto:${String(value)}`} underline="always">
      {String(value)}
    </Anchor>
  )
}

function Edit(props: EditProps) {
  return <EditText {...props} type="email" />
}
