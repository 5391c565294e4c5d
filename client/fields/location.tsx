// Shows places by latitude and longitude.
import type { FieldView } from './field-view.ts'
import { ShowPrinted } from './show-printed.tsx'

export const location: FieldView = { Show: ShowPrinted }
