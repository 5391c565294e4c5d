// Links the schedules of point 4: condition and effects, without a record at hand.
import * as say from '../../diagnostics/4-states.ts'
import type { Node } from '../../expressions/node.ts'
import type { Environment } from '../../expressions/schema.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import { mapNode } from '../../expressions/walk.ts'
import { isShown } from '../../points/declarations.ts'
import type { LinkContext } from '../link-context.ts'
import { findName } from '../link-context.ts'
import { linkEffects } from './link-effects.ts'
import { mapEffect } from './map-effect.ts'
import type { Schedule } from './types.ts'

/** Links schedules by identifier, in the order of the document. */
export function linkSchedules(context: LinkContext): ReadonlyMap<string, Schedule> {
  const { states } = context.declarations
  if (!isShown(states)) return new Map()
  return new Map(
    states.schedules.flatMap((declared) => {
      const { name, every, missed, span } = declared
      const written = declared.when && context.expression(declared.when, AT_ITS_MOMENT, BOOLEAN)
      const when = written && { ...written, tree: onItsDay(written.tree) }
      const effects = linkEffects(context, { entity: undefined, point: 4 }, declared.then, AT_ITS_MOMENT)
      const then = effects.map((effect) => mapEffect(effect, onItsDay))
      // A condition that can't be read must not become "always".
      if (declared.when && !when) return []
      const schedule = { name, every, missed, ...(when ? { when } : {}), then, cite: context.cite(4, span) }
      return [[name.identifier, schedule] as const]
    }),
  )
}

const AT_ITS_MOMENT: Environment = { bare: { due: { kind: 'timestamp' } } }

/** Makes `today` the day of the run's moment, which is another day where the run is caught up. */
function onItsDay(tree: Node): Node {
  return mapNode(tree, (node) => {
    if (node.kind !== 'today') return node
    const due: Node = { kind: 'input', name: 'due', type: { kind: 'timestamp' }, span: node.span }
    return { kind: 'call', name: 'date_of', arguments: [due], type: node.type, span: node.span }
  })
}

/** `### Schedules` is the table, whatever entities there are. */
export function reportSchedulesEntity(context: LinkContext): void {
  const { states } = context.declarations
  if (!isShown(states)) return
  const named = [...states.workflows, ...states.events].map(({ entity }) => entity)
  const entities = [...context.outline.entities.values()].map(({ name }) => name)
  for (const reference of named) {
    if (!/^schedules$/i.test(reference.value) || findName(reference, entities, 'entity') === undefined) continue
    context.report(
      say.schedulesAreNoEntity({ start: reference.start, end: reference.start + reference.value.length }, {}),
    )
  }
}
