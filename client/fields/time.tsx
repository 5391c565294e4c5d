// Times of day.
import type { EditProps, FieldView } from './field-view.ts'
import { ShowPrinted } from './printed.tsx'
import { EditText } from './text.tsx'

export const time: FieldView = { Show: ShowPrinted, Edit: EditTime }

function EditTime(props: EditProps) {
  return <EditText {...props} type="time" />
}
