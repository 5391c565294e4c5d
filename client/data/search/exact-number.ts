// Finds the record that a number names: "356", "00356" and "HD-356" are HD-00356.
import { isSequence, readNumberInSequence } from '#shared/fields/sequence.ts'
import type { Entity } from '#shared/model/model.ts'
import { quoteFilterText } from '../records/filter-conditions.ts'

/** The condition that the record meets; undefined: the entity has no such number. */
export function numberCondition(entity: Entity, readable: ReadonlySet<string>, text: string): string | undefined {
  for (const { name, type } of entity.fields.values()) {
    const number = readable.has(name.identifier) ? readNumberInSequence(type, text) : undefined
    if (number === undefined) continue
    const isText = isSequence(type) && type.pattern !== undefined
    return `${name.identifier} == ${isText ? quoteFilterText(number) : number}`
  }
  return undefined
}
