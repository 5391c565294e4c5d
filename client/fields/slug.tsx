// Shows and edits slugs, which fill themselves when empty.
import type { EditProps, FieldView } from './field-view.ts'
import { EditText, ShowText } from './text.tsx'

export const slug: FieldView = { Show: ShowText, Edit: EditSlug }

function EditSlug(props: EditProps) {
  const fillsItself = props.field.type.kind === 'slug' && props.field.type.of !== undefined
  return (
    <EditText
      {...props}
      description={props.description ?? (fillsItself ? 'Left empty, it is made for you.' : undefined)}
    />
  )
}
