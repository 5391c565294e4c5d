// Makes headings for people of names in the document.
import { fieldHeading } from '#shared/fields/field-heading.ts'
import type { Field, Name } from '#shared/model/model.ts'
import { labelFor as labelForWords } from '#shared/text/label.ts'
import { say } from '../words/say.ts'

/** "due_at" → "Due at", "Due date" stays: identifiers lose their underscores, all begin with a capital. */
export function labelOfName(name: Name | string): string {
  return labelForWords(typeof name === 'string' ? name : name.label)
}

const STANDARD: { readonly [field: string]: string } = {
  created_at: say('Created'),
  updated_at: say('Updated'),
  created_by: say('Created by'),
  updated_by: say('Updated by'),
}

/** A field's heading; moments lose their "at": "due_at" → "Due". */
export function fieldLabel(field: Pick<Field, 'name' | 'type'> & { readonly standard?: boolean }): string {
  const standard = field.standard ? STANDARD[field.name.identifier] : undefined
  return standard ?? fieldHeading(field.name.label, field.type.kind)
}
