// Chooses the fields that a form for a new record offers where no screen names them, and which stand first.
import { evaluate } from '#shared/expressions/evaluate.ts'
import { readsOf } from '#shared/expressions/reads.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import type { WayToCreate } from '#shared/decisions/ways-to-create.ts'

/** Lists the fields of a form that makes a record, without those that are required only when a record ends: nothing can be said of them yet. */
export function offeredFields(
  entity: Entity,
  fields: readonly Field[],
  ways: readonly WayToCreate[],
): readonly Field[] {
  const asked = ways.flatMap(({ step }) =>
    (step?.rows ?? [])
      .filter(({ from }) => from === 'new record')
      .flatMap(({ asks }) => asks.map(({ name }) => name.identifier)),
  )
  return fields.filter((field) => asked.includes(field.name.identifier) || !isForTheEnd(entity, field))
}

/** Reports whether a field is required in states in which a record ends, and in no other. */
function isForTheEnd({ workflows }: Entity, { required }: Field): boolean {
  if (typeof required === 'boolean') return false
  const { tree } = required
  const { own, others, me, usesMe, usesNow, usesOld, usesInput } = readsOf(tree)
  const workflow = own.length === 1 ? workflows.get(own[0] ?? '') : undefined
  if (!workflow || others.length > 0 || me.length > 0 || usesMe || usesNow || usesOld || usesInput) return false
  const here = { me: null, now: '', timeZone: 'UTC', limits: {} }
  return workflow.states.every(
    ({ word }) =>
      workflow.ends.includes(word) || evaluate(tree, { ...here, this: { id: '', [workflow.field]: word } }) !== true,
  )
}

/** Puts the required fields first, with those that the place shows from which the form was opened. */
export function inOrder(fields: readonly Field[], first: readonly string[]): readonly Field[] {
  const isFirst = ({ name, required }: Field) => required === true || first.includes(name.identifier)
  return [...fields.filter(isFirst), ...fields.filter((field) => !isFirst(field))]
}
