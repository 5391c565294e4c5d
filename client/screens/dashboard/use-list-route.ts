// Finds the list that shows rows of an entity to this person, as an address.
import type { Entity } from '#shared/model/model.ts'
import { searchScreen } from '../../data/visible-screens.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'

/** Undefined: none does. */
export function useListRoute(entity: Entity): string | undefined {
  return searchScreen(useModel(), useKnownSession(), entity.name.identifier)?.route
}
