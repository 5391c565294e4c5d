// Finds the fields that a person changed in a form, and others otherwise meanwhile.
import type { Entity } from '#shared/model/model.ts'
import type { FieldValues } from '../../data/records/record-mutations.ts'
import { changedValues } from '../form/validate-form.ts'

/** Their names. `before`: the version that the form began with; `mine`: what the person changed; `current`: the newer version. */
export function clashingChanges(
  before: FieldValues,
  mine: FieldValues,
  current: FieldValues,
  entity: Pick<Entity, 'fields'>,
): readonly string[] {
  const theirs = Object.fromEntries(Object.keys(mine).map((name) => [name, current[name]]))
  const [changed, other] = [changedValues(before, theirs, entity), changedValues(current, mine, entity)]
  return Object.keys(mine).filter((name) => Object.hasOwn(changed, name) && Object.hasOwn(other, name))
}
