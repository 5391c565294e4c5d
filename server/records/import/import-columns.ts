// Finds the field of each column of an imported table, or why it is left out.
import { fieldType } from '#shared/fields/registry.ts'
import { fieldHeading } from '#shared/fields/field-heading.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import type { ImportColumn } from '#shared/protocol/import.ts'

export interface ReadColumn extends ImportColumn {
  readonly at: number
  /** It is written. */
  readonly writes?: Field
}

/**
 * By the identifier, the label or the heading of a field, however its letters are written. `writable`: what may be imported.
 * `match`: the field by which records that exist are found.
 */
export function importColumns(
  entity: Entity,
  headings: readonly string[],
  writable: ReadonlySet<string>,
  match: string | undefined,
): readonly ReadColumn[] {
  const taken = new Set<string>()
  return headings.map((heading, at): ReadColumn => {
    const field = fieldCalled(entity, heading)
    if (field === undefined) return { at, heading, leftOut: 'unknown' }
    const name = field.name.identifier
    const found = { at, heading, field: name }
    if (taken.has(name)) return { ...found, leftOut: 'twice' }
    taken.add(name)
    if (!isWritten(field))
      return name === match ? { ...found, isMatch: true } : { ...found, leftOut: 'set by the system' }
    if (!writable.has(name)) return name === match ? { ...found, isMatch: true } : { ...found, leftOut: 'not granted' }
    return { ...found, writes: field, ...(name === match ? { isMatch: true } : {}) }
  })
}

function isWritten(field: Field): boolean {
  return isWrittenByPeople(field) && !fieldType(field.type.kind).holdsFiles
}

function fieldCalled(entity: Entity, heading: string): Field | undefined {
  const wanted = heading.toLowerCase()
  return [...entity.fields.values()].find(
    ({ name, type, limits }) =>
      !limits.hidden &&
      [name.identifier, name.label, fieldHeading(name.label, type.kind)].some((each) => each.toLowerCase() === wanted),
  )
}
