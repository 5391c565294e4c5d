// Decides whether a tile counts only some records, since its reader may read what it needs of these only.
import type { Node } from '#shared/expressions/node.ts'
import { readsOf } from '#shared/expressions/reads.ts'
import type { Entity, Model, Tile } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { isReadInPart } from '../../data/records/permissions.ts'

export function readsInPart(model: Model, session: SessionBody, shows: Tile['shows']): boolean {
  if (shows.kind !== 'measure' && shows.kind !== 'table') return false
  const entity = model.entities.get(shows.entity)
  if (entity === undefined) return false
  // Cells of a table say for themselves what is withheld.
  const measured = shows.kind === 'measure' ? [shows.field, shows.by?.field, shows.within?.field] : []
  const conditions = [shows.where, shows.kind === 'measure' ? shows.among : undefined]
  return (
    [...measured, shows.over].some((path) => path !== undefined && isPathReadInPart(model, session, entity, path)) ||
    conditions.some((each) => each !== undefined && asksInPart(model, session, shows.entity, each.tree))
  )
}

/** Does a step of the path, such as `requester.team`, depend on the record? */
function isPathReadInPart(model: Model, session: SessionBody, entity: Entity, path: string): boolean {
  const [first = '', ...rest] = path.split('.')
  if (isReadInPart(model, session, entity.name.identifier, first)) return true
  const type = entity.fields.get(first)?.type
  const next = type?.kind === 'relation' ? model.entities.get(type.entity) : undefined
  return next !== undefined && rest.length > 0 && isPathReadInPart(model, session, next, rest.join('.'))
}

/** Does a condition on records of the entity ask what depends on the record? */
function asksInPart(model: Model, session: SessionBody, entity: string, condition: Node): boolean {
  const { own, others } = readsOf(condition)
  return (
    own.some((field) => isReadInPart(model, session, entity, field)) ||
    others.some((each) => each.field !== undefined && isReadInPart(model, session, each.entity, each.field))
  )
}
