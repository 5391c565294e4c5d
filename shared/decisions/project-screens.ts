// Projects screens, views and tiles to those of one actor, without what they may not read.
import type { Expression } from '../expressions/node.ts'
import { RECORD_ACTIONS } from '../model/2-screens/record-actions.ts'
import type { Entity, Field, Model, Screen, ScreenView, Tile } from '../model/model.ts'
import type { Actor } from '../policy/actor.ts'
import type { HeldRoles } from './2-screens.ts'
import { canOpenScreen, matchScreenRoute, screensFor } from './2-screens.ts'
import { pick } from './pick.ts'
import type { Policy } from './policy.ts'
import { countsInPart } from './tile-in-part.ts'
import { readsOnlyVisible, type VisibleFields } from './visible-fields.ts'

interface Projection {
  readonly policy: Pick<Policy, 'entity'>
  /** Those of which the actor may know, with the fields of which they may. */
  readonly entities: ReadonlyMap<string, Entity>
  readonly visible: VisibleFields
  /** Fields that the actor may read; others they may only write. */
  readonly readable: VisibleFields
}

export function projectScreens(
  model: Model,
  actor: Actor,
  projection: Projection,
  held: HeldRoles = new Set(),
): readonly Screen[] {
  return screensFor(model, actor, held).map((screen) => {
    const given = screen.for.filter((role) => role === 'anyone' || role === 'everyone' || actor.roles.includes(role))
    // The records that a role follows from are not revealed: to an actor who has it on one, the screen is open.
    const mine = given.length === 0 && actor.person ? ['everyone'] : given
    const tiles = screen.tiles?.flatMap((tile) => {
      const found = leadsAside(model, tile, actor, held) ? undefined : projectTile(tile, projection)
      if (found === undefined) return []
      return countsInPart(model, projection.policy, tile.shows) ? [{ ...found, isInPart: true } as const] : [found]
    })
    const shown = { ...pick(screen, OF_SCREENS), for: mine, ...(tiles ? { tiles } : {}) }
    const entity = 'entity' in screen.shows ? projection.entities.get(screen.shows.entity) : undefined
    return entity === undefined
      ? { ...shown, ...pick(screen, OF_LISTS) }
      : { ...shown, ...projectListed(screen, entity, actor, projection, held) }
  })
}

const OF_SCREENS = [
  'route',
  'name',
  'key',
  'shows',
  'prose',
  'search',
  'empty',
  'perPage',
  'period',
  'menu',
  'cite',
] as const
/** Settings that name fields, reverses, views and steps of the entity that a screen shows. */
const OF_LISTS = ['where', 'group', 'columns', 'filters', 'fields', 'sort', 'beside', 'actions', 'views'] as const

function projectListed(
  screen: Screen,
  entity: Entity,
  actor: Actor,
  projection: Projection,
  held: HeldRoles,
): Pick<Screen, (typeof OF_LISTS)[number] | 'shows'> {
  // What a list asks for must be read; what a form gives may be only written.
  const isSeen = (path: string): boolean => isPathRead(path, entity, projection)
  const { where, group, columns, filters, fields, sort, beside, actions, views, shows } = screen
  const { identifier } = entity.name
  return {
    // Days and columns that are hidden can't be shown; of what else the screen says, nothing is left.
    shows: [...placesOf(shows)].every(isSeen) ? shows : { kind: 'not shown' },
    // Records that only a hidden value tells from others are not shown, rather than all of them.
    ...(where ? { where: conditionFor(where, identifier, projection.readable) ?? nothing(where) } : {}),
    ...(group !== undefined && isSeen(group) ? { group } : {}),
    ...(columns ? { columns: columns.filter(isSeen) } : {}),
    ...(filters ? { filters: filters.filter(isSeen) } : {}),
    ...(sort ? { sort: sort.filter((each) => isSeen(each.field)) } : {}),
    ...(fields
      ? {
          fields: fields.map((section) => ({
            ...section,
            fields: section.fields.filter(
              (name) => isPathSeen(name, entity, projection.entities) || entity.parts.has(name),
            ),
          })),
        }
      : {}),
    ...(views ? { views: projectViews(views, identifier, actor, held, { isSeen, visible: projection.readable }) } : {}),
    ...(beside ? { beside: beside.filter((name) => name === 'history' || entity.reverses.has(name)) } : {}),
    // What calls there are is the server's business.
    ...(actions ? { actions: actions.filter((name) => RECORD_ACTIONS.has(name) || entity.transitions.has(name)) } : {}),
  }
}

/** The fields by which records stand on a board, in a calendar or a gallery. A record is found by what stands in its address. */
function placesOf(shows: Screen['shows']): readonly string[] {
  if (!('by' in shows) || shows.kind === 'record') return []
  return 'to' in shows && shows.to !== undefined ? [shows.by, shows.to] : [shows.by]
}

function projectViews(
  views: readonly ScreenView[],
  entity: string,
  actor: Actor,
  held: HeldRoles,
  { isSeen, visible }: { readonly isSeen: (path: string) => boolean; readonly visible: VisibleFields },
): readonly ScreenView[] {
  return views.flatMap((view) => {
    const where = view.where && conditionFor(view.where, entity, visible)
    if (!canOpenScreen(view, actor, held) || (view.where && !where)) return []
    return {
      ...pick(view, ['name', 'key', 'cite']),
      ...(where ? { where } : {}),
      for: [view.for.includes('anyone') ? 'anyone' : 'everyone'],
      ...(view.sort ? { sort: view.sort.filter((each) => isSeen(each.field)) } : {}),
    }
  })
}

/**
 * The condition without what the actor may not read: a computed field that they may read stands in it by its name where what it is
 * worked out from is hidden. Undefined where they may not ask for it.
 */
function conditionFor({ asked, ...where }: Expression, entity: string, visible: VisibleFields): Expression | undefined {
  if (readsOnlyVisible(where.tree, entity, visible)) return where
  return asked && readsOnlyVisible(asked, entity, visible) ? { ...where, tree: asked } : undefined
}

/** Reports whether the tile is a link to a screen that the actor may not open. */
function leadsAside(model: Model, { shows }: Tile, actor: Actor, held: HeldRoles): boolean {
  if (shows.kind !== 'link') return false
  const [path = ''] = shows.to.split(/[?#]/)
  const found = matchScreenRoute(model, path)
  return found?.kind === 'screen' && !canOpenScreen(found.screen, actor, held)
}

/** Leaves a tile out where it measures, chooses, groups by or lists what the actor may not read. */
function projectTile(tile: Tile, { entities, readable }: Projection): Tile | undefined {
  const { shows } = tile
  if (shows.kind !== 'measure' && shows.kind !== 'table') return tile
  const entity = entities.get(shows.entity)
  const isRead = (path: string | undefined): boolean =>
    path === undefined || (entity !== undefined && isPathRead(path, entity, { entities, readable }))
  const where = shows.where && conditionFor(shows.where, shows.entity, readable)
  if (!isRead('id') || !isRead(shows.over) || (shows.where && !where)) return undefined
  const conditions = where ? { where } : {}
  if (shows.kind === 'table')
    return shows.columns?.some(isRead) === false ? undefined : { ...tile, shows: { ...shows, ...conditions } }
  const among = shows.among && conditionFor(shows.among, shows.entity, readable)
  if (![shows.field, shows.by?.field, shows.within?.field].every(isRead) || (shows.among && !among)) return undefined
  return { ...tile, shows: { ...shows, ...conditions, ...(among ? { among } : {}) } }
}

/** Reports whether each step of the path is a field that the actor may read. */
function isPathRead(
  path: string,
  entity: Entity,
  { entities, readable }: Pick<Projection, 'entities' | 'readable'>,
): boolean {
  let at: Entity | undefined = entity
  for (const name of path.split('.')) {
    const field: Field | undefined = at?.fields.get(name)
    if (field === undefined || readable.get(at?.name.identifier ?? '')?.has(name) !== true) return false
    at = field.type.kind === 'relation' ? entities.get(field.type.entity) : undefined
  }
  return true
}

/** `requester.team.name`: each step is a field that the actor may know. */
function isPathSeen(path: string, entity: Entity, entities: ReadonlyMap<string, Entity>): boolean {
  let at: Entity | undefined = entity
  for (const name of path.split('.')) {
    const field: Field | undefined = at?.fields.get(name)
    if (field === undefined) return false
    at = field.type.kind === 'relation' ? entities.get(field.type.entity) : undefined
  }
  return true
}

function nothing({ tree, span }: Expression): Expression {
  return { tree: { kind: 'literal', value: false, type: tree.type, span }, text: 'false', span }
}
