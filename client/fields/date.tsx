// Calendar dates.
import { BrowserInput } from './browser-input.tsx'
import type { EditProps, FieldView } from './field-view.ts'
import { ShowPrinted } from './printed.tsx'

export const date: FieldView = { Show: ShowPrinted, Edit: EditDate }

function EditDate(props: EditProps) {
  return <BrowserInput {...props} type="date" />
}
