// Shows numbers.
import type { FieldView } from './field-view.ts'
import { ShowPrinted } from './show-printed.tsx'

export const number: FieldView = { Show: ShowPrinted, numeric: true, columnWidth: 100, leastWidth: 76 }
