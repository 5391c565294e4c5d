// The entities of the document by the first segment of their paths: `tickets`, `leave-requests`.
import type { Entity } from '#shared/model/model.ts'
import type { RunningDocument } from '../document/current.ts'

export function entitiesByPath(running: RunningDocument): ReadonlyMap<string, Entity> {
  const { entities, entitiesShown, rolesShown } = running.model
  // Where neither entities nor roles are shown, there is nothing but what every application has.
  const found = entitiesShown || rolesShown ? [...entities.values()] : []
  return running.compiled('paths', '', () => new Map(found.map((entity) => [entity.path, entity])))
}

/** Fields that name one record: `/api/tickets/number/HD-00001`. */
export function isKey(entity: Entity, name: string): boolean {
  const field = entity.fields.get(name)
  if (field === undefined || field.standard) return false
  const { limits, type } = field
  // What is unique within something else alone names no record by itself.
  return limits.unique?.per.length === 0 || (type.kind === 'sequence' && type.per === undefined) || type.kind === 'slug'
}
