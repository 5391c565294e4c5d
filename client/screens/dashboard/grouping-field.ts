// Finds the field by which a tile groups: of its records, or of those that a relation of theirs leads to.
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { fieldsAlong } from '../../data/records/list-columns.ts'

/** Returns the field under the name of its whole path, as conditions of the language write it. */
export function groupingField(model: Model, entity: Entity, path: string): Field | undefined {
  const field = fieldsAlong(model, entity, path.split('.'))?.at(-1)
  return field && { ...field, name: { ...field.name, identifier: path } }
}
