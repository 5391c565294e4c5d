// Shows and edits times of day.
import type { EditProps, FieldView } from './field-view.ts'
import { ShowPrinted } from './show-printed.tsx'
import { EditText } from './text.tsx'

export const time: FieldView = { Show: ShowPrinted, Edit: EditTime, columnWidth: 90 }

function EditTime(props: EditProps) {
  return <EditText {...props} type="time" />
}
