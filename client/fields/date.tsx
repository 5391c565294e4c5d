// Shows calendar dates.
import type { FieldView } from './field-view.ts'
import { ShowPrinted } from './show-printed.tsx'

export const date: FieldView = { Show: ShowPrinted, whole: true, columnWidth: 112, leastWidth: 104 }
