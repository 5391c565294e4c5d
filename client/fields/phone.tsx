// Shows and edits phone numbers.
import { Anchor } from '@mantine/core'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'
import { EditText } from './text.tsx'

export const phone: FieldView = { Show, Edit }

function Show({ value, compact }: ShowProps) {
  if (compact) return <>{String(value)}</>
  return (
    <Anchor href={`tel:${String(value)}`} underline="always">
      {String(value)}
    </Anchor>
  )
}

function Edit(props: EditProps) {
  return <EditText {...props} type="tel" />
}
