// Maps the first path segment to the entity of the document: `tickets`, `leave-requests`.
import { hasRecords } from '#shared/decisions/2-screens.ts'
import type { Entity } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'

export function entitiesByPath(running: RunningDocument): ReadonlyMap<string, Entity> {
  return running.compiled('paths', '', () => {
    const found = hasRecords(running.model) ? [...running.model.entities.values()] : []
    return new Map(found.map((entity) => [entity.path, entity]))
  })
}
