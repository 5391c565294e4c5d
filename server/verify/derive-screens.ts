// Derives checks of point 2: every screen by people of every kind.
import type { Screen } from '#shared/model/model.ts'
import type { Check, Derivation } from './check.ts'
import { holdsOn } from './evaluate-on-world.ts'
import type { Reader } from './expected-permissions.ts'
import { readableOf, rolesOf } from './expected-permissions.ts'
import type { Plan } from './plan.ts'
import { deriveFor, joinDerived, situationOf } from './plan.ts'

export function deriveScreens(plan: Plan): Derivation {
  const screens = 'screens' in plan.model.screens ? plan.model.screens.screens : []
  return joinDerived(
    screens.flatMap((screen) =>
      plan.kinds.map((reader) => deriveFor(screen.cite, () => checksOf(plan, screen, reader))),
    ),
  )
}

function checksOf(plan: Plan, screen: Screen, reader: Reader): readonly Check[] {
  const { shows, route } = screen
  const isOpen = mayOpen(plan, screen, reader)
  const check = (path: string, isShown: boolean): Check => ({
    line: screen.cite,
    says: { says: isShown ? SCREEN_OPEN : NO_SCREEN, values: { screen: screen.name, reader: reader.said } },
    given: [],
    as: reader.person?.id ?? null,
    request: { method: 'GET', path },
    expects: { kind: 'status', is: [isShown ? 200 : 404] },
  })
  if (shows.kind === 'not found') return [check(route, false)]
  if (shows.kind !== 'record') return [check(route.replaceAll(/:\w+/g, 'x'), isOpen)]
  const entity = plan.model.entities.get(shows.entity)
  if (entity === undefined) return []
  const records = plan.maker.world.all(shows.entity)
  const readable = (record: (typeof records)[number]) =>
    readableOf(situationOf(plan, reader, record, plan.maker.world), reader, entity)
  const isThere = (record: (typeof records)[number]): boolean =>
    shows.by === 'id' ? readable(record) !== undefined : readable(record)?.has(shows.by) === true
  if (!route.includes(':')) return [check(route, isOpen && records.some(isThere))]
  return [records.find(isThere), records.find((record) => !isThere(record))].flatMap((record) => {
    const key = record?.[shows.by]
    if (record === undefined || key === null || key === undefined) return []
    return [check(route.replace(/:[^/]+/, encodeURIComponent(String(key))), isOpen && isThere(record))]
  })
}

/** Also by a role that they have on some record. */
function mayOpen(plan: Plan, screen: Screen, reader: Reader): boolean {
  if (screen.for.includes('anyone') || reader.isAdministrator) return true
  if (reader.person === null) return false
  const own = rolesOf(plan.model, reader)
  return (
    screen.for.includes('everyone') ||
    screen.for.some((role) => own.includes(role)) ||
    screen.for.some((role) =>
      (plan.model.roles.get(role)?.onRecords ?? []).some(({ entity, where }) =>
        plan.maker.world
          .all(entity)
          .some((record) => holdsOn(situationOf(plan, reader, record, plan.maker.world), where.tree)),
      ),
    )
  )
}

const SCREEN_OPEN = { en: 'the screen {screen} as {reader}: open', de: 'die Seite {screen} als {reader}: offen' }
const NO_SCREEN = {
  en: 'the screen {screen} as {reader}: not there',
  de: 'die Seite {screen} als {reader}: nicht da',
}
