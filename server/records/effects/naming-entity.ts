// Names the entity of a field in refusals of what an effect writes into other records than the one at hand.
import type { Effect, Entity } from '#shared/model/model.ts'
import { entityNamed } from '../../policy/policy.ts'
import { Refused } from '../../policy/refused.ts'
import { changeRefusals } from '../messages/unconfirmed-warnings.ts'
import type { EffectFrame } from './run-effect.ts'

/** Says "Stock of Part must be at least 0." to those who write a Use: they can't know of which record a "Stock" is. */
export function namingEntity<T>(
  { context, entity: atHand }: Pick<EffectFrame, 'context' | 'entity'>,
  effect: Effect,
  act: () => Promise<T>,
): Promise<T> {
  if (atHand === undefined || (effect.kind !== 'create' && effect.kind !== 'update') || effect.entity === atHand)
    return act()
  const entity = entityNamed(context.running.model, effect.entity)
  return changeRefusals(context.unconfirmed, (error) => nameEntity(error, entity), act)
}

function nameEntity({ refusal, details }: Refused, { name, fields }: Entity): Refused {
  const errors = refusal.errors.map((error) => {
    const { field } = error.values
    // What another effect named already is no plain text any more.
    if (typeof field !== 'string' || !fields.has(error.field)) return error
    return { ...error, values: { ...error.values, field: { says: OF, values: { field, entity: name.label } } } }
  })
  return new Refused({ ...refusal, errors }, details)
}

const OF = { en: '{field} of {entity}', de: '{field} von {entity}' }
