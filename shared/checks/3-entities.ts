// Checks that some role may read each entity and write its required fields.
import * as say from '../diagnostics/warnings.ts'
import type { Entity, Field } from '../model/model.ts'
import { isShown } from '../points/declarations.ts'
import { mayCreate } from './granted-roles.ts'
import { isNeeded } from '../model/6-roles/new-record.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkEntities: SpecificationCheck = (model, { entities, unknowns }) => {
  const grants = [...model.entities.values()].flatMap((entity) => entity.grants)
  // Where nothing is granted at all, that is reported of point 6 once.
  if (!isShown(entities) || !model.rolesShown || grants.length === 0) return []
  // A grant of which something is not shown may be the one that is missed.
  if (unknowns.some((unknown) => unknown.point === 6)) return []
  return entities.entities.flatMap(({ name }) => {
    const entity = model.entities.get(name.identifier)
    if (!entity || name.identifier === 'Person') return []
    const isRead = entity.grants.some((grant) => grant.may.includes('read') && !grant.except)
    const unwritable = [...entity.fields.values()].filter((field) => isNeeded(field) && !isCreatable(entity, field))
    return [
      ...(isRead ? [] : [say.entityNotReadable(name.span, { entity: name.label })]),
      ...unwritable.map((field) =>
        say.requiredNotWritable(field.name.span, { field: field.name.label, entity: name.label }),
      ),
    ]
  })
}

/**
 * Decides whether people who create a record may set a field. If nobody may create at all, records come from
 * transitions and the field passes.
 */
export function isCreatable(entity: Entity, field: Field): boolean {
  const creating = entity.grants.filter((grant) => mayCreate(grant) && !grant.except)
  return creating.length === 0 || creating.some((grant) => grant.fields.includes(field.name.identifier))
}
