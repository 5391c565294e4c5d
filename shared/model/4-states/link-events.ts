// Links the effects of creating, changing or deleting a record.
import * as say from '../../diagnostics/linking.ts'
import type { Environment } from '../../expressions/schema.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import type { EffectDeclaration } from '../../points/4-states/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { linkEffects } from './link-effects.ts'
import type { LinkContext } from '../link-context.ts'
import { findChangingField, findName } from '../link-context.ts'
import type { RecordEvent } from '../model.ts'
import type { EntityOutline } from '../outline.ts'

/** Links the events of an entity, in the order of the document. */
export function linkEvents(context: LinkContext, entity: EntityOutline): readonly RecordEvent[] {
  const { states } = context.declarations
  if (!isShown(states)) return []
  const environment: Environment = { record: entity.name.identifier, old: true }
  return states.events.flatMap((declared) => {
    if (findName(declared.entity, [entity.name], 'entity') === undefined) return []
    const { event } = declared
    const field = declared.field && findChangingField(context, entity, declared.field)
    const when = declared.when && context.expression(declared.when, environment, BOOLEAN)
    // A condition or a field that can't be read must not become "always".
    if ((declared.field && field === undefined) || (declared.when && !when)) return []
    if (event === 'deleted') refuseWrites(context, entity, declared.then)
    const then = linkEffects(context, { entity, point: 4 }, declared.then, environment)
    const cite = context.cite(4, declared.span)
    return [{ event, ...(field === undefined ? {} : { field }), ...(when ? { when } : {}), then, cite }]
  })
}

/** Reports effects that write to the deleted record, which is no longer writable. */
function refuseWrites(context: LinkContext, entity: EntityOutline, effects: readonly EffectDeclaration[]): void {
  for (const effect of effects) {
    if (effect.kind === 'set' || effect.kind === 'add' || effect.kind === 'remove') {
      const name = effect.field.value
      const why = 'the record is deleted by then'
      context.report(say.notAField(spanOf(effect.field), { name, entity: entity.name.label, why }))
    }
    if (effect.kind === 'forEach') refuseWrites(context, entity, effect.effects)
    if (effect.kind === 'try') refuseWrites(context, entity, [effect.effect, effect.otherwise])
  }
}
