// Lists the transitions that lead from a new record.
import type { Entity, Field, Transition } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { granteeCondition } from '#shared/policy/permissions.ts'

/** Those that this person could do, and that ask nothing beyond the form's own fields: what a state requires stands among these. */
export function creatingTransitions(entity: Entity, actor: Actor, fields: readonly Field[]): readonly Transition[] {
  const names = new Set(fields.map((field) => field.name.identifier))
  return [...entity.transitions.values()].filter((transition) => {
    const rows = transition.rows.filter((row) => row.from === 'new record')
    const possible = rows.some((row) => row.who.some((who) => granteeCondition(who, actor) !== false))
    return possible && rows.every((row) => row.asks.every((ask) => names.has(ask.name.identifier)))
  })
}
