// Finds the fields whose words can be searched for, and the texts that are split into words.
import { isSequence, withoutNoughts } from '#shared/fields/sequence.ts'
import { searchText } from '#shared/expressions/functions/search-text.ts'
import type { Entity } from '#shared/model/model.ts'
import type { EntityTable, FieldPlace } from './schema/catalogue.ts'

/** Fields whose words can be searched for; the order is that of the full-text table's columns. */
export function searchablePlaces(entity: Entity, table: EntityTable): readonly FieldPlace[] {
  return [...table.fields.values()].filter(
    (place) =>
      place.name !== undefined &&
      place.column.kind === 'TEXT' &&
      entity.fields.get(place.field)?.limits.searchable === true,
  )
}

export function searchTable(table: EntityTable): string {
  return `f${table.number}`
}

/** Stands in the definition of each index, so that all are filled anew where a text may be folded in another way. */
export const FOLDING = `folded 1, Unicode ${process.versions['unicode'] ?? ''}`

export function isSequencePlace(entity: Entity, place: FieldPlace): boolean {
  const type = entity.fields.get(place.field)?.type
  return type !== undefined && isSequence(type)
}

/** The searched form of a sequence, which is also found without its leading zeros. */
export function searchedSequence(number: string): string {
  return searchText(`${number} ${withoutNoughts(number)}`)
}
