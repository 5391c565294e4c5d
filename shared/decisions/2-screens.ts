// Matches a path to a screen of point 2 and decides which actors may open it.
import { STANDARD_ROUTES } from '../model/2-screens/standard-routes.ts'
import type { Entity, Model, Role, Screen, ScreenView, Sort } from '../model/model.ts'
import type { Actor } from '../policy/actor.ts'

export type MatchedRoute =
  | { readonly kind: 'screen'; readonly screen: Screen; readonly params: { readonly [name: string]: string } }
  | { readonly kind: 'standard'; readonly path: (typeof STANDARD_ROUTES)[number] }

/**
 * Finds the screen or standard page at a path, or undefined for none (HTTP 404). A fixed segment wins over a
 * parameter, the document over the standard.
 */
export function matchScreenRoute(model: Model, pathname: string): MatchedRoute | undefined {
  const segments = segmentsOf(pathname)
  if (!segments) return undefined
  const candidates = screensOf(model)
    .flatMap((screen) => {
      const params = matchSegments(screen.route, segments)
      return params ? [{ screen, params }] : []
    })
    .sort((a, b) => compareRoutes(a.screen.route, b.screen.route))
  const [first] = candidates
  const path = STANDARD_ROUTES.find((route) => route === `/${segments.join('/')}`)
  if (first && (path === undefined || Object.keys(first.params).length === 0)) return { kind: 'screen', ...first }
  return path ? { kind: 'standard', path } : undefined
}

/** Roles that a person has on one record at least: they follow from records, so that only a query can tell. */
export type HeldRoles = ReadonlySet<string>

const NONE: HeldRoles = new Set()

/** The screens that the actor may open, in the order of the document. */
export function screensFor(model: Model, actor: Actor, held: HeldRoles = NONE): readonly Screen[] {
  return screensOf(model).filter((screen) => canOpenScreen(screen, actor, held))
}

/** The screens that show a record of the entity. */
export function pagesOf(model: Model, entity: string): readonly Screen[] {
  return screensOf(model).filter(({ shows }) => shows.kind === 'record' && shows.entity === entity)
}

/**
 * Selects the screens that are entries of the menu: routes without a parameter that show something. A form is the
 * button "New" of the lists of its entity, and an entry only if there is no such list.
 */
export function menuEntries(screens: readonly Screen[]): readonly Screen[] {
  const entries = screens.filter((screen) => !screen.route.includes(':') && screen.shows.kind !== 'not found')
  const listed = new Set(
    entries.flatMap(({ shows }) => (LISTS.has(shows.kind) && 'entity' in shows ? shows.entity : [])),
  )
  return entries.filter(({ shows }) => shows.kind !== 'form' || !listed.has(shows.entity))
}

/** Shows it a list with views, search and filters: of rows, or of cards with a picture? */
export function isListOf({ shows }: Screen, entity: string): boolean {
  return (shows.kind === 'table' || shows.kind === 'gallery') && shows.entity === entity
}

/** Kinds of screens that have the button. */
const LISTS: ReadonlySet<string> = new Set(['table', 'calendar', 'timeline', 'gallery', 'map'])

/** Decides whether an actor may open a screen, or a named view of a list. */
export function canOpenScreen(screen: Pick<Screen, 'for'>, actor: Actor, held: HeldRoles = NONE): boolean {
  if (screen.for.includes('anyone') || actor.administrator) return true
  if (!actor.person) return false
  return screen.for.includes('everyone') || screen.for.some((role) => actor.roles.includes(role) || held.has(role))
}

/** The roles by relation that would open one of these screens to the actor, held on some record. */
export function recordRolesToFetch(model: Model, actor: Actor, screens = screensOf(model)): readonly Role[] {
  if (!actor.person) return []
  const closed = screens.filter((screen) => !canOpenScreen(screen, actor))
  const views = screens.flatMap((screen) => screen.views ?? []).filter((view) => !canOpenScreen(view, actor))
  const names = new Set([...closed, ...views].flatMap((each) => each.for))
  return [...names].flatMap((name) => {
    const role = model.roles.get(name)
    return role && role.onRecords.length > 0 ? [role] : []
  })
}

/** Finds the path at which one of these screens shows the record. Undefined if none does. */
export function pathOfRecord(
  screens: readonly Screen[],
  entity: string,
  record: { readonly [field: string]: unknown },
): string | undefined {
  for (const { shows, route } of screens) {
    if (shows.kind !== 'record' || shows.entity !== entity) continue
    const key = record[shows.by]
    if (typeof key === 'string' || typeof key === 'number')
      return route.replace(/:[^/]+/, encodeURIComponent(String(key)))
  }
  return undefined
}

/** The standard screens: a document's own screen at the same path is asked instead of them. */
export function canOpenStandardScreen(model: Model, actor: Actor, path: string): boolean {
  if (path === '/studio' || path === '/studio/pictures' || path.startsWith('/studio/help'))
    return canReadDocument(model, actor)
  if (path === '/studio/data')
    return actor.administrator && model.accountPolicy.administratorsReadData && hasRecords(model)
  if (path.startsWith('/studio/')) return actor.administrator
  return FOR_ALL.has(path) || (FOR_PEOPLE.has(path) && actor.person !== null)
}

/**
 * Decides whether the application has records. If neither entities nor roles are shown, it has only the parts that
 * every application has.
 */
export function hasRecords({ entitiesShown, rolesShown }: Model): boolean {
  return entitiesShown || rolesShown
}

const FOR_ALL: ReadonlySet<string> = new Set([
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/about',
  '/search',
])
const FOR_PEOPLE: ReadonlySet<string> = new Set(['/account', '/inbox'])

/** May this person read the document whole, at `/studio` and in the calls that carry it? */
export function canReadDocument({ accountPolicy }: Model, actor: Actor): boolean {
  if (actor.administrator || accountPolicy.document === 'everyone') return true
  return (
    accountPolicy.document !== 'administrators' && accountPolicy.document.some((role) => actor.roles.includes(role))
  )
}

function screensOf(model: Model): readonly Screen[] {
  return 'screens' in model.screens ? model.screens.screens : []
}

/** `/tickets/` is `/tickets`; what can't be decoded is no path. */
export function segmentsOf(pathname: string): readonly string[] | undefined {
  try {
    return pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function matchSegments(route: string, segments: readonly string[]): { readonly [name: string]: string } | undefined {
  const pattern = route.split('/').filter((segment) => segment !== '')
  if (pattern.length !== segments.length) return undefined
  const params: { [name: string]: string } = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = segment
    else if (part !== segment) return undefined
  }
  return params
}

/** Compares routes by the first segment at which one is fixed and the other a parameter: the fixed one comes first. */
function compareRoutes(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  for (const [index, part] of left.entries()) {
    const difference = Number(part.startsWith(':')) - Number(right[index]?.startsWith(':') ?? false)
    if (difference !== 0) return difference
  }
  return 0
}

/** The view that is open: the one that is named, else the first. */
export function viewOf({ views }: Pick<Screen, 'views'>, key: string | undefined): ScreenView | undefined {
  return key === undefined ? views?.[0] : views?.find((view) => view.key === key)
}

/** Returns the order of the screen's list when nobody has chosen another. */
export function usualOrder(
  { sort }: Pick<Screen, 'sort'>,
  view: Pick<ScreenView, 'sort'> | undefined,
  { order }: Pick<Entity, 'order'>,
): readonly Sort[] {
  return view?.sort ?? sort ?? order
}

/** Writes an order for the list parameter `sort`: "-priority,due_at". */
export function writeSort(sort: readonly Sort[]): string {
  return sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',')
}

/** Joins conditions for the list parameter `filter`, so that all must hold. Empty ones are left out. */
export function joinConditions(...conditions: readonly (string | undefined)[]): string | undefined {
  const given = conditions.filter((each) => each !== undefined && each !== '')
  return given.length > 1 ? given.map((each) => `(${each})`).join(' and ') : given[0]
}
