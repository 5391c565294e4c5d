// Shows exact numbers.
import type { FieldView } from './field-view.ts'
import { ShowPrinted } from './show-printed.tsx'

export const decimal: FieldView = { Show: ShowPrinted, numeric: true, leastWidth: 96 }
