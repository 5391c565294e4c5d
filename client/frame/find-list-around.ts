// Finds the entry of the menu in which the page shown stands.
import { matchScreenRoute } from '#shared/decisions/2-screens.ts'
import type { Model, Screen } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { readTrail } from '../data/list-trail.ts'
import { listScreen } from '../data/visible-screens.ts'

/**
 * A record stands in the list that it was opened from. `/service/:id` and `/report` stand below no entry of the menu:
 * the list of what they show is where one is. Undefined where the path says it.
 */
export function findListAround(
  model: Model,
  session: SessionBody,
  screens: readonly Screen[],
  pathname: string,
): string | undefined {
  const from = readTrail(pathname)?.list.split('?')[0]
  if (screens.some(({ route }) => route === from)) return from
  if (screens.some(({ route }) => route !== '/' && (pathname === route || pathname.startsWith(`${route}/`))))
    return undefined
  const found = matchScreenRoute(model, pathname)
  if (found?.kind !== 'screen' || !('entity' in found.screen.shows)) return undefined
  return listScreen(model, session, found.screen.shows.entity, found.screen.route)?.route
}
