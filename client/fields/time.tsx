// Times of day.
import { BrowserInput } from './browser-input.tsx'
import type { EditProps, FieldView } from './field-view.ts'
import { ShowPrinted } from './printed.tsx'

export const time: FieldView = { Show: ShowPrinted, Edit: EditTime }

function EditTime(props: EditProps) {
  return <BrowserInput {...props} type="time" />
}
