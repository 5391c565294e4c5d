// Says whether a moment follows from days only, and from how much of a day is meant.
import { readsOf } from '#shared/expressions/reads.ts'
import { familyOf } from '#shared/fields/registry.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import { isByDay } from '../../data/records/filter-conditions.ts'

/**
 * Reports whether a moment is computed only from dates of the record and from its flags. "From noon" then means half
 * a day, not an hour.
 */
export function isOfDates(entity: Entity, { computed }: Field): boolean {
  if (!computed) return false
  const { own, others, me, usesNow } = readsOf(computed.expression.tree)
  if (others.length > 0 || me.length > 0 || usesNow) return false
  const fields = own.map((name) => entity.fields.get(name))
  return (
    fields.some((field) => field && isByDay(field)) &&
    fields.every((field) => field && (isByDay(field) || familyOf(field.type) === 'flag'))
  )
}
