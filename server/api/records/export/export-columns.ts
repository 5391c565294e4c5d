// Chooses the columns of an exported table, and what they are called.
import type { Entity, Field } from '#shared/model/model.ts'
import type { InLanguages, Language } from '#shared/text/language.ts'
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
  language: Language,
): readonly ExportColumn[] {
  const chosen = names ?? [...exportable].filter((name) => name !== '_version')
  return chosen.flatMap((name) => {
    const field = entity.fields.get(name)
    if (field === undefined) return []
    const standard = field.standard ? STANDARD[name] : undefined
    return [{ field, label: standard?.[language] ?? fieldHeading(field.name.label, field.type.kind) }]
  })
}

const STANDARD: { readonly [field: string]: InLanguages } = {
  created_at: { en: 'Created', de: 'Erstellt' },
  updated_at: { en: 'Updated', de: 'Geändert' },
  created_by: { en: 'Created by', de: 'Erstellt von' },
  updated_by: { en: 'Updated by', de: 'Geändert von' },
}
