// Works out what the effects of a transition leave in the fields of its record.
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { Effect, Entity, Model } from '#shared/model/model.ts'
import { holdsOn, NotDerived, valueOn } from './evaluate-on-world.ts'
import type { Situation } from './evaluate-on-world.ts'

/**
 * Returns the values of the fields that are set, in JSON form; nothing where other effects may change them, too. Each
 * effect sees those before it. `start`: what the transition itself changes.
 */
export function valuesAfter(
  here: Situation,
  entity: Entity,
  effects: readonly Effect[],
  start: { readonly [field: string]: unknown },
): { readonly [field: string]: unknown } {
  const record = here.this
  const isAlone = effects.every((effect) => leavesRecord(here.model, effect)) && !hasEvents(entity, 'changed')
  if (record === undefined || !isAlone) return {}
  let after = { ...record, ...start }
  const written: { [field: string]: unknown } = {}
  try {
    for (const effect of effects) {
      if (effect.kind !== 'set') continue
      const now = { ...here, this: after }
      if (effect.if !== undefined && !holdsOn(now, effect.if.tree)) continue
      const field = entity.fields.get(effect.field)
      if (field === undefined || field.limits.hidden) continue
      const value = convertToJson(valueOn(now, effect.value.tree), field.valueType)
      after = { ...after, [effect.field]: value }
      written[effect.field] = value
    }
  } catch (error) {
    if (!(error instanceof NotDerived)) throw error
  }
  return written
}

/** Does it set a field, or do nothing to the record at hand? */
function leavesRecord(model: Model, effect: Effect): boolean {
  switch (effect.kind) {
    case 'set':
    case 'notify':
    case 'send':
    case 'restart':
      return true
    case 'create': {
      const other = model.entities.get(effect.entity)
      return other !== undefined && !hasEvents(other, 'created')
    }
    default:
      return false
  }
}

function hasEvents({ events }: Entity, kind: Entity['events'][number]['event']): boolean {
  return events.some(({ event }) => event === kind)
}
