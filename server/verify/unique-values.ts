// Finds records that have a value which another has and only one may have.
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import type { GivenRecord, World } from './world.ts'

/** Has one of these a value, or several together, that another record of the world has? `world` holds these, too. */
export function clash(model: Model, world: World, these: readonly GivenRecord[]): boolean {
  return these.some(({ entity, record }) =>
    uniqueOf(model, entity).some((fields) => {
      if (fields.some((field) => isEmptyValue(record[field], model.entities.get(entity)?.fields.get(field)?.type)))
        return false
      const isSame = (other: RecordValue): boolean => fields.every((field) => sameText(other[field], record[field]))
      return world.all(entity).some((other) => other.id !== record.id && isSame(other))
    }),
  )
}

/** Lists the fields, one by one or several together, whose values only one record has. */
function uniqueOf(model: Model, name: string): readonly (readonly string[])[] {
  const entity = model.entities.get(name)
  const alone = [...(entity?.fields.values() ?? [])].flatMap(({ name: { identifier }, limits: { unique } }) =>
    unique === undefined ? [] : [[...unique.per, identifier]],
  )
  return [...alone, ...(entity?.uniqueTogether ?? []).map(({ fields }) => fields)]
}

function sameText(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase()
}
