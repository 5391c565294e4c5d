// Makes the heading of a field for people.
import { labelFor } from '../text/label.ts'
import type { FieldKind } from './field-type.ts'
import { fieldType } from './registry.ts'

/** "due_date" → "Due date"; moments lose their "at": "due_at" → "Due". */
export function fieldHeading(label: string, kind: FieldKind): string {
  const heading = labelFor(label)
  return fieldType(kind).precision === 'moment' ? heading.replace(/ at$/, '') : heading
}
