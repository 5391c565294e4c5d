// Lists the fields of an entity that an export of all has, in the order of the document.
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity } from '#shared/model/model.ts'

/** Without files, which no table holds, and the version, which is for programs. */
export function exportedFields(entity: Entity, exportable: ReadonlySet<string>): readonly string[] {
  return [...entity.fields.values()].flatMap(({ name: { identifier }, type }) =>
    exportable.has(identifier) && identifier !== '_version' && !fieldType(type.kind).holdsFiles ? [identifier] : [],
  )
}
