// Lists the relations along which records are shown beside another: a comment beside its ticket.
import type { Model } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import type { RunningDocument } from '../../document/current-document.ts'

/**
 * Lists the relations of an entity to a record on whose page its records are shown, as a part or named under
 * `beside`.
 */
export function relationsBeside(running: RunningDocument, entity: string): readonly string[] {
  return running.compiled('shown beside', running.model, () => listRelations(running.model)).get(entity) ?? []
}

function listRelations(model: Model): ReadonlyMap<string, readonly string[]> {
  const relations = new Map<string, Set<string>>()
  for (const screen of isShown(model.screens) ? model.screens.screens : []) {
    const head = screen.shows.kind === 'record' ? model.entities.get(screen.shows.entity) : undefined
    for (const name of [...(screen.beside ?? []), ...(head?.parts.keys() ?? [])]) {
      const reverse = head?.reverses.get(name)
      if (reverse) relations.set(reverse.entity, (relations.get(reverse.entity) ?? new Set()).add(reverse.field))
    }
  }
  return new Map([...relations].map(([entity, fields]) => [entity, [...fields]]))
}
