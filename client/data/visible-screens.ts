// Lists the actor's screens and finds the one that shows a record or an entity.
import { isListOf, menuEntries, pathOfRecord } from '#shared/decisions/2-screens.ts'
import type { Model, Screen } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import type { RecordData } from './records/record-data.ts'
import { dataScreens } from './data-screens.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { memoBySession, sessionPolicy } from './session-policy.ts'

export function allScreens(model: Model): readonly Screen[] {
  return isShown(model.screens) ? model.screens.screens : []
}

/** Those of the document first: the studio's own ones serve where the document has none. */
export const visibleScreens = memoBySession((model, session): readonly Screen[] => [
  ...documentScreens(model, session),
  ...dataScreens(model, session),
])

function documentScreens(model: Model, session: SessionBody): readonly Screen[] {
  return sessionPolicy(model, session).screens
}

export const menuScreens = memoBySession((model, session): readonly Screen[] =>
  menuEntries(documentScreens(model, session)),
)

/** Finds the path at which the record is shown to this person, or undefined where it is shown nowhere. */
export function recordPath(model: Model, session: SessionBody, entity: string, record: RecordData): string | undefined {
  return pathOfRecord(visibleScreens(model, session), entity, record)
}

/** The screen that lists an entity, to go back to. `route`: of the screen one is on, to which the nearest list belongs. */
export function listScreen(model: Model, session: SessionBody, entity: string, route = ''): Screen | undefined {
  const lists = [...menuScreens(model, session), ...dataScreens(model, session)].filter((screen) =>
    isListOf(screen, entity),
  )
  return lists.find((list) => route.startsWith(`${list.route}/`)) ?? lists[0]
}

/** The screen that lists all of an entity that was searched for: rather one that leaves nothing out. */
export function searchScreen(model: Model, session: SessionBody, entity: string): Screen | undefined {
  const lists = [...menuScreens(model, session), ...dataScreens(model, session)].filter(
    (screen) => isListOf(screen, entity) && screen.search !== false,
  )
  return lists.find((screen) => screen.where === undefined) ?? lists[0]
}

/** The screen that lists all of an entity: one that leaves some out would show fewer than were counted. */
export function wholeList(model: Model, session: SessionBody, entity: string): Screen | undefined {
  const list = searchScreen(model, session, entity)
  return list?.where === undefined ? list : undefined
}

/** The screen that creates records of an entity. */
export function formScreen(model: Model, session: SessionBody, entity: string): Screen | undefined {
  return visibleScreens(model, session).find(
    ({ route, shows }) => !route.includes(':') && shows.kind === 'form' && shows.entity === entity,
  )
}

/** Finds the path where people start: the screen at `/`, or the first one of the menu. */
export function firstPath(model: Model, session: SessionBody): string | undefined {
  return menuScreens(model, session)[0]?.route
}
