// Files and images: read and described; this version keeps none, so a field of this type is always empty.
import type { FieldTypeDefinition } from './field-type.ts'
import { problem } from './field-type.ts'

export const file: FieldTypeDefinition = {
  valueType: () => ({ kind: 'json' }),
  column: () => ({ kind: 'TEXT', form: 'json' }),
  schema: () => ({ type: 'null' }),
  coerce: () => problem('not_run', 'can hold no file in this version'),
  compare: () => 0,
  print: () => '',
}

export const files: FieldTypeDefinition = {
  ...file,
  valueType: () => ({ kind: 'list', of: { kind: 'json' } }),
  schema: () => ({ type: 'array', maxItems: 0 }),
  coerce: (input) =>
    Array.isArray(input) && input.length === 0
      ? { value: [] }
      : problem('not_run', 'can hold no files in this version'),
}
