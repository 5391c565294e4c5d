// Finds the names that something wrong would have given: nothing is said of what needs them.
import type { Declarations } from '../points/declarations.ts'
import { isShown } from '../points/declarations.ts'
import type { Outline } from './outline.ts'

export interface LostNames {
  /** Fields of a wrong type, and fields made from the states of a heading that names no entity. */
  readonly fields: ReadonlySet<string>
  readonly transitions: ReadonlySet<string>
  readonly timers: ReadonlySet<string>
}

export function findLostNames({ entities, states }: Declarations, outline: Outline): LostNames {
  const kept = new Set(
    [...outline.entities.values()].flatMap(({ workflows }) => workflows.map((each) => each.declaration.span.start)),
  )
  const lost = (isShown(states) ? states.workflows : []).filter(({ span }) => !kept.has(span.start))
  const wrong = (isShown(entities) ? entities.entities : []).flatMap(({ fields }) =>
    fields.filter(({ type }) => 'notShown' in type && type.wrong === true),
  )
  return {
    fields: new Set(
      [...wrong.map(({ name }) => name), ...lost.map(({ field }) => field)].map((each) => each.identifier),
    ),
    transitions: new Set(lost.flatMap(({ transitions }) => transitions.map(({ name }) => name.identifier))),
    timers: new Set(lost.flatMap(({ timers }) => timers.map(({ name }) => name.identifier))),
  }
}
