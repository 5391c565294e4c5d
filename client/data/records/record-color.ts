// Finds the colour that a record gives itself.
import { fieldType } from '#shared/fields/registry.ts'
import type { Field, Model } from '#shared/model/model.ts'
import type { RecordData } from './record-data.ts'

/** `#rrggbb`; undefined: its entity has no field of colours, or it is empty or not shown to this reader. */
export function colorOf(model: Model, entityName: string, record: RecordData): string | undefined {
  const field = colorField(model, entityName)
  const value = field && record[field.name.identifier]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function colorField(model: Model, entityName: string): Field | undefined {
  const fields = model.entities.get(entityName)?.fields.values() ?? []
  return [...fields].find(({ type }) => fieldType(type.kind).paints)
}
