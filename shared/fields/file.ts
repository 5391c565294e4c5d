// Defines files and images, which this version describes and does not keep.
import type { FieldTypeDefinition } from './field-type.ts'
import { refuseValue } from './field-type.ts'

export const file: FieldTypeDefinition = {
  family: 'other',
  holdsFiles: true,
  valueType: () => ({ kind: 'json' }),
  column: () => ({ kind: 'TEXT', form: 'json' }),
  schema: () => ({ type: 'null' }),
  coerce: () =>
    refuseValue('not_run', {
      en: 'can’t hold files in this version',
      de: 'kann in dieser Version keine Datei aufnehmen',
    }),
  compare: () => 0,
  print: () => '',
}

export const files: FieldTypeDefinition = {
  ...file,
  bounds: 'items',
  many: true,
  bulky: 'when many',
  valueType: () => ({ kind: 'list', of: { kind: 'json' } }),
  schema: () => ({ type: 'array', maxItems: 0 }),
  coerce: (input) =>
    Array.isArray(input) && input.length === 0
      ? { value: [] }
      : refuseValue('not_run', {
          en: 'can’t hold files in this version',
          de: 'kann in dieser Version keine Dateien aufnehmen',
        }),
}

export const image: FieldTypeDefinition = { ...file, storedAs: 'file', layouts: ['gallery'] }

export const images: FieldTypeDefinition = { ...files, storedAs: 'files', layouts: ['gallery'] }
