// What happens when records of an entity are created, changed or deleted.
import * as say from '../diagnostics/model.ts'
import type { Environment } from '../expressions/schema.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import type { EffectDeclaration } from '../points/4-states-declarations.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { linkEffects } from './4-effects.ts'
import type { Linking } from './linking.ts'
import { findField, findName } from './linking.ts'
import type { Event } from './model.ts'
import type { EntityOutline } from './outline.ts'

/** In the order of the document. */
export function linkEvents(linking: Linking, entity: EntityOutline): readonly Event[] {
  const { states } = linking.declarations
  if (!isShown(states)) return []
  const environment: Environment = { record: entity.name.identifier, old: true }
  return states.events.flatMap((declared) => {
    if (findName(declared.entity, [entity.name], 'entity') === undefined) return []
    const { event } = declared
    const field = declared.field && findField(linking, entity, declared.field)
    const when = declared.when && linking.expression(declared.when, environment, BOOLEAN)
    // A condition or a field that can't be read must not become "always".
    if ((declared.field && field === undefined) || (declared.when && !when)) return []
    if (event === 'deleted') refuseWrites(linking, entity, declared.then)
    const then = linkEffects(linking, { entity, point: 4 }, declared.then, environment)
    const cite = linking.cite(4, declared.span)
    return [{ event, ...(field === undefined ? {} : { field }), ...(when ? { when } : {}), then, cite }]
  })
}

/** What is deleted is not written any more. */
function refuseWrites(linking: Linking, entity: EntityOutline, effects: readonly EffectDeclaration[]): void {
  for (const effect of effects) {
    if (effect.kind === 'set' || effect.kind === 'add' || effect.kind === 'remove') {
      const name = effect.field.value
      const why = 'the record is deleted by then'
      linking.report(say.notAField(spanOf(effect.field), { name, entity: entity.name.label, why }))
    }
    if (effect.kind === 'forEach' || effect.kind === 'try') refuseWrites(linking, entity, [effect.effect])
    if (effect.kind === 'try') refuseWrites(linking, entity, [effect.otherwise])
  }
}
