// Shows durations: "90 minutes" or "2 days 4 hours".
import type { FieldView } from './field-view.ts'
import { ShowPrinted } from './show-printed.tsx'

export const duration: FieldView = { Show: ShowPrinted, leastWidth: 100 }
