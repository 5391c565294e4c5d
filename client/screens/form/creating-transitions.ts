// Lists the transitions that lead from a new record.
import { transitionsFromNew } from '#shared/decisions/4-states.ts'
import type { Entity, Field, Transition } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'

/** Those that this person could do, and that ask nothing beyond the form's own fields: what a state requires stands among these. */
export function creatingTransitions(entity: Entity, actor: Actor, fields: readonly Field[]): readonly Transition[] {
  const names = new Set(fields.map((field) => field.name.identifier))
  return transitionsFromNew(entity, actor).filter(({ rows }) =>
    rows
      .filter((row) => row.from === 'new record')
      .every((row) => row.asks.every((ask) => names.has(ask.name.identifier))),
  )
}
