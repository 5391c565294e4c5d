// Links the schedules of point 4: condition and effects, without a record at hand.
import * as say from '../../diagnostics/4-states.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import { isShown } from '../../points/declarations.ts'
import type { LinkContext } from '../link-context.ts'
import { findName } from '../link-context.ts'
import { linkEffects } from './link-effects.ts'
import type { Schedule } from './types.ts'

/** Links schedules by identifier, in the order of the document. */
export function linkSchedules(context: LinkContext): ReadonlyMap<string, Schedule> {
  const { states } = context.declarations
  if (!isShown(states)) return new Map()
  return new Map(
    states.schedules.flatMap((declared) => {
      const { name, every, span } = declared
      const when = declared.when && context.expression(declared.when, {}, BOOLEAN)
      const then = linkEffects(context, { entity: undefined, point: 4 }, declared.then, {})
      // A condition that can't be read must not become "always".
      if (declared.when && !when) return []
      const schedule = { name, every, ...(when ? { when } : {}), then, cite: context.cite(4, span) }
      return [[name.identifier, schedule] as const]
    }),
  )
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
