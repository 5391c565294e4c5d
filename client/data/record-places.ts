// Says where a person finds the records of an entity: on pages of their own, in lists, beside other records.
import type { Entity, Field, Model, Screen } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { visibleScreens } from './visible-screens.ts'

/** A place beside another record, to which the records of an entity point and which is itself shown. */
export interface BesidePlace {
  /** The reverse relation: "comments". */
  readonly name: string
  readonly related: Entity
  /** The relation that points to the record. */
  readonly field: Field
}

/** Do records of the entity have a page that this person may open? Else they are changed where they are listed. */
export function hasPage(model: Model, session: SessionBody, entity: string): boolean {
  return visibleScreens(model, session).some(({ shows }) => shows.kind === 'record' && shows.entity === entity)
}

/**
 * Lists what the page of a record shows beside it: first its own parts that the document does not name, then what it
 * names.
 */
export function placesBeside(model: Model, screen: Screen, entity: Entity): readonly BesidePlace[] {
  const beside = screen.beside ?? []
  const parts = [...entity.parts.keys()].filter((name) => !beside.includes(name))
  return [...parts, ...beside].flatMap((name) => {
    const reverse = entity.reverses.get(name)
    const related = reverse && model.entities.get(reverse.entity)
    const field = reverse && related?.fields.get(reverse.field)
    return related && field ? [{ name, related, field }] : []
  })
}
