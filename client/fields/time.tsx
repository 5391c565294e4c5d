// Shows times of day.
import type { FieldView } from './field-view.ts'
import { ShowPrinted } from './show-printed.tsx'

export const time: FieldView = { Show: ShowPrinted, columnWidth: 90 }
