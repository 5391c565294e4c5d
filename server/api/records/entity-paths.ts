// Maps the first path segment to the entity of the document: `tickets`, `leave-requests`.
import type { Entity } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'

export function entitiesByPath(running: RunningDocument): ReadonlyMap<string, Entity> {
  return running.compiled('paths', '', () => {
    const { entities, entitiesShown, rolesShown } = running.model
    // Where neither entities nor roles are shown, there is nothing but what every application has.
    const found = entitiesShown || rolesShown ? [...entities.values()] : []
    return new Map(found.map((entity) => [entity.path, entity]))
  })
}
