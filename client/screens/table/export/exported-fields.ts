// Lists the fields of an entity that an export of all has, in the order of the document.
import type { Entity } from '#shared/model/model.ts'

/** Lists the fields that an export offers: not the version, which is for programs. */
export function exportedFields(entity: Entity, exportable: ReadonlySet<string>): readonly string[] {
  return [...entity.fields.values()].flatMap(({ name: { identifier } }) =>
    exportable.has(identifier) && identifier !== '_version' ? [identifier] : [],
  )
}
