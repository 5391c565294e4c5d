// Finds the field of each column of an imported table, or why it is left out.
import { holdsFiles } from '#shared/fields/coerce-value.ts'
import { fieldHeading } from '#shared/fields/field-heading.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import type { ImportColumn } from '#shared/protocol/import.ts'

export interface ReadColumn extends ImportColumn {
  /** It is written. */
  readonly writes?: Field
}

export interface ImportableFields {
  /** What may be imported. */
  readonly writable: ReadonlySet<string>
  /** What the person may know of: to all others there is no such field. */
  readonly known: ReadonlySet<string>
}

/**
 * By the identifier, the label or the heading of a field, however its letters are written. `match`: the field by which records
 * that exist are found.
 */
export function importColumns(
  entity: Entity,
  headings: readonly string[],
  { writable, known }: ImportableFields,
  match: string | undefined,
): readonly ReadColumn[] {
  const taken = new Set<string>()
  return headings.map((heading, at): ReadColumn => {
    const position = at + 1
    const field = fieldCalled(entity, heading, known)
    if (field === undefined) return { position, heading, leftOut: 'unknown' }
    const name = field.name.identifier
    const found = { position, heading, field: name }
    if (taken.has(name)) return { ...found, leftOut: 'twice' }
    taken.add(name)
    const matched = name === match ? ({ isMatch: true } as const) : {}
    if (isWritten(field) && writable.has(name)) return { ...found, ...matched, writes: field }
    if (name === match) return { ...found, ...matched }
    return {
      ...found,
      leftOut: holdsFiles(field) ? 'holds files' : isWritten(field) ? 'not granted' : 'set by the system',
    }
  })
}

function isWritten(field: Field): boolean {
  return isWrittenByPeople(field) && !holdsFiles(field)
}

export function fieldCalled({ fields }: Entity, heading: string, known: ReadonlySet<string>): Field | undefined {
  const wanted = heading.toLowerCase()
  const fieldBy = (nameOf: (field: Field) => string): Field | undefined =>
    [...fields.values()].find((field) => known.has(field.name.identifier) && nameOf(field).toLowerCase() === wanted)
  return (
    fieldBy(({ name }) => name.identifier) ??
    fieldBy(({ name }) => name.label) ??
    fieldBy(({ name, type }) => fieldHeading(name.label, type.kind))
  )
}
