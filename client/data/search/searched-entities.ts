// Lists what a search looks through: entities whose records can be opened, and their fields.
import type { Entity, Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { readableNames } from '../records/permissions.ts'
import { memoBySession } from '../session-policy.ts'
import { visibleScreens } from '../visible-screens.ts'
import { leadingRelation } from './leading-relation.ts'

/** Records that lead nowhere are left out: a result is there to be opened. */
export const searchedEntities = memoBySession((model, session): readonly Entity[] => {
  const screens = visibleScreens(model, session)
  return [...model.entities.values()].filter((entity) => {
    const name = entity.name.identifier
    const isShown =
      screens.some(({ shows }) => shows.kind === 'record' && shows.entity === name) ||
      leadingRelation(model, session, entity) !== undefined
    return isShown && searchedFields(model, session, entity).length > 0
  })
})

export function searchedFields(model: Model, session: SessionBody, entity: Entity): readonly string[] {
  const readable = readableNames(model, session, entity.name.identifier)
  return [...readable].filter((field) => entity.fields.get(field)?.limits.searchable)
}
