// Shows and edits calendar dates.
import type { EditProps, FieldView } from './field-view.ts'
import { ShowPrinted } from './show-printed.tsx'
import { EditText } from './text.tsx'

export const date: FieldView = { Show: ShowPrinted, Edit: EditDate, columnWidth: 112 }

function EditDate(props: EditProps) {
  return <EditText {...props} type="date" />
}
