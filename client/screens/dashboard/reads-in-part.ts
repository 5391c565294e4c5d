// Decides whether a tile counts only some records, since its reader may read what it needs of these only.
import type { Model, Tile } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { asksInPart, isPathReadInPart } from '../../data/records/partial-right.ts'

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
