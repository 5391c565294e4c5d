// Chooses the columns of an exported table, and what they are called.
import type { Entity, Field } from '#shared/model/model.ts'
import { fieldHeading } from '#shared/fields/field-heading.ts'

export interface ExportColumn {
  readonly field: Field
  readonly label: string
}

/** `names`: of fields, in this order; what the entity has not is refused where it is read. Absent: all that may be exported. */
export function exportColumns(
  entity: Entity,
  names: readonly string[] | undefined,
  exportable: ReadonlySet<string>,
): readonly ExportColumn[] {
  const chosen = names ?? [...exportable].filter((name) => name !== '_version')
  return chosen.flatMap((name) => {
    const field = entity.fields.get(name)
    return field === undefined ? [] : [{ field, label: fieldHeading(field.name.label, field.type.kind) }]
  })
}
