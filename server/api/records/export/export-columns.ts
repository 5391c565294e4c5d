// Chooses the columns of an exported table, and what they are called.
import type { Entity, Field } from '#shared/model/model.ts'
import { fieldHeading } from '#shared/fields/field-heading.ts'
import { fieldCalled } from '../../../records/import/import-columns.ts'

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
    return field === undefined ? [] : [{ field, label: headingOf(entity, field) }]
  })
}

/** The heading for people, unless an import would take it for another field: "Due" of `due at` beside a field `due`. */
function headingOf(entity: Entity, field: Field): string {
  const { identifier, label } = field.name
  const everything = new Set(entity.fields.keys())
  const names = [fieldHeading(label, field.type.kind), label]
  return names.find((each) => fieldCalled(entity, each, everything) === field) ?? identifier
}
