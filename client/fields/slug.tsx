// Shows slugs.
import type { FieldView } from './field-view.ts'
import { ShowText } from './text.tsx'

export const slug: FieldView = { Show: ShowText }
