// Makes an empty table with a column for each field that a person may give.
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity } from '#shared/model/model.ts'
import { fieldLabel } from '../../../data/field-label.ts'

/** An address that holds the table itself. */
export function templateAddress(entity: Entity, creatable: ReadonlySet<string>): string {
  const labels = [...entity.fields.values()]
    .filter(({ name, type }) => creatable.has(name.identifier) && !fieldType(type.kind).holdsFiles)
    .map((field) => fieldLabel(field))
  const line = labels.map((label) => (/[",\n]/.test(label) ? `"${label.replaceAll('"', '""')}"` : label)).join(',')
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${line}\r\n`)}`
}
