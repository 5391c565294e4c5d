// Shows and edits slugs, which fill themselves when empty.
import { fieldType } from '#shared/fields/registry.ts'
import type { EditProps, FieldView } from './field-view.ts'
import { EditText, ShowText } from './text.tsx'

export const slug: FieldView = { Show: ShowText, Edit: EditSlug }

function EditSlug(props: EditProps) {
  const { type } = props.field
  const fillsItself = fieldType(type.kind).madeFrom?.(type) !== undefined
  return (
    <EditText
      {...props}
      description={props.description ?? (fillsItself ? 'Left empty, it is made for you.' : undefined)}
    />
  )
}
